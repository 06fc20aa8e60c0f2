import { commandQuery, emptyQuery } from '../request/query.js'
import {
  isCommand,
  pathParameters,
  takesIdempotencyKey,
  takesIfMatch,
} from '../routes/route-path.js'
import type { NamedRoute } from '../routes/served-operations.js'
import { toJsonSchema } from './json-schema.js'

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the version to change. Any other version is rejected with 412',
  schema: { type: 'string', examples: ['"3"'] },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes the request safe to retry: the same request with the same key changes nothing',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Returns the parameters of an operation: in the path, in the query string, in headers. */
export function parametersOf({ route }: NamedRoute): readonly object[] {
  const inPath = pathParameters(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }))
  const query = isCommand(route) ? commandQuery : (route.query ?? emptyQuery)
  const inQuery = Object.entries(toJsonSchema(query).properties ?? {}).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      schema,
    }),
  )
  return [
    ...inPath,
    ...inQuery,
    ...(takesIfMatch(route) ? [ifMatch] : []),
    ...(takesIdempotencyKey(route) ? [idempotencyKey] : []),
  ]
}
