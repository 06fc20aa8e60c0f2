/** Serves an engine in memory with Hono alone, without what the HTTP adapter checks and adds. */
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { letParentSample } from '../profile/sampling.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { storeId } from '../subjects/sample-store.mjs'
import { listen } from './listen.mjs'

const engine = sampleEngine()
const app = new Hono()
app.post('/v3/bc/public/quotes', async ({ req }) => {
  const { quoteId, quote } = await engine.createQuote({ storeId }, JSON.parse(await req.raw.text()))
  const body = JSON.stringify({ quote_id: quoteId, quote, success: true })
  return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } })
})
letParentSample()
listen(createAdaptorServer({ fetch: app.fetch }))
