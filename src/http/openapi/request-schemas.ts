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

const idInPath = { type: 'string', description: 'Only the id in the path' }

/** The fields of a response that the body of a PUT can have, beside `success`. */
const responseFields: Partial<Record<Route['response'], object>> = {
  quote: { quote_id: idInPath, visible_tags: { description: success.description } },
  template: { template_id: idInPath },
}

function bodySchema({ method, response }: Route, body: NonNullable<Route['body']>): JsonSchema {
  const schema = toJsonSchema(body())
  if (method !== 'PUT') return schema
  const properties = { ...schema.properties, success, ...responseFields[response] }
  return { ...schema, properties: properties as Readonly<Record<string, JsonSchema>> }
}
