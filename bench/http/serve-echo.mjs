/** Serves nothing but the JSON that it was sent, parsed and written again; tells its parent the port. */
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
