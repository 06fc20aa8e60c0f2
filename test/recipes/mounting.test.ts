import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { NestExpressApplication } from '@nestjs/platform-express'
import express from 'express'
import fastify from 'fastify'
import Koa from 'koa'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/app.js'
import { tokenAuthenticator } from '../../src/http/authenticate.js'
import { json, quotes, request, sampleEngine } from '../http/sample-app.js'

const authenticate = tokenAuthenticator({ 'store-1': ['token-a'] })
const listener = (baseUrl = '') =>
  getRequestListener(createHttpApp({ engine: sampleEngine(), authenticate, baseUrl }).fetch)

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const host of open.splice(0)) await host.close()
})

async function listen(handler: RequestListener): Promise<string> {
  const server: Server = createServer(handler)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readJson(body: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const post = (base: string) =>
  fetch(base + quotes, { method: 'POST', headers: json, body: JSON.stringify(request) })

async function nest(mount: (app: NestExpressApplication) => void): Promise<string> {
  class AppModule {}
  Module({})(AppModule)
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false })
  mount(app)
  await app.listen(0, '127.0.0.1')
  open.push(app)
  return app.getUrl()
}

function koa(...middleware: readonly Koa.Middleware[]): Koa {
  const handle = listener()
  const app = new Koa()
  for (const each of middleware) app.use(each)
  app.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/v3/bc/public/')) return next()
    ctx.respond = false
    await handle(ctx.req, ctx.res)
  })
  return app
}

const hosts = [
  {
    name: 'Express, as a route',
    start: () => listen(express().all('/v3/bc/public/*path', listener())),
  },
  { name: 'Koa', start: () => listen(koa().callback()) },
  {
    name: 'Nest, under a prefix',
    start: async () => `${await nest((app) => app.use('/shop', listener('/shop')))}/shop`,
  },
]

describe.each(hosts)('mounted into $name', ({ start }) => {
  it('creates, updates and gets a quote, and rejects what the app rejects', async () => {
    const base = await start()
    const created = await post(base)
    expect(created.status).toBe(201)
    const { pathname, origin } = new URL(base)
    const location = created.headers.get('location') ?? ''
    expect(location.startsWith(`${pathname === '/' ? '' : pathname}${quotes}/`)).toBe(true)
    const updated = await fetch(origin + location, {
      method: 'PUT',
      headers: { ...json, 'if-match': '"1"' },
      body: '{"tag_list":["Approved"]}',
    })
    expect([updated.status, updated.headers.get('etag')]).toEqual([200, '"2"'])
    const got = await fetch(origin + location, { headers: json })
    expect(await got.json()).toEqual(await updated.json())
    const other = await fetch(`${base}/v3/bc/public/no-such-path`, { headers: json })
    expect([other.status, other.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ])
  })
})

describe('the gotchas of the recipes', () => {
  it('Express cuts a mount path off, and `baseUrl` adds it to Location', async () => {
    const app = express()
    app.use('/v3/bc/public', listener())
    app.use('/shop', listener('/shop'))
    const base = await listen(app)
    expect((await post(base)).status).toBe(404)
    const created = await post(`${base}/shop`)
    expect(created.headers.get('location')).toMatch(`/shop${quotes}/`)
  })

  it('Fastify does not send headers of `reply.header` after `hijack`', async () => {
    const app = fastify()
    open.push(app)
    const handle = listener()
    app.all('/v3/bc/public/*', (incoming, reply) => {
      reply.header('x-lost', '1')
      reply.raw.setHeader('x-sent', '1')
      reply.hijack()
      handle(incoming.raw, reply.raw)
    })
    const base = await app.listen({ port: 0, host: '127.0.0.1' })
    const { headers } = await fetch(`${base}/v3/bc/public/tags`, { headers: json })
    expect([headers.get('x-lost'), headers.get('x-sent')]).toEqual([null, '1'])
  })

  it('Koa keeps a parsed body where the app finds it only after a copy to `ctx.req`', async () => {
    const parseBody: Koa.Middleware = async (ctx, next) => {
      Object.assign(ctx.request, { body: await readJson(ctx.req) })
      await next()
    }
    const copyBody: Koa.Middleware = (ctx, next) => {
      const { body } = ctx.request as { readonly body?: unknown }
      Object.assign(ctx.req, { body })
      return next()
    }
    const rejected = await post(await listen(koa(parseBody).callback()))
    expect([rejected.status, await rejected.json()]).toMatchObject([
      500,
      { code: 'body_already_read' },
    ])
    const created = await post(await listen(koa(parseBody, copyBody).callback()))
    expect(created.status).toBe(201)
  })

  it('Fastify reads bodies unless its content type parsers are removed', async () => {
    const app = fastify()
    open.push(app)
    const handle = listener()
    app.all('/v3/bc/public/*', (incoming, reply) => {
      reply.hijack()
      handle(incoming.raw, reply.raw)
    })
    const rejected = await post(await app.listen({ port: 0, host: '127.0.0.1' }))
    expect([rejected.status, await rejected.json()]).toMatchObject([
      500,
      { code: 'body_already_read' },
    ])
  })

  it('Nest does not apply `setGlobalPrefix` to what `app.use` mounts', async () => {
    const base = await nest((app) => {
      app.setGlobalPrefix('api')
      app.use('/shop', listener('/shop'))
    })
    expect((await post(`${base}/shop`)).status).toBe(201)
    expect((await post(`${base}/api/shop`)).status).toBe(404)
  })
})
