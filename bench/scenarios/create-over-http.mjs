import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sideBySide } from '../harness/sides.mjs'
import { keepAlive } from '../http/connection.mjs'
import { sampleBody, storeId } from '../subjects/sample-store.mjs'

const connections = 64

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(afterwards) {
    const library = await startServer('serve-library.mjs', afterwards)
    const engine = await startServer('serve-engine.mjs', afterwards)
    const echo = await startServer('serve-echo.mjs', afterwards)
    const limit = 'bare node:http that parses and echoes the same JSON'
    return {
      comparisons: [
        {
          work: 'create over HTTP, 10 lines, in memory, 64 connections',
          limit,
          ours: library.side,
          theirs: echo.side,
          target: 0.5,
          server: library.process,
        },
        {
          work: 'createQuote called by bare node:http, 10 lines, in memory, 64 connections',
          limit,
          ours: engine.side,
          theirs: echo.side,
          server: engine.process,
        },
      ],
    }
  },
}

/**
 * Starts a server in a process of its own, and gives what sends it requests from this one.
 *
 * @param {string} program
 * @param {import('../harness/scenario.js').Afterwards} afterwards
 */
async function startServer(program, afterwards) {
  const server = fork(fileURLToPath(new URL(`../http/${program}`, import.meta.url)))
  afterwards(() => server.kill())
  const [{ port }] = await once(server, 'message')
  const opened = Array.from({ length: connections }, () => keepAlive(port, request()))
  afterwards(() => {
    for (const connection of opened) connection.close()
  })
  const send = (/** @type {number} */ caller) => opened[caller]?.send() ?? Promise.reject()
  return { process: server, side: sideBySide(connections, send) }
}

function request() {
  const body = sampleBody()
  const lines = [
    'POST /v3/bc/public/quotes HTTP/1.1',
    'host: 127.0.0.1',
    `x-auth-client: ${storeId}`,
    'x-auth-token: token',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
