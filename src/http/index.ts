/** @module quotewright/http: the published interface over HTTP, as a Hono app for any runtime. */
export { createHttpApp } from './app.js'
export {
  type Authenticate,
  type Credentials,
  type StoreTokens as TokenAuthenticatorOptions,
  tokenAuthenticator,
} from './authenticate.js'
export type { HttpAppOptions } from './options.js'
