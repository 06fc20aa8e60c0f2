import type { OwnCustomerField, OwnField, OwnFields } from '../../quote/model/own-fields.js'
import { labelIn } from '../../validation/label-in.js'
import {
  type SchemaDirection,
  toStandardJsonSchema,
} from '../../validation/standard-json-schema.js'
import type { JsonSchema } from '../json-schema.js'

type Declarations = Readonly<Record<string, OwnField>>

const anyFields: JsonSchema = { type: 'object', additionalProperties: true }

/**
 * Returns the JSON schema of the fields that a host declares; undefined if there are none.
 *
 * @param fields Undefined if it is not known what the host declares: then any JSON is accepted.
 * @param place What has them: `quote.fields`, `line.internal_fields`, `customer`.
 */
export function declaredFields(
  fields: OwnFields | undefined,
  place: string,
  direction: SchemaDirection,
): JsonSchema | undefined {
  const [level = '', kind] = place.split('.')
  if (kind === undefined) {
    const properties = toProperties(fields?.customer ?? {}, 'output')
    return Object.keys(properties).length === 0 ? {} : { properties }
  }
  if (fields === undefined) return anyFields
  const declared = fields[level as keyof OwnFields] ?? {}
  const ofKind = Object.entries<OwnField>(declared).filter(
    ([, { internal = false }]) => internal === (kind === 'internal_fields'),
  )
  if (ofKind.length === 0) return undefined
  const properties = toProperties(Object.fromEntries(ofKind), direction)
  // A stored quote keeps the fields that were declared when they were set.
  if (direction === 'output') return { type: 'object', properties }
  return { type: 'object', properties, additionalProperties: false }
}

function toProperties(
  declarations: Declarations,
  direction: SchemaDirection,
): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(declarations).map(([name, { schema, label }]) => {
    const converted = schema === undefined ? {} : toStandardJsonSchema(schema, direction)
    const description = label === undefined ? undefined : { description: labelIn(label, 'en') }
    const shape = direction === 'input' ? orNull(converted) : converted
    return [name, { ...shape, ...description }]
  })
  return Object.fromEntries(entries)
}

/** Null removes a field. A schema without keywords accepts it already. */
function orNull(schema: JsonSchema): JsonSchema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** Returns the query parameters of the fields by which quotes are found, by name. */
export function fieldParameters(
  fields: OwnFields = {},
): readonly (readonly [name: string, schema: JsonSchema])[] {
  const levels: readonly (Readonly<Record<string, OwnCustomerField>> | undefined)[] = [
    fields.quote,
    fields.customer,
    fields.line,
  ]
  return levels.flatMap((declarations = {}) =>
    Object.entries(declarations)
      .filter(([, { search }]) => search === true)
      .map(([name, { label = name }]) => {
        const items = { type: 'string', minLength: 1, maxLength: 255 }
        const description = `${labelIn(label, 'en')}: the exact value; several match any`
        return [`fields.${name}`, { type: 'array', items, minItems: 1, maxItems: 100, description }]
      }),
  )
}
