import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type JsonSchema, toJsonSchema } from '../json-schema.js'

/** Parses the query string of a URL to options of a method. */
export type ParseQuery = (url: string) => Readonly<Record<string, unknown>>

const noOptions = Object.freeze({})

/**
 * Creates the parser of a query string. Values are converted to the types in the schema. A
 * parameter can be repeated only if it is an array there.
 *
 * The parser throws a QuoteError `invalid_request` with one error per parameter that is unknown,
 * repeated, wrongly encoded or invalid.
 */
export function createQueryParser(schema: z.ZodType): ParseQuery {
  const parameters = new Map(Object.entries(toJsonSchema(schema).properties ?? {}))
  return (url) => {
    const start = url.indexOf('?')
    if (start === -1) return noOptions
    const errors = new FieldErrorCollector()
    const sent = collectValues(url.slice(start + 1), parameters, errors)
    const parsed = schema.safeParse(toValues(sent, parameters))
    if (!parsed.success) errors.addIssues(parsed.error.issues)
    if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
    return parsed.data as Readonly<Record<string, unknown>>
  }
}

/** The parameter `fields.region` is the field `region` of the object `fields`. */
const dottedName = /^([^.]+)\.(.+)$/

/** Returns the values of parameters, and those of the fields of objects in their objects. */
function toValues(
  sent: ReadonlyMap<string, readonly string[]>,
  parameters: ReadonlyMap<string, JsonSchema>,
): Readonly<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  const objects = new Map<string, [string, readonly string[]][]>()
  for (const [name, strings] of sent) {
    const parameter = parameters.get(name)
    const [, object = '', field = ''] = dottedName.exec(name) ?? []
    if (parameter !== undefined) values.set(name, convert(strings, parameter))
    else objects.set(object, [...(objects.get(object) ?? []), [field, strings]])
  }
  for (const [name, fields] of objects) values.set(name, Object.fromEntries(fields))
  return Object.fromEntries(values)
}

/** Returns true for a field of an object that is a parameter. */
function isFieldOfObject(name: string, parameters: ReadonlyMap<string, JsonSchema>): boolean {
  const [, object = ''] = dottedName.exec(name) ?? []
  return parameters.get(object)?.type === 'object'
}

/** Returns the strings of each known parameter. Adds an error for each other one. */
function collectValues(
  query: string,
  parameters: ReadonlyMap<string, JsonSchema>,
  errors: FieldErrorCollector,
): ReadonlyMap<string, readonly string[]> {
  const sent = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (errors.isFull) break
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const rawName = equals === -1 ? pair : pair.slice(0, equals)
    const name = decode(rawName) ?? rawName
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1))
    const strings = sent.get(name)
    const isField = isFieldOfObject(name, parameters)
    const type = isField ? 'array' : parameters.get(name)?.type
    if (!isField && (!parameters.has(name) || type === 'object'))
      errors.add([name], `is not a known parameter; ${known(parameters)}`)
    else if (value === undefined) errors.add([name], 'must be UTF-8 with percent-encoding')
    else if (strings === undefined) sent.set(name, [value])
    else if (type === 'array') strings.push(value)
    else errors.add([name], 'must not be repeated')
  }
  return sent
}

function known(parameters: ReadonlyMap<string, JsonSchema>): string {
  if (parameters.size === 0) return 'this operation has none'
  const names = [...parameters].map(([name, { type }]) => (type === 'object' ? `${name}.…` : name))
  return `send one of ${names.join(', ')}`
}

/** Returns undefined for a string that is not UTF-8 in percent-encoding. */
function decode(string: string): string | undefined {
  try {
    return decodeURIComponent(string.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function convert(strings: readonly string[], schema: JsonSchema): unknown {
  const { type, items, anyOf } = schema
  if (type === 'array') return strings.map((string) => convertOne(string, [items?.type]))
  const types = ((anyOf as readonly JsonSchema[] | undefined) ?? [schema]).map((each) => each.type)
  return convertOne(strings[0] ?? '', types)
}

/** The digits of a safe integer. */
const integer = /^-?[0-9]{1,16}$/

/** Returns a string of no other type as it is: the schema accepts or rejects it. */
function convertOne(string: string, types: readonly JsonSchema['type'][]): unknown {
  if (types.includes('integer') && integer.test(string)) return Number(string)
  if (types.includes('boolean') && string === 'true') return true
  if (types.includes('boolean') && string === 'false') return false
  return string
}

const trueOrFalse = { error: 'must be true or false' }

/** Accepts the query string of a command. */
export const commandQuery = z.strictObject({
  preview: z
    .boolean(trueOrFalse)
    .optional()
    .describe('Responds as it would, and stores nothing. Not with Idempotency-Key'),
})

/** Accepts the query string of an operation that reads, and has no parameters. */
export const emptyQuery = z.strictObject({})
