import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CustomerPageOptions } from '../../src/customer-page/options.js'
import { createDesk } from '../../src/desk/app/app.js'
import type { DeskOptions } from '../../src/desk/options.js'
import { callHost } from '../../src/pages/host-function.js'
import { hiddenFields, links as sampleLinks, samplePage } from '../customer-page/sample-page.js'
import { request, sampleDesk, sampleEngine, seller } from '../desk/sample-desk.js'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => unhandled.push(reason)
beforeAll(() => process.on('unhandledRejection', onUnhandled))
afterAll(() => {
  process.off('unhandledRejection', onUnhandled)
})

const failure = new Error('the database is down')

/** Every way in which a function of a host can end. */
const endings = {
  value: (value: unknown) => value,
  promise: (value: unknown) => Promise.resolve(value),
  // biome-ignore lint/suspicious/noThenProperty: what a host can return
  thenable: (value: unknown) => ({ then: (resolve: (value: unknown) => void) => resolve(value) }),
  throws: () => {
    throw failure
  },
  rejects: () => Promise.reject(failure),
  'a thenable that throws': () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a host can return
    then: () => {
      throw failure
    },
  }),
  'a then that throws': () => ({
    // biome-ignore lint/suspicious/noThenProperty: what a host can return
    get then(): never {
      throw failure
    },
  }),
  never: () => new Promise(() => {}),
  'the wrong type': () => 7,
  'a promise of the wrong type': () => Promise.resolve(7),
} satisfies Record<string, (value: unknown) => unknown>

type Ending = keyof typeof endings
const succeeds = (ending: Ending) => ['value', 'promise', 'thenable'].includes(ending)
const isWrong = (ending: Ending) => ending.includes('wrong type')

/** What a request shows for a function that has returned its value, and for one that has not. */
interface HostFunction {
  /** The value that it must return. */
  readonly value: unknown
  readonly path?: string
  readonly ok: number
  readonly failed: number
  /** What the response is for a wrong type, if not `failed`. */
  readonly wrong?: number
}

const bytes = new Uint8Array([37, 80, 68, 70])

const pageFunctions: Readonly<Partial<Record<keyof CustomerPageOptions, HostFunction>>> = {
  document: { value: { terms: ['The terms.'] }, ok: 200, failed: 500 },
  locale: { value: 'de', ok: 200, failed: 500, wrong: 200 },
  renderPdf: { value: bytes, path: '/offer.pdf', ok: 200, failed: 500 },
  actor: { value: 'ada@example.com', ok: 200, failed: 500 },
  storeOf: { value: 's', ok: 200, failed: 500 },
  notify: { value: undefined, ok: 200, failed: 200, wrong: 200 },
  rateLimit: { value: 0, ok: 200, failed: 503, wrong: 429 },
}

const deskFunctions: Readonly<Partial<Record<keyof DeskOptions, HostFunction>>> = {
  document: { value: {}, path: '/document', ok: 200, failed: 500 },
  renderPdf: { value: bytes, path: '/document.pdf', ok: 200, failed: 500 },
  customerUrl: { value: 'https://shop.example/quote/1', ok: 200, failed: 200, wrong: 200 },
  authenticate: { value: seller, ok: 200, failed: 503, wrong: 500 },
}

/** `renderPdf` has a timeout of its own. */
const casesOf = (functions: Readonly<Record<string, HostFunction>>) =>
  Object.entries(functions).flatMap(([name, is]) =>
    (Object.keys(endings) as Ending[])
      .filter((ending) => name !== 'renderPdf' || ending !== 'never')
      .map((ending) => [name, ending, is] as const),
  )

function expectResponse(
  { ok, failed, wrong = failed }: HostFunction,
  ending: Ending,
  status: number,
  errors: readonly unknown[],
) {
  if (succeeds(ending)) {
    expect([status, errors]).toEqual([ok, []])
    return
  }
  const expected = isWrong(ending) ? wrong : failed
  // A renderer that fails is not available, and one that returns no file is a mistake.
  expect([expected, expected + 3]).toContain(status)
  const isAccepted = isWrong(ending) && wrong < 500 && errors.length === 0
  if (!isAccepted) expect(errors.length).toBeGreaterThan(0)
}

