import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, it } from 'vitest'
import { createSecret, type WebhookOptions, webhook } from '../../src/relay/index.js'
import { isPrivateAddress } from '../../src/relay/private-addresses.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { createShop, startTime } from './shop.js'

interface Received {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

const ok: RequestListener = (_, response) => response.writeHead(204).end()

/** Starts a receiver that respondWith as `answer` does. */
async function receive(respond: RequestListener = ok) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body })
      respond(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { received, url: `http://127.0.0.1:${port}/hooks`, port }
}

const secret = createSecret()

/** Sells a quote, and delivers its event. Returns the state of the destination. */
async function deliver(options: Partial<WebhookOptions> & { readonly url: string }) {
  const shop = createShop('store-1')
  const [quoteId] = (await shop.sell('store-1')) as [string]
  await shop.engine.updateQuote({ storeId: 'store-1' }, quoteId, { customer: { name: 'Grace' } })
  const erp = webhook({ secret, allowPrivateAddresses: true, ...options })
  const relay = shop.relay({ destinations: { erp } })
  await relay.run()
  const [health] = await relay.health()
  return { shop, relay, quoteId, health }
}

const standardHeaders = ({ headers }: Received) => headers as Record<string, string>

/** Verifies as of the time of the test's clock, which `standardwebhooks` compares with its own. */
function verify(received: Received, key: string) {
  const { now } = Date
  Date.now = () => startTime
  try {
    return new Webhook(key).verify(received.body, standardHeaders(received))
  } finally {
    Date.now = now
  }
}

describe('webhook posts', () => {
  it('events that standardwebhooks verifies, without the fields for the store only', async () => {
    const { received, url } = await receive()
    const { quoteId, health } = await deliver({
      url,
      headers: { authorization: 'Bearer abc' },
    })
    expect(health).toMatchObject({ position: 2, pending: 0 })
    const [first, second] = received as [Received, Received]
    expect(first.method).toBe('POST')
    expect(first.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: 'Bearer abc',
    })
    expect(verify(first, secret)).toMatchObject({
      type: 'quote.create',
      timestamp: new Date(startTime).toISOString(),
      data: {
        storeId: 'store-1',
        position: 1,
        quoteId,
        version: 1,
        by: 'ann',
        quote: { customer: { name: 'Ada' }, quote_total: '9.99' },
      },
    })
    expect(JSON.parse(second.body).data).toMatchObject({
      version: 2,
      quote: { customer: { name: 'Grace' } },
    })
    expect(() => verify({ ...first, body: `${first.body} ` }, secret)).toThrow()
    expect(() => verify(first, createSecret())).toThrow()
  })

  it('a signature of each secret, so that a receiver can change to the next', async () => {
    const { received, url } = await receive()
    const next = createSecret()
    await deliver({ url, secret: [secret, next] })
    for (const key of [secret, next]) expect(verify(received[0] as Received, key)).toBeTruthy()
  })

  it('a CloudEvent', async () => {
    const { received, url } = await receive()
    const { quoteId } = await deliver({ url, envelope: 'cloudevents', quote: 'none' })
    const [first] = received as [Received]
    expect(first.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8')
    expect(JSON.parse(first.body)).toEqual({
      specversion: '1.0',
      id: first.headers['webhook-id'],
      source: '/stores/store-1',
      type: 'quote.create',
      time: new Date(startTime).toISOString(),
      subject: quoteId,
      datacontenttype: 'application/json',
      data: { storeId: 'store-1', position: 1, quoteId, version: 1, by: 'ann' },
    })
  })

  it('no quote that would be too long', async () => {
    const { received, url } = await receive()
    await deliver({ url, maxBodyBytes: 100 })
    expect(JSON.parse(received[0]?.body ?? '').data).toMatchObject({
      quote: null,
      quoteOmitted: true,
      version: 1,
    })
  })
})

describe('webhook fails', () => {
  const respondWith =
    (status: number, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, headers).end('Ada')

  it.each([
    [503, { 'retry-after': '120' }, 120_000],
    [429, { 'retry-after': new Date(startTime + 90_000).toUTCString() }, 90_000],
    [503, { 'retry-after': 'soon' }, 1_000],
    [500, {}, 1_000],
  ])('for status %i with %j, and tries again later', async (status, headers, pause) => {
    const { received, url } = await receive(respondWith(status, headers))
    const { health } = await deliver({ url })
    expect(received).toHaveLength(1)
    const retryAt = startTime + pause
    expect(health).toMatchObject({ attempts: 1, retryAt, lastError: `status ${status}` })
  })

  it('for 410 until it is enabled', async () => {
    const { url } = await receive(respondWith(410))
    const { health, relay } = await deliver({ url })
    expect(health?.disabled?.reason).toContain('410')
    expect(await relay.enable('store-1', 'erp')).toBe(true)
  })

  it('for a redirect, which it does not follow', async () => {
    const target = await receive()
    const { url } = await receive(respondWith(307, { location: target.url }))
    expect((await deliver({ url })).health?.lastError).toContain('redirects are not followed')
    expect(target.received).toEqual([])
  })

  it('without a response in time', async () => {
    const { url } = await receive(() => undefined)
    const { health } = await deliver({ url, timeoutMs: 20 })
    expect(health?.lastError).toBe('no response within 20 ms')
  })

  it('for a receiver that switches to another protocol', async () => {
    const server = createNetServer((socket) => {
      socket.once('data', () =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
        ),
      )
      socket.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    cleanups.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    const { health } = await deliver({ url: `http://127.0.0.1:${port}/` })
    expect(health?.lastError).toBe('status 101')
  })

  it('for a receiver that closes the connection', async () => {
    const { url } = await receive((request) => request.socket.destroy())
    expect((await deliver({ url })).health).toMatchObject({ attempts: 1, pending: 2 })
  })

  it('not for a body that does not end, which it does not read', async () => {
    const { url } = await receive((_, response) => {
      response.writeHead(200)
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write)
      }
      write()
    })
    expect((await deliver({ url, maxResponseBytes: 1_000 })).health?.position).toBe(2)
  })
})

