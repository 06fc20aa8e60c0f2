import type { Route } from '../../engine/operations/operation.js'
import type { NamedRoute } from '../routes/served-operations.js'
import { type JsonSchema, toJsonSchema } from './json-schema.js'

/** Returns the name of the schema of an operation's body: `CreateQuoteRequest`. */
export function requestName(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Request`
}

/** Returns the schemas of the bodies of operations, by name. */
export function requestComponents(
  operations: readonly NamedRoute[],
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    operations.flatMap(({ name, route }) =>
      route.body === undefined ? [] : [[requestName(name), bodySchema(route, route.body)]],
    ),
  )
}

const success = { const: true, description: 'Ignored, so that a response can be sent back' }

/** The fields of a response that the body of a PUT can have. */
const responseFields = {
  success,
  quote_id: { type: 'string', description: 'Only the id in the path' },
  visible_tags: { description: success.description },
}

function bodySchema({ method, response }: Route, body: NonNullable<Route['body']>): JsonSchema {
  const schema = toJsonSchema(body())
  if (method !== 'PUT') return schema
  const added = response === 'quote' ? responseFields : { success }
  return { ...schema, properties: { ...schema.properties, ...added } }
}
