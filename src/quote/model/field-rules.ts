import type { StandardSchemaV1 } from '@standard-schema/spec'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector, PathError } from '../../validation/field-errors.js'
import { copyJson } from '../../validation/json-value.js'
import { wrapCallback } from '../../validation/wrap-callback.js'
import {
  type FieldLevel,
  getSearchedFields,
  type OwnCustomerField,
  type OwnField,
  type OwnFields,
  type SearchedField,
} from './own-fields.js'
import type { Role } from './transitions.js'

/** What a schema makes of a value: what is stored, or what is wrong with it. */
type Validated = { readonly value: unknown } | { readonly issues: readonly PathError[] }

/**
 * Validates a value that comes in.
 *
 * @throws QuoteError `callback_failed`, naming the field, if its schema throws or returns a promise
 */
type Validate = (value: unknown) => Validated

/** How the values of declared fields are validated, by name. */
export type FieldRules = ReadonlyMap<string, Validate>

/** The names under which the fields of a quote or a line are sent and stored. */
export const fieldKinds = ['fields', 'internal_fields'] as const

/** Whether fields are for buyers, or for the store only. */
export type FieldKind = (typeof fieldKinds)[number]

/** The rules for the fields of a quote or a line. */
export interface OwnerRules extends Readonly<Record<FieldKind, FieldRules>> {
  /** True if errors must not tell the names of fields for the store only. */
  readonly hidesInternal?: true
}

/** The rules for all fields that are the host's own. */
export interface OwnFieldRules {
  readonly quote: OwnerRules
  readonly line: OwnerRules
  readonly customer: FieldRules
  /** The fields by which quotes are found. */
  readonly searched: readonly SearchedField[]
  /** True if quotes and lines have none, so that requests need not be read for any. */
  readonly isEmpty: boolean
}

/** Returns how values of these fields are validated. */
export function createFieldRules(fields: OwnFields = {}): OwnFieldRules {
  const declared = Object.keys({ ...fields.quote, ...fields.line })
  return {
    isEmpty: declared.length === 0,
    quote: createOwnerRules('quote', fields.quote),
    line: createOwnerRules('line', fields.line),
    customer: createRules('customer', Object.entries(fields.customer ?? {})),
    searched: getSearchedFields(fields),
  }
}

/** Returns limits under which errors do not tell a buyer the names of fields for the store only. */
export function limitsForRole<Limited extends { readonly fields: OwnFieldRules }>(
  role: Role | undefined,
  limits: Limited,
): Limited {
  const { fields } = limits
  if (role !== 'buyer' || fields.isEmpty) return limits
  const hide = (rules: OwnerRules): OwnerRules => ({ ...rules, hidesInternal: true })
  return { ...limits, fields: { ...fields, quote: hide(fields.quote), line: hide(fields.line) } }
}

/** The rules of a host without own fields. */
export const noFieldRules: OwnFieldRules = createFieldRules()

function createOwnerRules(
  level: FieldLevel,
  fields: Readonly<Record<string, OwnField>> = {},
): OwnerRules {
  const entries = Object.entries(fields)
  return {
    fields: createRules(
      level,
      entries.filter(([, { internal }]) => internal !== true),
    ),
    internal_fields: createRules(
      level,
      entries.filter(([, { internal }]) => internal === true),
    ),
  }
}

function createRules(
  level: FieldLevel,
  fields: readonly (readonly [string, OwnCustomerField])[],
): FieldRules {
  return new Map(
    fields.map(([name, { schema }]) => [name, createValidate(`fields.${level}.${name}`, schema)]),
  )
}

/** Returns how values are validated by a schema: all are valid without one. */
export function createValidate(option: string, schema: StandardSchemaV1 | undefined): Validate {
  if (schema === undefined) return (value) => ({ value })
  return wrapCallback(option, (sent) => {
    const result = schema['~standard'].validate(sent)
    // The wrapper rejects a promise.
    if (result instanceof Promise) return result as never
    if (typeof result !== 'object' || result === null)
      throw new TypeError(`it must return a value or issues, received ${describeValue(result)}`)
    return result.issues === undefined
      ? { value: result.value }
      : { issues: Array.from(result.issues, toPathError) }
  })
}

function toPathError({ message, path = [] }: StandardSchemaV1.Issue): PathError {
  const keys = path.map((step) => (typeof step === 'object' ? step.key : step))
  return { path: keys, message: typeof message === 'string' ? message : 'is invalid' }
}

/** What the schema of a field made of a value: undefined if the field is not set. */
export interface ValidField {
  readonly value: unknown
}

/**
 * Returns what is stored of a value that was sent for a field, frozen; undefined, with its errors,
 * if it is invalid.
 *
 * @param maxLength Maximum length of its JSON.
 */
export function parseField(
  validate: Validate,
  sent: unknown,
  maxLength: number,
  path: readonly PropertyKey[],
  errors: FieldErrorCollector,
): ValidField | undefined {
  const result = validate(sent)
  if ('issues' in result) {
    const [first = { path: [], message: 'is invalid' }, ...others] = result.issues
    for (const issue of [first, ...others]) errors.add([...path, ...issue.path], issue.message)
    return undefined
  }
  if (result.value == null) return { value: undefined }
  const copy = copyJson(result.value, { maxLength })
  if ('value' in copy) return { value: deepFreeze(copy.value) }
  errors.add([...path, ...copy.path], copy.message)
  return undefined
}
