import type { Route } from '../../engine/operation.js'
import type { OwnFields } from '../../quote/model/own-fields.js'
import { type JsonSchema, toJsonSchema } from '../json-schema.js'
import { commandQuery, emptyQuery } from '../request/query.js'
import {
  pathParameters,
  type ServedRoute,
  takesIdempotencyKey,
  takesIfMatch,
  takesPreview,
} from '../routes/route.js'
import { declaredFields, fieldParameters } from './declared-fields.js'
import { problemComponents, problemResponses } from './problem-responses.js'
import { responseComponents, responseSchema } from './response-schemas.js'

/** The version of the package, as in package.json. */
export const documentVersion = '0.1.0'

/** What a document says about the app that serves the operations. */
export interface DocumentOptions {
  /** The URL before the paths. */
  readonly serverUrl: string
  /** The challenge of a 401 response, if the app does not have the default. */
  readonly challenge?: string | undefined
  /** The fields that the host declares. Undefined if they are not known: then any are accepted. */
  readonly fields?: OwnFields | undefined
}

/**
 * Returns the OpenAPI 3.1 document of operations. Pure. Limits in it are the defaults of the
 * engine.
 *
 * @param operations In the order in which the document lists them.
 */
export function createOpenApiDocument(
  operations: readonly ServedRoute[],
  { serverUrl, challenge, fields }: DocumentOptions,
): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quotes',
      version: documentVersion,
      description: 'Creates, prices, updates, finds and deletes the quotes of a store.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl === '' ? '/' : serverUrl }],
    ...getSecurity(challenge),
    paths: getPaths(operations, fields),
    components: {
      schemas: { ...responseComponents(fields), ...requestComponents(operations, fields) },
      responses: problemComponents(),
      securitySchemes: getSecuritySchemes(challenge),
    },
  }
}

function getPaths(
  operations: readonly ServedRoute[],
  fields: OwnFields | undefined,
): Readonly<Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const { method, path } = operation.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: getOperation(operation, fields) }
  }
  return paths
}

function getOperation(operation: ServedRoute, fields: OwnFields | undefined): object {
  const { name, route } = operation
  return {
    operationId: name,
    summary: route.summary,
    parameters: getParameters(operation, fields),
    ...(route.body && { requestBody: toRequestBody(operation, route.body) }),
    responses: { ...successResponses(route, fields), ...problemResponses(operation) },
  }
}

function toRequestBody({ name, route }: ServedRoute, body: NonNullable<Route['body']>): object {
  const schema = { $ref: `#/components/schemas/${requestName(name)}` }
  const content = { schema, ...(route.example && { example: route.example }) }
  const required = !body().safeParse(undefined).success
  return { required, content: { 'application/json': content } }
}

const text = { schema: { type: 'string' } }

/** The types of files. */
const fileContent = {
  quoteFile: { 'application/jsonl': text, 'text/csv': text },
  customerFile: { 'application/jsonl': text },
}

const etag = {
  description: 'The version in quotation marks, for If-Match. Absent in a preview',
  schema: { type: 'string', examples: ['"3"'] },
}

const location = { description: 'The URL of what was created', schema: { type: 'string' } }

function successResponses(
  { status, response, value }: ServedRoute['route'],
  fields: OwnFields | undefined,
): Readonly<Record<string, object>> {
  if (response === 'quoteFile' || response === 'customerFile')
    return { [status]: { description: 'A file', content: fileContent[response] } }
  if (response === 'none') return { [status]: { description: 'Done, or done by a preview' } }
  const schema = withValue(responseSchema(response, fields), value)
  const content = { 'application/json': { schema } }
  if (response === 'quote' || response === 'template' || response === 'repriced')
    return { [status]: { description: 'Success', headers: { ETag: etag }, content } }
  if (status !== 201) return { [status]: { description: 'Success', content } }
  const hasLocation = response === 'createdQuote' || response === 'createdTemplate'
  const headers = hasLocation && { headers: { ETag: etag, Location: location } }
  return {
    200: { description: 'Preview; nothing is stored', content },
    [status]: { description: 'Created', ...headers, content },
  }
}

/** Returns the schema of a response with that of the value of a feature. */
function withValue(schema: JsonSchema, value: Route['value']): JsonSchema {
  if (value === undefined) return schema
  return { ...schema, properties: { ...schema.properties, value: toJsonSchema(value()) } }
}

/** Schemes of `Authorization` that OpenAPI knows by name. */
const knownScheme = /^(?:bearer|basic)\b/i

function getSecurity(challenge = ''): object {
  return { security: [knownScheme.test(challenge) ? { authorization: [] } : storeSecurity] }
}

const storeSecurity = { store: [], token: [] }

function getSecuritySchemes(challenge = ''): object {
  const [scheme] = knownScheme.exec(challenge) ?? []
  if (scheme !== undefined) return { authorization: { type: 'http', scheme: scheme.toLowerCase() } }
  return {
    store: { type: 'apiKey', in: 'header', name: 'x-auth-client' },
    token: { type: 'apiKey', in: 'header', name: 'x-auth-token' },
  }
}

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
function getParameters({ route }: ServedRoute, fields: OwnFields | undefined): readonly object[] {
  const inPath = pathParameters(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }))
  const query = takesPreview(route) ? commandQuery : (route.query?.() ?? emptyQuery)
  const properties = Object.entries(toJsonSchema(query).properties ?? {})
  const named = properties.flatMap(([name, schema]) =>
    // An object has a parameter for each of its fields.
    schema.type === 'object' ? fieldParameters(fields) : [[name, schema] as const],
  )
  const inQuery = named.map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  return [
    ...inPath,
    ...inQuery,
    ...(takesIfMatch(route) ? [ifMatch] : []),
    ...(takesIdempotencyKey(route) ? [idempotencyKey] : []),
  ]
}

/** Returns the name of the schema of an operation's body: `CreateQuoteRequest`. */
function requestName(operation: string): string {
  const words = operation.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Request`
}

/** Returns the schemas of the bodies of operations, by name. */
function requestComponents(
  operations: readonly ServedRoute[],
  fields: OwnFields | undefined,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    operations.flatMap(({ name, route }) =>
      route.body === undefined ? [] : [[requestName(name), bodySchema(route, route.body, fields)]],
    ),
  )
}

const success = { const: true, description: 'Ignored, so that a response can be sent back' }

const idInPath = { type: 'string', description: 'Only the id in the path' }

/** The fields of a response that the body of a PUT can have, besides `success`. */
const responseFields: Partial<Record<ServedRoute['route']['response'], object>> = {
  quote: { quote_id: idInPath, visible_tags: { description: success.description } },
  template: { template_id: idInPath },
}

function bodySchema(
  { method, response }: ServedRoute['route'],
  body: NonNullable<Route['body']>,
  fields: OwnFields | undefined,
): JsonSchema {
  const toDeclared = (place: string) => declaredFields(fields, place, 'input')
  const schema = toJsonSchema(body(), { toDeclared })
  if (method !== 'PUT') return schema
  const properties = { ...schema.properties, success, ...responseFields[response] }
  return { ...schema, properties: properties as Readonly<Record<string, JsonSchema>> }
}
