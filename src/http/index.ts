/**
 * The published interface over HTTP, as a Hono app for any runtime.
 *
 * @module quotewright/http
 */

export type { StoreRouteName } from '../files/routes.js'
export { createHttpApp } from './app.js'
export {
  type Authenticate,
  type Credentials,
  type StoreTokens,
  tokenAuthenticator,
} from './authenticate.js'
export type { HttpAppOptions, RateLimit } from './options.js'
export { type Problem, type ProblemBody, type ProblemCode, toProblem } from './problem-details.js'
