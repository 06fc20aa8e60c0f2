import { z } from 'zod'
import { listDescriptions } from '../../validation/schemas/list-schema.js'
import { recordDescriptions } from '../../validation/schemas/record-schema.js'

/** A JSON schema of draft 2020-12, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

/** Schemas that have a name, and are referred to by it. */
export type SchemaNames = ReadonlyMap<z.core.$ZodType, string>

const noNames: SchemaNames = new Map()

/**
 * Converts a schema of a request to a JSON schema. Names are no metadata of zod, because its
 * registry is shared with the host.
 */
export function toJsonSchema(schema: z.core.$ZodType, names: SchemaNames = noNames): JsonSchema {
  const {
    $schema,
    '~standard': _,
    ...converted
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema !== schema && names.has(zodSchema)) replace(jsonSchema, refTo(zodSchema, names))
      else describe(zodSchema, jsonSchema, names)
    },
  }) as Record<string, unknown>
  return converted
}

/** Returns a reference to a schema with a name, and converts every other schema. */
export function toRefOrSchema(schema: z.core.$ZodType, names: SchemaNames): JsonSchema {
  return names.has(schema) ? refTo(schema, names) : toJsonSchema(schema, names)
}

function refTo(schema: z.core.$ZodType, names: SchemaNames): JsonSchema {
  return { $ref: `#/components/schemas/${names.get(schema)}` }
}

function replace(jsonSchema: Record<string, unknown>, next: JsonSchema): void {
  for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword]
  Object.assign(jsonSchema, next)
}

/** Adds what zod cannot see: the content of lists and records. Removes the bounds of integers. */
function describe(
  schema: z.core.$ZodType,
  jsonSchema: Record<string, unknown>,
  names: SchemaNames,
): void {
  const list = listDescriptions.get(schema)
  const record = recordDescriptions.get(schema)
  if (list !== undefined)
    replace(jsonSchema, {
      type: 'array',
      items: toRefOrSchema(list.element, names),
      ...(list.min > 0 ? { minItems: list.min } : undefined),
      ...(Number.isFinite(list.max) ? { maxItems: list.max } : undefined),
    })
  if (record !== undefined)
    replace(jsonSchema, {
      type: 'object',
      additionalProperties: toRefOrSchema(record.value, names),
      ...(Number.isFinite(record.max) ? { maxProperties: record.max } : undefined),
    })
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
