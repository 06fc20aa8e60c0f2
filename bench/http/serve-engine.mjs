/** Serves an engine in memory with plain node:http, the minimum of any adapter. */
import { createServer } from 'node:http'
import { letParentSample } from '../profile/sampling.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { storeId } from '../subjects/sample-store.mjs'
import { listen } from './listen.mjs'

const engine = sampleEngine()
letParentSample()
listen(
  createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', async () => {
      const body = JSON.parse(Buffer.concat(chunks).toString())
      const { quoteId, quote } = await engine.createQuote({ storeId }, body)
      response.statusCode = 201
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ quote_id: quoteId, quote, success: true }))
    })
  }),
)