describe('functions of the host, on the customer page', () => {
  it.each(casesOf(pageFunctions))('%s: %s', async (name, ending, is) => {
    const option = { [name]: () => endings[ending](is.value), timeoutMs: 5 }
    const { send, get, errors } = samplePage(option as never)
    const url = sampleLinks.createUrl(await send())
    const { status, text } = await get(`${url}${is.path ?? ''}`)
    expectResponse(is, ending, status, errors)
    if (name === 'document') {
      expect(text.includes('The terms.')).toBe(succeeds(ending))
      expect(text.includes('<form')).toBe(succeeds(ending))
    }
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it.each(Object.keys(endings) as Ending[])('onError: %s changes nothing', async (ending) => {
    const notify = () => {
      throw failure
    }
    const page = samplePage({ notify, onError: () => endings[ending](undefined) })
    expect((await page.get(sampleLinks.createUrl(await page.send()))).status).toBe(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it('accepts nothing if the terms cannot be loaded, and shows no form for it', async () => {
    let fails = false
    const document = async () => {
      if (fails) throw failure
      return { terms: ['The terms.'] }
    }
    const { engine, send, get, post, errors } = samplePage({ document })
    const record = await send()
    const url = sampleLinks.createUrl(record)
    const { text } = await get(url)
    const fields = hiddenFields(text, 'accept')
    fails = true
    const response = await post(url, { ...fields, name: 'Ada', consent: 'yes' })
    expect([response.status, response.text.includes('<form')]).toEqual([500, false])
    expect(errors).toEqual([failure])
    const system = { storeId: 's', role: 'system' } as const
    expect((await engine.getQuote(system, record.quoteId)).quote.status).toBe('sent')
    fails = false
    expect((await post(url, { ...fields, name: 'Ada', consent: 'yes' })).status).toBe(303)
  })

  it('asks once for the terms of an offer that is checked and then shown', async () => {
    let calls = 0
    const document = () => {
      calls += 1
      return { terms: [`The terms, ${calls}.`] }
    }
    const { send, submit } = samplePage({ document })
    const response = await submit(sampleLinks.createUrl(await send()), 'accept', { name: 'Ada' })
    expect(response.status).toBe(409)
    expect(calls).toBe(2)
  })

  it('records no offer as opened that could not be shown', async () => {
    const { engine, send, get } = samplePage({ document: () => Promise.reject(failure) })
    const record = await send()
    expect((await get(sampleLinks.createUrl(record))).status).toBe(500)
    const system = { storeId: 's', role: 'system' } as const
    expect((await engine.getQuote(system, record.quoteId)).version).toBe(record.version)
  })
})

describe('functions of the host, at the desk', () => {
  it.each(casesOf(deskFunctions))('%s: %s', async (name, ending, is) => {
    const option = { [name]: () => endings[ending](is.value), timeoutMs: 5 }
    const desk = sampleDesk(option as never)
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId)
    const { status, html } = await desk.get(`/quotes/${quoteId}${is.path ?? ''}`)
    expectResponse(is, ending, status, desk.errors)
    if (name === 'customerUrl')
      expect(html.includes('https://shop.example/quote/1')).toBe(succeeds(ending))
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it.each(Object.keys(endings) as Ending[])('searchProducts: %s', async (ending) => {
    const found = [{ id: 118, name: 'Oak chair' }]
    const searchProducts = () => endings[ending](found) as typeof found
    const desk = sampleDesk({ searchProducts, timeoutMs: 5 })
    const { status, html } = await desk.get('/products?q=oak')
    expect(status).toBe(200)
    expect(html.includes('Oak chair')).toBe(succeeds(ending))
    expect(desk.errors).toHaveLength(succeeds(ending) ? 0 : 1)
    expect(unhandled).toEqual([])
  })

  it.each(Object.keys(endings) as Ending[])('onError: %s changes nothing', async (ending) => {
    const customerUrl = () => {
      throw failure
    }
    const desk = sampleDesk({ customerUrl, onError: () => endings[ending](undefined) })
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId)
    expect((await desk.get(`/quotes/${quoteId}`)).status).toBe(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })

  it.each(Object.keys(endings) as Ending[])('loginUrl: %s', async (ending) => {
    const loginUrl = () => endings[ending]('/sign-in') as string
    const desk = sampleDesk({ loginUrl, timeoutMs: 5 })
    desk.user = undefined
    const { status, headers } = await desk.get('/quotes/new')
    const failed = ending === 'never' ? 503 : 500
    expect(status).toBe(succeeds(ending) ? 303 : failed)
    expect(headers.get('location')).toBe(succeeds(ending) ? '/sign-in' : null)
    expect(desk.errors).toHaveLength(succeeds(ending) ? 0 : 1)
    expect(unhandled).toEqual([])
  })

  it.each(Object.keys(endings) as Ending[])(
    'loginUrl: %s keeps a form that comes after the session',
    async (ending) => {
      const errors: unknown[] = []
      const app = createDesk({
        engine: sampleEngine(),
        secrets: ['a secret of the sample desk, 32 characters'],
        authenticate: () => undefined,
        loginUrl: () => endings[ending]('/sign-in') as string,
        onError: (error) => errors.push(error),
        timeoutMs: 5,
      })
      const response = await app.request('http://x/desk/quotes/new', {
        method: 'POST',
        body: new URLSearchParams({ 'customer.name': 'Ada' }),
        headers: { 'sec-fetch-site': 'same-origin' },
      })
      expect(response.status).toBe(401)
      const html = await response.text()
      expect(html).toContain('name="customer.name" value="Ada"')
      expect(html).toContain(`href="${succeeds(ending) ? '/sign-in' : '/desk'}"`)
      expect(errors).toHaveLength(succeeds(ending) ? 0 : 1)
    },
  )

  it('says what searchProducts must return', async () => {
    const desk = sampleDesk({ searchProducts: () => [{ id: 118 }] as never })
    await desk.get('/products?q=oak')
    expect(String(desk.errors[0])).toContain(
      'searchProducts must return an array of products with id and name, received an object',
    )
  })
})

describe('callHost', () => {
  it('rejects with timeout, and ignores what is rejected later', async () => {
    let reject = (_: unknown) => {}
    const late = new Promise((_, fail) => {
      reject = fail
    })
    await expect(callHost({ timeoutMs: 1 }, 'document', () => late)).rejects.toMatchObject({
      code: 'timeout',
      details: { operation: 'document', timeoutMs: 1 },
    })
    reject(failure)
    await new Promise((resolve) => setImmediate(resolve))
    expect(unhandled).toEqual([])
  })
})
