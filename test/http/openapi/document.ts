import { storeRoutes } from '../../../src/files/routes.js'
import { createOpenApiDocument } from '../../../src/http/openapi/document.js'
import { servedOperations } from '../../../src/http/routes/route.js'
import { operations } from '../../../src/quote-engine/operations.js'
import { sampleEngine } from '../sample-app.js'

const served = [...servedOperations(operations, sampleEngine()), ...storeRoutes]

/** Creates the document of all operations, as JSON. */
const createJson = (challenge?: string) =>
  JSON.stringify(
    createOpenApiDocument(served, { serverUrl: '/v3/bc/public', challenge, fields: {} }),
  )

const json = createJson()

/** The document of all operations. Tests read any field of it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of a document
export function sampleDocument(challenge?: string): any {
  return JSON.parse(challenge === undefined ? json : createJson(challenge))
}

/** Every operation in the document with its path and method. */
export function documentedOperations() {
  const paths: Record<
    string,
    Record<string, { operationId: string; responses: object }>
  > = sampleDocument().paths
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
}
