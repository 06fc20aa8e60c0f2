import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { concurrent } from '../harness/workloads.mjs'
import { keepAlive } from '../http/connection.mjs'
import { sampleBody, storeId } from '../subjects/sample-store.mjs'

const connections = 64

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const library = await startServer('serve-library.mjs', onCleanUp)
    const engine = await startServer('serve-engine.mjs', onCleanUp)
    const hono = await startServer('serve-hono.mjs', onCleanUp)
    const echo = await startServer('serve-echo.mjs', onCleanUp)
    const plain = 'createQuote in plain node:http'
    const baseline = 'plain node:http that parses and echoes the JSON'
    return {
      comparisons: [
        {
          benchmark: 'create over HTTP, 10 lines, in memory, 64 connections',
          baseline,
          measure: library.measure,
          measureBaseline: echo.measure,
          target: 0.5,
          server: library.process,
        },
        {
          benchmark: 'createQuote in plain node:http, 10 lines, in memory, 64 connections',
          baseline,
          measure: engine.measure,
          measureBaseline: echo.measure,
          server: engine.process,
        },
        {
          benchmark: 'create over HTTP, 10 lines, in memory, 64 connections',
          baseline: plain,
          measure: library.measure,
          measureBaseline: engine.measure,
          target: 0.85,
          server: library.process,
        },
        {
          benchmark: 'createQuote in Hono alone, 10 lines, in memory, 64 connections',
          baseline: plain,
          measure: hono.measure,
          measureBaseline: engine.measure,
          server: hono.process,
        },
      ],
    }
  },
}

/**
 * Starts a server in its own process, and opens connections to it.
 *
 * @param {string} program
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
async function startServer(program, onCleanUp) {
  const server = fork(fileURLToPath(new URL(`../http/${program}`, import.meta.url)))
  onCleanUp(() => server.kill())
  const [{ port }] = await once(server, 'message')
  const opened = Array.from({ length: connections }, () => keepAlive(port, request()))
  onCleanUp(() => {
    for (const connection of opened) connection.close()
  })
  const send = (/** @type {number} */ caller) => opened[caller]?.send() ?? Promise.reject()
  return { process: server, measure: concurrent(connections, send) }
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
