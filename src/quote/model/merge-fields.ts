import * as z from 'zod'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { copyJson, declaredKeyword, isPlainObject } from '../../validation/json-value.js'
import { unknownFieldMessage } from '../../validation/known-fields.js'
import { type FieldKind, fieldKinds, type OwnerRules, parseField } from './field-rules.js'
import type { FieldOwner } from './own-fields.js'
import type { RequestLimits } from './policy.js'

/** Values of own fields by name. */
type Values = Readonly<Record<string, unknown>>

/** The own fields of a quote or a line. */
export type OwnFieldValues = { readonly [Kind in FieldKind]?: Values }

/** Own fields to set, of a quote or a line. Null removes one. */
export type OwnFieldChanges = { readonly [Kind in FieldKind]?: Values | undefined }

/** Where changes of own fields are, and where their errors are collected. */
interface ChangesPlace {
  readonly path: readonly PropertyKey[]
  readonly errors: FieldErrorCollector
}

/**
 * Returns own fields after changes: absent ones keep their values, null removes one. A value that
 * is the stored one is not validated, so that a quote can be sent back whatever is declared now.
 *
 * @returns the stored objects themselves if they do not change
 */
export function mergeFields(
  stored: OwnFieldValues,
  changes: OwnFieldChanges,
  owner: FieldOwner,
  { fields: allRules, maxFieldLength }: Pick<RequestLimits, 'fields' | 'maxFieldLength'>,
  { path, errors }: ChangesPlace,
): OwnFieldValues {
  const rules = allRules[owner]
  const merged: { [Kind in FieldKind]?: Values } = {}
  for (const kind of fieldKinds) {
    const sent = changes[kind]
    const place = { path: [...path, kind], errors }
    const values =
      sent === undefined
        ? stored[kind]
        : mergeValues(stored[kind], sent, { rules, kind, maxFieldLength }, place)
    if (values !== undefined) merged[kind] = values
  }
  return merged
}

/** How the values of one kind are checked. */
interface KindRules {
  readonly rules: OwnerRules
  readonly kind: FieldKind
  readonly maxFieldLength: number
}

function mergeValues(
  stored: Values | undefined,
  sent: Values,
  { rules, kind, maxFieldLength }: KindRules,
  { path, errors }: ChangesPlace,
): Values | undefined {
  const merged = new Map(Object.entries(stored ?? {}))
  let isChanged = false
  for (const [name, value] of Object.entries(sent)) {
    if (errors.isFull) break
    const before = merged.get(name)
    if (before !== undefined && jsonEqual(value, before)) continue
    const validate = rules[kind].get(name)
    if (validate === undefined && !(value === null && before !== undefined)) {
      errors.add([...path, name], unknownMessage(name, kind, rules))
      continue
    }
    const parsed =
      validate === undefined || value === null
        ? { value: undefined }
        : parseField(validate, value, maxFieldLength, [...path, name], errors)
    if (parsed === undefined || jsonEqual(parsed.value, before)) continue
    isChanged = true
    if (parsed.value === undefined) merged.delete(name)
    else merged.set(name, parsed.value)
  }
  if (!isChanged) return stored
  return merged.size === 0 ? undefined : Object.freeze(Object.fromEntries(merged))
}

function unknownMessage(name: string, kind: FieldKind, rules: OwnerRules): string {
  if (rules.hidesInternal !== true && kind === 'fields' && rules.internal_fields.has(name))
    return 'is for the store only; send it in internal_fields'
  if (kind === 'internal_fields' && rules.fields.has(name))
    return 'is not for the store only; send it in fields'
  return unknownFieldMessage(name, [...rules[kind].keys()])
}

/** Returns own fields that are declared now, under the names of today: those of a copy. */
export function declaredFields(
  stored: OwnFieldValues,
  owner: FieldOwner,
  { fields: allRules }: Pick<RequestLimits, 'fields'>,
): OwnFieldValues {
  if (stored.fields === undefined && stored.internal_fields === undefined) return noValues
  const values: Values = { ...stored.internal_fields, ...stored.fields }
  const declared: { [Kind in FieldKind]?: Values } = {}
  for (const kind of fieldKinds) {
    const entries = Object.entries(values).filter(([name]) => allRules[owner][kind].has(name))
    if (entries.length > 0) declared[kind] = Object.freeze(Object.fromEntries(entries))
  }
  return declared
}

/** Returns a quote, a line or what is made of one with the own fields that are declared now. */
export function withDeclaredFields<T extends OwnFieldValues>(
  stored: T,
  owner: FieldOwner,
  limits: Pick<RequestLimits, 'fields'>,
): T {
  const { fields, internal_fields, ...rest } = stored
  if (fields === undefined && internal_fields === undefined) return stored
  return { ...rest, ...declaredFields(stored, owner, limits) } as T
}

const noValues: OwnFieldValues = Object.freeze({})

