import type { StandardSchemaV1 } from '@standard-schema/spec'

/** Whether a JSON schema is of what a schema accepts, or of what it returns. */
export type SchemaDirection = 'input' | 'output'

/** The part of Standard JSON Schema that is used: not every schema has it. */
interface Convertible {
  readonly jsonSchema?: Readonly<
    Record<
      SchemaDirection,
      (options: { readonly target: string }) => Readonly<Record<string, unknown>>
    >
  >
}

/**
 * Returns the JSON schema of a Standard Schema; one of any JSON for what its library cannot
 * convert.
 */
export function toStandardJsonSchema(
  schema: StandardSchemaV1,
  direction: SchemaDirection,
): Readonly<Record<string, unknown>> {
  const { jsonSchema } = schema['~standard'] as Convertible
  try {
    const { $schema, ...converted } = jsonSchema?.[direction]({ target: 'draft-2020-12' }) ?? {}
    return converted
  } catch {
    return {}
  }
}
