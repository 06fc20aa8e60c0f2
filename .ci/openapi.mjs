// Writes dist/openapi.json: the document that the built app serves, with the default prefix.
import { writeFileSync } from 'node:fs'
import { createHttpApp } from '../dist/http.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from '../dist/index.js'

const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({}) })
const app = createHttpApp({ engine, authenticate: () => undefined })
const response = await app.request('/v3/bc/public/openapi.json')
writeFileSync('dist/openapi.json', `${JSON.stringify(await response.json())}\n`)
