/** Serves an engine in memory with the HTTP adapter. Sends its port to the parent process. */
import { createAdaptorServer } from '@hono/node-server'
import { createHttpApp, tokenAuthenticator } from 'quotewright/http'
import { letParentSample } from '../profile/sampling.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { storeId } from '../subjects/sample-store.mjs'
import { listen } from './listen.mjs'

const app = createHttpApp({
  engine: sampleEngine(),
  authenticate: tokenAuthenticator({ [storeId]: ['token'] }),
})
letParentSample()
listen(createAdaptorServer({ fetch: app.fetch }))
