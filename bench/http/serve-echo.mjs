/**
 * Responds with the request's JSON, parsed and serialized. Sends its port to the parent process.
 */
import { createServer } from 'node:http'
import { listen } from './listen.mjs'

listen(
  createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.statusCode = 201
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(JSON.parse(Buffer.concat(chunks).toString())))
    })
  }),
)
