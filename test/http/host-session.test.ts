import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import express, { type NextFunction, type Request, type Response } from 'express'
import fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createCustomerPage, customerLinks } from '../../src/customer-page/index.js'
import { createDesk, type DeskUser } from '../../src/desk/index.js'
import { createHttpApp } from '../../src/http/app.js'
import { sampleEngine } from './sample-app.js'

interface WithSession {
  readonly session?: { readonly user: DeskUser } | undefined
}
const user: DeskUser = { storeId: 'store-1', actor: 'u7', name: 'Grace', role: 'seller' }
const sessionOf = (cookie: string | undefined) => (cookie === 'sid=1' ? { user } : undefined)
const secrets = ['a secret of at least 32 characters']

/** Everything that asks for the session, each in one line. */
function createListener() {
  const engine = sampleEngine()
  const actors: string[] = []
  const api = createHttpApp({
    engine,
    authenticate: ({ raw }) => (raw as WithSession).session?.user,
  })
  const desk = createDesk({
    engine,
    secrets,
    authenticate: ({ raw }) => (raw as WithSession).session?.user,
  })
  const page = createCustomerPage({
    engine,
    secrets,
    actor(_record, _link, { raw }) {
      const actor = (raw as WithSession).session?.user.actor ?? 'customer'
      actors.push(actor)
      return actor
    },
  })
  api.route('/', desk).route('/', page)
  return { engine, actors, handle: getRequestListener(api.fetch) }
}

type Handle = ReturnType<typeof createListener>['handle']

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

const session = (request: Request, _response: Response, next: NextFunction) => {
  Object.assign(request, { session: sessionOf(request.headers.cookie) })
  next()
}

async function startExpress(handle: Handle): Promise<string> {
  const app = express()
  app.use(session, handle)
  const server = app.listen(0, '127.0.0.1')
  closes.push(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function startFastify(handle: Handle): Promise<string> {
  const app = fastify()
  closes.push(() => app.close())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  app.all('/*', (request, reply) => {
    reply.hijack()
    const found = sessionOf(request.headers.cookie)
    handle(Object.assign(request.raw, { session: found }), reply.raw)
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function startNest(handle: Handle): Promise<string> {
  class AppModule {}
  Module({})(AppModule)
  const app = await NestFactory.create(AppModule, { bodyParser: false, logger: false })
  closes.push(() => app.close())
  app.use(session, handle)
  await app.listen(0, '127.0.0.1')
  return app.getUrl()
}

describe.each([
  ['Express 5', startExpress],
  ['Fastify 5', startFastify],
  ['Nest 11', startNest],
])('the session of %s', (_, start) => {
  it('says who calls the API, the desk and the page of a customer', async () => {
    const { engine, actors, handle } = createListener()
    const address = await start(handle)
    const get = (path: string, cookie = 'sid=1') =>
      fetch(address + path, { headers: { cookie }, redirect: 'manual' })

    expect((await get('/v3/bc/public/tags')).status).toBe(200)
    expect((await get('/v3/bc/public/tags', 'sid=2')).status).toBe(401)
    const desk = await get('/desk')
    expect([desk.status, await desk.text()]).toEqual([200, expect.stringContaining('Grace')])
    expect((await get('/desk', 'sid=2')).status).toBe(401)

    const products = [{ id: 118, qty: 1 }]
    const { quoteId } = await engine.createQuote(user, { customer: { name: 'Ada' }, products })
    const link = customerLinks({ secrets, baseUrl: '' }).createUrl(
      await engine.sendQuote(user, quoteId),
    )
    expect((await get(link)).status).toBe(200)
    expect((await get(link, 'sid=2')).status).toBe(200)
    expect(new Set(actors)).toEqual(new Set(['u7', 'customer']))
  })
})

describe('without a server of Node', () => {
  it('there is no raw request', async () => {
    const seen: unknown[] = []
    const app = createHttpApp({
      engine: sampleEngine(),
      authenticate({ raw }) {
        seen.push(raw)
        return undefined
      },
    })
    expect((await app.request('/v3/bc/public/tags')).status).toBe(401)
    expect(seen).toEqual([undefined])
  })
})
