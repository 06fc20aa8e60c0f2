import * as z from 'zod'
import { declaredKeyword } from '../validation/json-value.js'
import { descriptionByListSchema } from '../validation/schemas/list-schema.js'
import { recordDescriptions } from '../validation/schemas/record-schema.js'

/** A JSON schema of draft 2020-12, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

/** How to convert schemas. */
export interface ConversionOptions {
  /** Schemas that have a name, and are referred to by it. */
  readonly names?: ReadonlyMap<z.core.$ZodType, string>
  /** True to accept unknown fields: later releases add fields to responses. */
  readonly isOpen?: boolean
  /**
   * Returns the JSON schema of fields that the host declares, undefined if there are none.
   *
   * @default that of any object
   */
  readonly toDeclared?: (place: string) => JsonSchema | undefined
}

/**
 * Converts a schema to a JSON schema of what it accepts. Names are no metadata of zod, because its
 * registry is shared with the host.
 */
export function toJsonSchema(schema: z.core.$ZodType, options: ConversionOptions = {}): JsonSchema {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const reference = zodSchema === schema ? undefined : referenceTo(zodSchema, options)
      if (reference === undefined) complete(jsonSchema, zodSchema, options)
      else replace(jsonSchema, reference)
    },
  })
  const json = { ...converted } as JsonSchema
  return options.toDeclared === undefined ? json : (withoutUndeclared(json) as JsonSchema)
}

/** Returns a schema without the properties that no host declares. */
function withoutUndeclared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndeclared)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => !isUndeclared(each))
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutUndeclared(each)]))
}

function isUndeclared(value: unknown): boolean {
  return typeof value === 'object' && value !== null && declaredKeyword in value
}

/** Returns a reference to a schema with a name, and converts every other schema. */
export function toReferenceOrSchema(
  schema: z.core.$ZodType,
  options: ConversionOptions,
): JsonSchema {
  return referenceTo(schema, options) ?? toJsonSchema(schema, options)
}

function referenceTo(
  schema: z.core.$ZodType,
  { names }: ConversionOptions,
): JsonSchema | undefined {
  const name = names?.get(schema)
  return name === undefined ? undefined : { $ref: `#/components/schemas/${name}` }
}

function replace(jsonSchema: Record<string, unknown>, next: JsonSchema): void {
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
  Object.assign(jsonSchema, next)
}

/** Adds what zod cannot see, the content of lists and records. Removes the bounds of integers. */
function complete(
  jsonSchema: Record<string, unknown>,
  schema: z.core.$ZodType,
  options: ConversionOptions,
): void {
  const list = descriptionByListSchema.get(schema)
  const record = recordDescriptions.get(schema)
  if (list !== undefined)
    Object.assign(jsonSchema, {
      type: 'array',
      items: toReferenceOrSchema(list.element, options),
      ...(list.min > 0 && { minItems: list.min }),
      ...(Number.isFinite(list.max) && { maxItems: list.max }),
    })
  if (record !== undefined)
    Object.assign(jsonSchema, {
      type: 'object',
      additionalProperties: toReferenceOrSchema(record.value, options),
      ...(Number.isFinite(record.max) && { maxProperties: record.max }),
    })
  const { [declaredKeyword]: place } = jsonSchema
  if (typeof place === 'string') {
    const { toDeclared = () => ({ type: 'object' }) } = options
    const declared = toDeclared(place)
    if (declared !== undefined) delete jsonSchema[declaredKeyword]
    Object.assign(jsonSchema, declared)
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (options.isOpen && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties
}
