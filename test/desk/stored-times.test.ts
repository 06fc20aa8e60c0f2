import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import type { StoragePort } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from './sample-desk.js'

/** A time that every release before has stored, and no `Date` can hold. */
const time = 9_000_000_000_000_000

/** A storage whose quotes and messages have such times everywhere, as if they were stored so. */
function storageOf(past: { isChanged: boolean }): StoragePort {
  const storage = memoryStorage()
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, field]) => [
      name,
      ['time', 'updated', 'sent', 'expires'].includes(name) && field !== undefined
        ? time
        : changed(field),
    ])
    return Object.fromEntries(fields)
  }
  const reading =
    <Args extends unknown[], T>(method: (...args: Args) => T | Promise<T>) =>
    async (...args: Args) =>
      (past.isChanged ? changed(await method(...args)) : await method(...args)) as T
  return {
    ...storage,
    load: reading(storage.load),
    find: reading(storage.find),
    listHistory: reading(storage.listHistory),
    listEvents: reading(storage.listEvents),
  }
}

async function sampleStore() {
  const past = { isChanged: false }
  const engine = sampleEngine({ storage: storageOf(past) })
  const { quoteId } = await engine.createQuote(seller, request)
  const record = await engine.sendQuote(seller, quoteId, { expires: '2999-12-31' })
  await engine.recordDelivery({ ...seller, role: 'system' }, quoteId, { type: 'opened' })
  await engine.addMessage(seller, quoteId, { text: 'Hello', visibility: 'customer' })
  await engine.acceptQuote({ ...seller, role: 'buyer' }, quoteId, { revision: 1, name: 'Ada' })
  past.isChanged = true
  return { engine, quoteId, record }
}

describe('pages of what is stored with times that no date can hold', () => {
  it.each([
    '',
    '/history',
    '/versions/2',
    '/versions/4',
    '/differences?from=1&to=4',
    '/document',
    '/document.html',
  ])('the desk shows /quotes/…%s', async (path) => {
    const { engine, quoteId } = await sampleStore()
    const desk = sampleDesk({ engine })
    const { status } = await desk.get(`/quotes/${quoteId}${path}`)
    expect([status, desk.errors]).toEqual([200, []])
  })

  it.each(['/', '/activity'])('the desk shows %s, and the number', async (path) => {
    const { engine } = await sampleStore()
    const desk = sampleDesk({ engine })
    const { status, html } = await desk.get(path)
    expect([status, desk.errors]).toEqual([200, []])
    expect(textOf(html)).toContain(String(time))
    expect(html).not.toContain(`datetime="${time}"`)
  })

  it('the customer reads the offer', async () => {
    const { engine, record } = await sampleStore()
    const site = { secrets: ['a secret of at least 32 characters…'], baseUrl: '' }
    const errors: unknown[] = []
    const page = createCustomerPage({ engine, ...site, onError: (error) => errors.push(error) })
    const url = customerLinks(site).createUrl(record)
    for (const path of [url, `${url}/offer.html`])
      expect((await page.request(path)).status).toBe(200)
    expect(errors).toEqual([])
  })
})

describe('recordDelivery', () => {
  it.each([time, -time, Number.MAX_SAFE_INTEGER, 1.5, '1', Number.NaN])(
    'rejects the time %s, and stores nothing',
    async (at) => {
      const { engine, quoteId } = await sampleStore()
      const { version } = await engine.getQuote(seller, quoteId)
      const system = { ...seller, role: 'system' } as const
      const report = { type: 'opened', time: at as number } as const
      await expect(engine.recordDelivery(system, quoteId, report)).rejects.toMatchObject({
        code: 'invalid_request',
        details: {
          errors: { time: expect.stringMatching(/^must be a time in milliseconds .*, received /) },
        },
      })
      expect((await engine.getQuote(seller, quoteId)).version).toBe(version)
    },
  )
})
