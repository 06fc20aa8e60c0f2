import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/features/messages/messages.js'
import type { StoragePort } from '../../../src/ports/storage.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { everyProduct } from '../../engine/operations/quotes/random-quotes.js'
import { context, countingStorage, engineWith, errorOf, request } from '../../engine/ports.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'

const seller = { ...context, role: 'seller' } as const
const buyer = { storeId: 'store-1', actor: 'bob', role: 'buyer' } as const
const hello = { text: 'Hello', visibility: 'customer' } as const
const note = { text: 'Margin is fine', visibility: 'internal' } as const
const pdf = { name: 'drawing.pdf', url: 'https://files.example/drawing.pdf' }

async function engineWithQuote(options: Parameters<typeof engineWith>[0] = {}) {
  const { storage, written } = countingStorage(options.storage)
  const engine = engineWith({ ...options, storage })
  const { quoteId } = await engine.createQuote(context, request)
  const listed = async () => {
    const messages: Message[] = []
    for await (const message of engine.listMessages(context, quoteId)) messages.push(message)
    return messages
  }
  return { engine, quoteId, written, listed }
}

describe('addMessage', () => {
  it('adds messages of all roles in order, and returns each', async () => {
    const { engine, quoteId, listed } = await engineWithQuote({ now: () => 5_000 })
    const attachments = [{ ...pdf, type: 'application/pdf', size: 12 }]
    const added = [
      await engine.addMessage(seller, quoteId, { ...note, attachments }),
      await engine.addMessage(buyer, quoteId, { text: 'Five\nplease' }),
      await engine.addMessage({ storeId: 'store-1' }, quoteId, hello),
    ]
    expect(added).toStrictEqual([
      { id: 1, time: 5_000, by: 'ann', role: 'seller', ...note, attachments },
      {
        id: 2,
        time: 5_000,
        by: 'bob',
        role: 'buyer',
        visibility: 'customer',
        text: 'Five\nplease',
      },
      { id: 3, time: 5_000, visibility: 'customer', text: 'Hello' },
    ])
    expect(await listed()).toEqual(added)
    expect(Object.isFrozen(added[0]?.attachments)).toBe(true)
  })

  it('leaves the quote, its version and its history as they are', async () => {
    const { engine, quoteId } = await engineWithQuote()
    const before = await engine.getQuote(context, quoteId)
    await engine.addMessage(seller, quoteId, note)
    expect(await engine.getQuote(context, quoteId)).toEqual(before)
    expect((await engine.listHistory(context, quoteId)).items).toHaveLength(1)
    const [, event] = (await engine.listEvents(context)).items
    expect(event).toMatchObject({
      position: 2,
      kind: 'messages',
      id: quoteId,
      entry: { operation: 'addMessage', by: 'ann', patches: [{ value: [{ ...note }] }] },
    })
  })

  it('works in every status', async () => {
    const { engine, quoteId, listed } = await engineWithQuote({ now: () => 5_000 })
    const add = () => engine.addMessage(seller, quoteId, note)
    const steps = [
      () => engine.sendQuote(context, quoteId, { expires: 6_000 }),
      () => engine.requestRevision(context, quoteId, { reason: 'Ten' }),
      () => engine.reviseQuote(context, quoteId),
      () => engine.sendQuote(context, quoteId),
      () => engine.acceptQuote(context, quoteId, { revision: 2 }),
      () => engine.orderQuote(context, quoteId, { order_id: 'order-1' }),
    ]
    await add()
    for (const step of steps) {
      const { version } = await step()
      await add()
      expect((await engine.getQuote(context, quoteId)).version).toBe(version)
    }
    expect(await listed()).toHaveLength(7)
  })

  it.each([seller, { ...seller, role: 'system' as const }, context])(
    'needs the visibility from %j',
    async (caller) => {
      const { engine, quoteId, written } = await engineWithQuote()
      expect(
        await errorOf(() => engine.addMessage(caller, quoteId, { text: 'Margin' })),
      ).toMatchObject({
        code: 'invalid_request',
        details: { errors: { visibility: 'is required: customer or internal' } },
      })
      expect(written).toHaveLength(1)
    },
  )

  it('does not permit internal messages of buyers', async () => {
    const { engine, quoteId, written } = await engineWithQuote()
    expect(await errorOf(() => engine.addMessage(buyer, quoteId, note))).toMatchObject({
      code: 'not_permitted',
      details: {
        operation: 'addMessage',
        reason: 'an internal message needs the role seller or system',
      },
    })
    expect(written).toHaveLength(1)
  })

  it.each([
    ['unknown', () => ({ quoteId: 'none' })],
    ['invalid', () => ({ quoteId: '\0' })],
    ['deleted', async (engine: Engine) => engine.deleteQuote(context, 'quote-1')],
    ['erased', async (engine: Engine) => engine.eraseQuote(context, 'quote-1')],
    ["another store's", () => ({ storeId: 'store-2' })],
  ])('rejects a quote that is %s', async (_, prepare) => {
    const { engine, written } = await engineWithQuote()
    const { quoteId = 'quote-1', storeId = 'store-1' } = Object((await prepare(engine)) ?? {})
    const writes = written.length
    const call = () => engine.addMessage({ storeId }, quoteId, note)
    expect((await errorOf(call)).code).toBe('quote_not_found')
    expect(written).toHaveLength(writes)
  })

  it('loads the quote and its messages in one round trip', async () => {
    const inner = memoryStorage()
    const loads: unknown[] = []
    const load: StoragePort['load'] = (storeId, refs) => {
      loads.push(refs.map(({ kind }) => kind))
      return inner.load(storeId, refs)
    }
    const { engine, quoteId } = await engineWithQuote({ storage: { ...inner, load } })
    await engine.addMessage(seller, quoteId, note)
    expect(loads).toEqual([['messages', 'quote']])
  })

  it('returns the message as it would be in a preview, and writes nothing', async () => {
    const { engine, quoteId, written, listed } = await engineWithQuote({ now: () => 5_000 })
    const preview = await engine.addMessage(seller, quoteId, note, { preview: true })
    expect(written).toHaveLength(1)
    expect(await listed()).toEqual([])
    expect(await engine.addMessage(seller, quoteId, note)).toEqual(preview)
  })

  it('adds a message once for an idempotency key, and returns it again after others', async () => {
    const { engine, quoteId, listed } = await engineWithQuote()
    const options = { idempotencyKey: 'key' }
    const first = await engine.addMessage(seller, quoteId, note, options)
    await engine.addMessage(seller, quoteId, hello)
    await engine.deleteQuote(context, quoteId)
    expect(await engine.addMessage(seller, quoteId, note, options)).toEqual(first)
    await engine.restoreQuote(context, quoteId)
    expect(await listed()).toHaveLength(2)
    const other = () => engine.addMessage(seller, quoteId, hello, options)
    expect((await errorOf(other)).code).toBe('idempotency_key_reused')
  })

  it('is not undone or repeated by a retry after the quote is erased', async () => {
    const { engine, quoteId, written } = await engineWithQuote()
    const options = { idempotencyKey: 'key' }
    await engine.addMessage(seller, quoteId, note, options)
    await engine.addMessage(seller, quoteId, note)
    await engine.eraseQuote(context, quoteId)
    const writes = written.length
    const retry = () => engine.addMessage(seller, quoteId, note, options)
    expect((await errorOf(retry)).code).toBe('quote_not_found')
    expect(written).toHaveLength(writes)
  })

  it.each(['expectedVersion', 'x'])('does not know the option %s', async (name) => {
    const { engine, quoteId } = await engineWithQuote()
    const call = () => engine.addMessage(seller, quoteId, note, { [name]: 1 } as never)
    expect(await errorOf(call)).toMatchObject({
      code: 'invalid_options',
      details: { errors: { [name]: expect.stringMatching(/^is not a known field/) } },
    })
  })

  it('asks permit with the quote, and writes nothing if it rejects', async () => {
    const asked: unknown[] = []
    let isAllowed = true
    const { engine, quoteId, written } = await engineWithQuote({
      permit(caller, operation, record, next) {
        asked.push([caller, operation, record?.quoteId, next?.quoteId])
        return isAllowed || 'not now'
      },
    })
    await engine.addMessage(seller, quoteId, note)
    isAllowed = false
    const call = () => engine.addMessage(buyer, quoteId, hello)
    expect(await errorOf(call)).toMatchObject({
      code: 'not_permitted',
      details: { operation: 'addMessage', reason: 'not now' },
    })
    expect(asked.slice(1)).toEqual([
      [seller, 'addMessage', quoteId, undefined],
      [buyer, 'addMessage', quoteId, undefined],
    ])
    expect(written).toHaveLength(2)
  })

  it('rejects messages beyond limits.maxMessages', async () => {
    const { engine, quoteId, listed } = await engineWithQuote({ limits: { maxMessages: 2 } })
    for (const message of [note, hello]) await engine.addMessage(seller, quoteId, message)
    expect(await errorOf(() => engine.addMessage(seller, quoteId, note))).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: { '': 'must be for a quote with fewer than 2 messages; raise limits.maxMessages' },
      },
    })
    expect(await listed()).toHaveLength(2)
  })

  it('leaves half of the messages for sellers, who need space for their own', async () => {
    const { engine, quoteId, listed } = await engineWithQuote({ limits: { maxMessages: 4 } })
    for (const text of ['One', 'Two']) await engine.addMessage(buyer, quoteId, { text })
    const third = () => engine.addMessage(buyer, quoteId, { text: 'Three' })
    expect(await errorOf(third)).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: {
          '': 'must be for a quote with fewer than 2 messages of buyers; raise limits.maxBuyerMessages',
        },
      },
    })
    for (const message of [note, hello]) await engine.addMessage(seller, quoteId, message)
    expect(await listed()).toHaveLength(4)
  })

  it.each([
    [{}, 250],
    [{ maxMessages: 3 }, 2],
    [{ maxMessages: 1 }, 1],
    [{ maxBuyerMessages: 1 }, 1],
    [{ maxMessages: 2, maxBuyerMessages: 2 }, 2],
  ])('accepts, with the limits %j, %i messages of buyers', async (limits, count) => {
    const { engine, quoteId, listed } = await engineWithQuote({ limits })
    for (let index = 0; index < count; index += 1)
      await engine.addMessage(buyer, quoteId, { text: 'Hello' })
    const one = () => engine.addMessage(buyer, quoteId, { text: 'Hello' })
    expect((await errorOf(one)).code).toBe('invalid_request')
    expect(await listed()).toHaveLength(count)
  })

  it('does not wait for a change of the same quote', async () => {
    let place = (_: { orderId: string }) => {}
    let reached = () => {}
    const isPlacing = new Promise<void>((resolve) => {
      reached = resolve
    })
    const orders = {
      placeOrder() {
        reached()
        return new Promise<{ orderId: string }>((resolve) => {
          place = resolve
        })
      },
    }
    const { engine, quoteId } = await engineWithQuote({ orders })
    await engine.sendQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: 1 })
    const ordering = engine.orderQuote(context, quoteId)
    await isPlacing
    expect(await engine.addMessage(seller, quoteId, note)).toMatchObject({ id: 1 })
    place({ orderId: 'order-1' })
    expect((await ordering).quote.status).toBe('ordered')
  })
})

