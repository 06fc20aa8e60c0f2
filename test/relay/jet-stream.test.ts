import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type JetStreamOptions, jetStream } from '../../src/relay/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { createShop, startTime } from './shop.js'

const servers = process.env.QUOTEWRIGHT_NATS_URL ?? ''
const missing = servers === '' ? 'QUOTEWRIGHT_NATS_URL is not set' : undefined

/** Names that no other run on the same server uses. */
const name = `quotewright_${process.pid}_${process.env.VITEST_POOL_ID ?? 0}`
const subject = `${name}.{storeId}.{type}`

describe.skipIf(missing)(`jetStream on a NATS server (${missing ?? 'here'})`, () => {
  let connection: NatsConnection
  let manager: JetStreamManager
  beforeAll(async () => {
    connection = await connect({ servers })
    manager = await jetstreamManager(connection)
  })
  afterAll(() => connection?.close())
  beforeEach(() => manager.streams.add({ name, subjects: [`${name}.>`] }))
  afterEach(() => manager.streams.delete(name))

  const destination = (options: Partial<JetStreamOptions> = {}) =>
    jetStream({ client: jetstream(connection), subject, ...options })

  /** Returns what the stream has stored, in its order. */
  async function stored() {
    const { state } = await manager.streams.info(name)
    const messages = []
    for (let seq = 1; seq <= state.last_seq; seq += 1) {
      const message = await manager.streams.getMessage(name, { seq })
      if (message === null) continue
      const id = message.header.get('Nats-Msg-Id')
      messages.push({ subject: message.subject, id, body: message.json<{ data: object }>() })
    }
    return messages
  }

  it('stores the events of each store in order, on the subject of the store and the type', async () => {
    const shop = createShop('a', 'b')
    const [quoteId] = await shop.sell('a', 3)
    await shop.sell('b', 2)
    const events = destination({ stream: name, envelope: 'cloudevents' })
    expect((await shop.relay({ destinations: { events } }).run()).delivered).toBe(5)
    const messages = await stored()
    const ofA = messages.filter((each) => each.subject === `${name}.a.quote.create`)
    expect(ofA.map(({ body }) => Object(body.data).position)).toEqual([1, 2, 3])
    expect(messages).toHaveLength(5)
    expect(ofA[0]?.body).toMatchObject({
      specversion: '1.0',
      id: ofA[0]?.id,
      type: 'quote.create',
      subject: quoteId,
      time: new Date(startTime).toISOString(),
      data: { storeId: 'a', quote: { customer: { name: 'Ada' } } },
    })
  })

  it('stores an event once, if it is delivered again after the answer was lost', async () => {
    const shop = createShop('a')
    await shop.sell('a', 2)
    const client = jetstream(connection)
    let lost = 0
    const events = destination({
      client: {
        async publish(...args) {
          const confirmation = await client.publish(...args)
          lost += 1
          if (lost === 1) throw new Error('the answer is lost')
          return confirmation
        },
      },
    })
    const relay = shop.relay({ destinations: { events } })
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 1 })
    shop.clock.now += 60_000
    expect(await relay.run()).toMatchObject({ delivered: 2, failed: 0 })
    expect((await stored()).map(({ body }) => Object(body.data).position)).toEqual([1, 2])
  })

  it('repeats what could not be sent while the connection was closed, without loss', async () => {
    const shop = createShop('a')
    await shop.sell('a', 2)
    const first = await connect({ servers })
    await first.close()
    const closed = destination({ client: jetstream(first) })
    const relay = shop.relay({ destinations: { events: closed } })
    expect(await relay.run()).toMatchObject({ delivered: 0, failed: 1 })
    expect((await relay.health())[0]?.lastError).toBe('JetStream: closed connection')
    shop.clock.now += 60_000
    const events = destination()
    expect((await shop.relay({ destinations: { events } }).run()).delivered).toBe(2)
    expect((await stored()).map(({ body }) => Object(body.data).position)).toEqual([1, 2])
  })

  it('encodes ids of stores as one token each', async () => {
    const ids = ['a.b', 'a b', '*', '>', 'ü%2E', '{type}']
    const shop = createShop(...ids)
    for (const id of ids) await shop.sell(id)
    const events = destination()
    expect((await shop.relay({ destinations: { events } }).run()).delivered).toBe(ids.length)
    const tokens = (await stored()).map((each) => each.subject.split('.'))
    for (const each of tokens) expect(each).toEqual([name, expect.any(String), 'quote', 'create'])
    expect(tokens.map(([, token = '']) => decodeURIComponent(token)).sort()).toEqual(ids.sort())
  })

  it('leaves the quote out if the stream takes no message of that size', async () => {
    await manager.streams.update(name, { max_msg_size: 600 })
    const shop = createShop('a')
    await shop.sell('a')
    const relay = shop.relay({ destinations: { events: destination() } })
    expect((await relay.run()).delivered).toBe(1)
    const [message] = await stored()
    expect(message?.body.data).toMatchObject({ quote: null, quoteOmitted: true, position: 1 })
  })

  const errors: readonly [string, Partial<JetStreamOptions>, string][] = [
    ['a subject without a stream', { subject: 'unknown.{type}' }, 'no stream takes the subject'],
    ['another stream', { stream: 'OTHER' }, 'belongs to another stream than OTHER'],
    ['a subject that cannot be', { subject: () => 'a..b' }, 'has returned the string "a..b"'],
  ]
  it.each(errors)('fails for %s, and says what to do', async (_, options, message) => {
    const shop = createShop('a')
    await shop.sell('a')
    const relay = shop.relay({ destinations: { events: destination(options) } })
    expect(await relay.run()).toMatchObject({ failed: 1 })
    expect((await relay.health())[0]?.lastError).toContain(message)
  })

  it('fails for a connection instead of a client, which confirms nothing', async () => {
    const shop = createShop('a')
    await shop.sell('a')
    const events = destination({ client: connection as never })
    const relay = shop.relay({ destinations: { events } })
    expect(await relay.run()).toMatchObject({ failed: 1 })
    expect((await relay.health())[0]?.lastError).toContain('jetstream(connection)')
  })
})

describe('jetStream rejects', () => {
  const client = { publish: async () => ({ stream: 'S', seq: 1 }) }

  it.each([
    [{ client: {} }, 'client'],
    [{ subject: 'a.*' }, 'subject'],
    [{ subject: 'a b' }, 'subject'],
    [{ subject: 'a..b' }, 'subject'],
    [{ subject: '{storeid}' }, 'subject'],
    [{ subject: '' }, 'subject'],
    [{ stream: 'a.b' }, 'stream'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ quote: 'some' }, 'quote'],
    [{ msgID: 'a' }, 'msgID'],
  ])('%j', (options, field) => {
    const errors = fieldErrorsOf(
      () => jetStream({ client, ...options } as never),
      'invalid_options',
    )
    expect(Object.keys(errors)).toEqual([field])
  })
})