describe('webhook connects to no private address', () => {
  const notPublic = expect.stringContaining('is not public; set allowPrivateAddresses')

  it.each(['127.0.0.1', 'localhost', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]'])(
    'given as %s',
    async (host) => {
      const { received, port } = await receive()
      const url = `http://${host}:${port}/`
      const { health } = await deliver({ url, allowPrivateAddresses: false })
      expect(health?.lastError).toEqual(notPublic)
      expect(received).toEqual([])
    },
  )

  it('that a name resolves to only when it connects', async () => {
    const { received, port } = await receive()
    const asked: string[] = []
    const { health } = await deliver({
      url: `http://rebind.example:${port}/`,
      allowPrivateAddresses: false,
      lookup(hostname, _options, callback) {
        asked.push(hostname)
        const addresses = [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]
        callback(null, addresses.slice(asked.length === 1 ? 1 : 0))
      },
    })
    expect(asked).toEqual(['rebind.example'])
    expect(health?.lastError).toEqual(notPublic)
    expect(received).toEqual([])
  })

  it.each([0, 1])('that is address %i of several of a name', async (index) => {
    const { received, port } = await receive()
    const { health } = await deliver({
      url: `http://two.example:${port}/`,
      allowPrivateAddresses: false,
      lookup(_hostname, _options, callback) {
        const addresses = [{ address: '93.184.216.34', family: 4 }]
        addresses.splice(index, 0, { address: '127.0.0.1', family: 4 })
        callback(null, addresses)
      },
    })
    expect(health?.lastError).toEqual(notPublic)
    expect(received).toEqual([])
  })

  it.each([
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['2606:4700::1111', false],
    ['10.1.2.3', true],
    ['100.64.0.1', true],
    ['169.254.169.254', true],
    ['172.31.255.255', true],
    ['192.168.1.1', true],
    ['224.0.0.1', true],
    ['255.255.255.255', true],
    ['::', true],
    ['::1', true],
    ['::ffff:8.8.8.8', true],
    ['64:ff9b::7f00:1', true],
    ['2002:7f00:1::', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['ff02::1', true],
    ['', true],
    ['localhost', true],
  ])('%j is private: %s', (address, expected) => {
    expect(isPrivateAddress(address)).toBe(expected)
  })
})

describe('webhook rejects', () => {
  const valid = { url: 'https://erp.example/', secret }

  it.each([
    [{ url: 'erp.example' }, 'url'],
    [{ url: 'ftp://erp.example' }, 'url'],
    [{ url: 'https://ann:pw@erp.example' }, 'url'],
    [{ secret: 'secret' }, 'secret'],
    [{ secret: `whsec_${Buffer.alloc(23).toString('base64')}` }, 'secret'],
    [{ secret: [] }, 'secret'],
    [{ headers: { 'Webhook-Id': 'a' } }, 'headers.Webhook-Id'],
    [{ headers: { a: 'b\r\nc: d' } }, 'headers.a'],
    [{ quote: 'some' }, 'quote'],
    [{ envelope: 'xml' }, 'envelope'],
    [{ maxResponseBytes: 0 }, 'maxResponseBytes'],
    [{ redirect: true }, 'redirect'],
  ])('%j', (options, field) => {
    const errors = fieldErrorsOf(
      () => webhook({ ...valid, ...options } as never),
      'invalid_options',
    )
    expect(Object.keys(errors)).toEqual([field])
  })

  it.each([
    ['Host', 'is set by the webhook itself'],
    ['webhook-id', 'is set by the webhook itself'],
    ['a b', 'must be the name of a header'],
  ])('the header %j, and says why', (name, message) => {
    const errors = fieldErrorsOf(
      () => webhook({ ...valid, headers: { [name]: 'x' } }),
      'invalid_options',
    )
    expect(Object.values(errors)).toEqual([message])
  })

  it('the value of a header that is no string', () => {
    const headers = { a: 5 } as never
    expect(fieldErrorsOf(() => webhook({ ...valid, headers }), 'invalid_options')).toEqual({
      'headers.a': 'must be a string, received the number 5',
    })
  })

  it('a secret without showing it', () => {
    const errors = fieldErrorsOf(() => webhook({ ...valid, secret: 'hunter2' }), 'invalid_options')
    expect(JSON.stringify(errors)).not.toContain('hunter2')
  })
})
