import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'

/** A server of a host, with pages of the library among its own. */
export interface Host {
  /** The address without a slash at the end: `http://127.0.0.1:1234`. */
  readonly origin: string
  close(): Promise<void>
}

/** Apps of the library by the prefix under which the host mounts them. */
export type MountedApps = Readonly<Record<string, Hono>>

/** Starts a server of each framework with the apps in it. */
export const hosts: Readonly<Record<string, (apps: MountedApps) => Promise<Host>>> = {
  Hono: startHono,
  Express: startExpress,
  Fastify: startFastify,
}

async function startHono(apps: MountedApps): Promise<Host> {
  const app = new Hono()
  for (const mounted of Object.values(apps)) app.route('/', mounted)
  return listen(getRequestListener(app.fetch))
}

async function startExpress(apps: MountedApps): Promise<Host> {
  const app = express()
  for (const [prefix, mounted] of Object.entries(apps)) {
    const listener = getRequestListener(mounted.fetch)
    app.all([prefix, `${prefix}/*path`], listener)
  }
  app.use(express.urlencoded())
  return listen(app)
}

async function startFastify(apps: MountedApps): Promise<Host> {
  const app = fastify()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const [prefix, mounted] of Object.entries(apps)) {
      const listener = getRequestListener(mounted.fetch)
      for (const path of [prefix, `${prefix}/*`])
        scope.all(path, (request, reply) => {
          reply.hijack()
          listener(request.raw, reply.raw)
        })
    }
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { origin, close: () => app.close() }
}

async function listen(listener: RequestListener): Promise<Host> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