/** Returns own fields with those of another one over them, of both kinds. */
export function overlayFields(below: OwnFieldValues, above: OwnFieldValues): OwnFieldValues {
  const merged: { [Kind in FieldKind]?: Values } = {}
  for (const kind of fieldKinds) {
    const values = above[kind] === undefined ? below[kind] : { ...below[kind], ...above[kind] }
    if (values !== undefined) merged[kind] = Object.freeze(values)
  }
  return merged
}

/** Returns the own fields of a quote or a line. */
export function getFields(owner: OwnFieldChanges): OwnFieldValues {
  const { fields, internal_fields } = owner
  if (fields === undefined && internal_fields === undefined) return noValues
  return {
    ...(fields === undefined ? undefined : { fields }),
    ...(internal_fields === undefined ? undefined : { internal_fields }),
  }
}

/**
 * Returns changes of a customer, with what is stored of the values of declared fields. A value that
 * is the stored one is not validated.
 */
export function parseCustomerFields<Changes extends CustomerStrings>(
  stored: CustomerStrings,
  changes: Changes,
  { fields: { customer: rules }, maxStringLength }: CustomerLimits,
  { path, errors }: ChangesPlace,
): Changes {
  if (rules.size === 0) return changes
  const parsed = new Map<string, unknown>(Object.entries(changes))
  for (const [name, validate] of rules) {
    const value = parsed.get(name)
    if (value == null || value === stored[name]) continue
    const valid = parseField(validate, value, maxStringLength + 2, [...path, name], errors)
    if (valid?.value === undefined) parsed.set(name, null)
    else if (typeof valid.value === 'string') parsed.set(name, valid.value)
    else errors.add([...path, name], 'must be a string, as all fields of a customer are')
  }
  return Object.fromEntries(parsed) as Changes
}

/** The fields of a customer, or changes of them. */
type CustomerStrings = Readonly<Record<string, string | null | undefined>>

type CustomerLimits = Pick<RequestLimits, 'fields' | 'maxStringLength'>

/** Maximum number of fields that a request names, declared or not. */
const maxSentFields = 200

const mustBeFields = 'must be an object of fields by name'

/** Creates the schema of own fields as they are sent. Only their rules validate their values. */
function sentFieldsSchema(
  owner: FieldOwner,
  kind: FieldKind,
  { maxFieldLength }: Pick<RequestLimits, 'maxFieldLength'>,
) {
  return z
    .custom<Values>(isPlainObject, { error: mustBeFields })
    .transform((sent, context): Values => {
      const names = Object.keys(sent)
      const fail = (path: readonly PropertyKey[], message: string) =>
        context.issues.push({ code: 'custom', input: sent, path: [...path], message })
      if (names.length > maxSentFields) {
        fail([], `must have at most ${maxSentFields} fields`)
        return {}
      }
      const entries: [string, unknown][] = []
      for (const name of names) {
        const value = sent[name]
        if (value === undefined) continue
        const copy = copyJson(value, { maxLength: maxFieldLength })
        if ('value' in copy) entries.push([name, deepFreeze(copy.value)])
        else fail([name, ...copy.path], copy.message)
      }
      return Object.freeze(Object.fromEntries(entries))
    })
    .meta({ [declaredKeyword]: `${owner}.${kind}` })
}

/** Creates the schemas of own fields of an update. */
export function sentFieldsSchemas(
  owner: FieldOwner,
  limits: Pick<RequestLimits, 'maxFieldLength'>,
) {
  return {
    fields: sentFieldsSchema(owner, 'fields', limits).optional(),
    internal_fields: sentFieldsSchema(owner, 'internal_fields', limits).optional(),
  }
}

/**
 * Creates the schemas of own fields of something new, which are validated at once. None if the host
 * declares none.
 */
export function newFieldsSchemas(
  owner: FieldOwner,
  limits: Pick<RequestLimits, 'fields' | 'maxFieldLength'>,
) {
  const schemas = {
    fields: newFieldsSchema(owner, 'fields', limits).optional(),
    internal_fields: newFieldsSchema(owner, 'internal_fields', limits).optional(),
  }
  return limits.fields.isEmpty ? ({} as Partial<typeof schemas>) : schemas
}

/** Returns the schema of the own fields of a new quote or line that are not for the store only. */
export function requestedFieldsSchema(
  ...args: Parameters<typeof newFieldsSchemas>
): Pick<ReturnType<typeof newFieldsSchemas>, 'fields'> {
  const { fields } = newFieldsSchemas(...args)
  return fields === undefined ? {} : { fields }
}

function newFieldsSchema(
  owner: FieldOwner,
  kind: FieldKind,
  limits: Pick<RequestLimits, 'fields' | 'maxFieldLength'>,
) {
  return sentFieldsSchema(owner, kind, limits)
    .transform((sent, context): Values | undefined => {
      const errors = new FieldErrorCollector()
      const { [kind]: values } = mergeFields({}, { [kind]: sent }, owner, limits, {
        path: [],
        errors,
      })
      for (const { path, message } of errors.errors)
        context.issues.push({ code: 'custom', input: sent, path: path.slice(1), message })
      return values
    })
    .meta({ [declaredKeyword]: `${owner}.${kind}` })
}