type Engine = ReturnType<typeof engineWith>

let stores = 0

describeOnEveryStorage('addMessage', (opened) => {
  function open(storage: StoragePort = opened().storage) {
    stores += 1
    const caller = { storeId: `messages-${stores}`, actor: 'ann' }
    const options = { catalog: everyProduct, storage, maxAttempts: 1_000 }
    return { caller, engine: engineWith(options), other: engineWith(options) }
  }

  it('keeps every message of several engines, each with an id of its own', async () => {
    const { caller, engine, other } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    const strings = Array.from({ length: 20 }, (_, index) => `message ${index}`)
    const added = await Promise.all(
      strings.map((text, index) =>
        (index % 2 === 0 ? engine : other).addMessage(caller, quoteId, {
          text,
          visibility: 'customer',
        }),
      ),
    )
    const { items } = await engine.listMessages(caller, quoteId)
    expect(items.map(({ id }) => id)).toEqual(strings.map((_, index) => index + 1))
    expect(items.toSorted(byText)).toEqual(added.toSorted(byText))
  })

  it('returns the message that a key added, from the history of a long thread', async () => {
    const { caller, engine } = open()
    const { quoteId } = await engine.createQuote(caller, request)
    const add = (index: number) => {
      const message = {
        text: `${index} ${'x'.repeat(index * 20)}`,
        visibility: 'internal' as const,
      }
      return engine.addMessage(caller, quoteId, message, { idempotencyKey: `key-${index}` })
    }
    const added: unknown[] = []
    for (let index = 0; index < 25; index += 1) added.push(await add(index))
    const again: unknown[] = []
    for (let index = 0; index < 25; index += 1) again.push(await add(index))
    expect(again).toEqual(added)
  })
})

function byText(left: { readonly text: string }, right: { readonly text: string }): number {
  return left.text < right.text ? -1 : 1
}
