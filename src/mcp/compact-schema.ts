import type { JsonSchema } from '../http/json-schema.js'

/** The description of a field that is accepted only so that a result can be sent back. */
const sentBack = 'Accepted as it is stored'

/** What is left out: the engine checks it, and its errors say it. */
const leftOut: ReadonlySet<string> = new Set([
  'additionalProperties',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'not',
  'pattern',
])

/**
 * Returns a shorter JSON schema, for agents: types, names and descriptions without limits. It
 * accepts all that the schema accepts. Agents pay for each token of a schema in each conversation.
 */
export function compactSchema(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'properties') return [[keyword, compactProperties(schema)]]
    if (keyword === 'items') return [[keyword, compactSchema(value as JsonSchema)]]
    if (keyword === 'anyOf' || leftOut.has(keyword)) return []
    return [[keyword, value]]
  })
  const compact = Object.fromEntries(entries) as JsonSchema
  if (!Array.isArray(schema.anyOf)) return compact
  return withAlternatives(compact, schema.anyOf.map(compactSchema))
}

function compactProperties({ properties = {}, not }: JsonSchema) {
  // A schema without keywords is of a field that is sent back, unless new values need it.
  const required = JSON.stringify(not ?? {})
  const kept = Object.entries(properties).filter(
    ([name, property]) =>
      property.description !== sentBack &&
      (Object.keys(property).length > 0 || required.includes(`"${name}"`)),
  )
  return Object.fromEntries(kept.map(([name, property]) => [name, compactProperty(name, property)]))
}

/** The fields whose content the host declares. Its schemas are as the host wants them. */
const hostFields: ReadonlySet<string> = new Set(['customer', 'fields', 'internal_fields'])

function compactProperty(name: string, property: JsonSchema): JsonSchema {
  if (!hostFields.has(name)) return compactSchema(property)
  const { properties } = property
  return { ...compactSchema(property), ...(properties && { properties }) }
}

/** Merges alternatives that differ in their types only: `{ type: ['integer', 'string'] }`. */
function withAlternatives(schema: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  const complex = alternatives.filter((each) => !isPlain(each))
  const types = [...new Set(alternatives.flatMap(typesOf))]
  const [only = {}] = complex
  if (complex.length > 1 || (complex.length === 1 && only.type === undefined))
    return { ...schema, anyOf: alternatives }
  const [description] = alternatives.flatMap((each) => each.description ?? [])
  const type = types.length === 1 ? types[0] : types
  return {
    ...(description !== undefined && { description }),
    ...only,
    ...schema,
    type,
  } as JsonSchema
}

/** Returns true for a schema that says no more than a type. */
function isPlain(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => ['type', 'description', 'const'].includes(keyword))
}

function typesOf({ type, const: constant }: JsonSchema): readonly string[] {
  if (type !== undefined) return [type].flat()
  return typeof constant === 'number' ? ['integer'] : [typeof constant]
}
