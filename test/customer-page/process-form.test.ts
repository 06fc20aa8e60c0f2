import { describe, expect, it } from 'vitest'

import { en } from '../../src/customer-page/strings/en.js'
import { verifyAcceptance } from '../../src/quote/verify/verify-acceptance.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'

import {
  acceptance,
  buyer,
  type Fields,
  formOf,
  hiddenFields,
  links,
  samplePage,
  secrets,
  seller,
  stateOf,
} from './sample-page.js'

describe('the form that accepts', () => {
  it('accepts what was shown, and redirects to the page that says so', async () => {
    const { engine, send, submit, get } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const { status, headers } = await submit(url, 'accept', acceptance)
    expect([status, headers.get('location')]).toEqual([303, new URL(url).pathname])
    const { quote } = await engine.getQuote(seller, record.quoteId)
    expect(quote.acceptance).toMatchObject({
      by: 'customer',
      role: 'buyer',
      name: 'Ada Lovelace',
      reference: 'PO-7',
      revision: 1,
      seal: record.quote.seal,
    })
    expect(verifyAcceptance(quote)).toEqual([])
    expect(stateOf((await get(url)).text)).toBe(en.accepted)
  })

  it('accepts once if it is sent twice, at the same time too', async () => {
    const { engine, send, get, post } = samplePage({ actor: 'portal' })
    const record = await send()
    const url = links.createUrl(record)
    const fields = { ...hiddenFields((await get(url)).text, 'accept'), ...acceptance }
    const responses = await Promise.all([post(url, fields), post(url, fields)])
    responses.push(await post(url, fields))
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
    const { quote, version } = await engine.getQuote(seller, record.quoteId)
    expect([quote.acceptance?.by, version]).toEqual(['portal', record.version + 2])
  })

  it('does not replace who has accepted', async () => {
    const { engine, send, get, post } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const fields = { ...hiddenFields((await get(url)).text, 'accept'), ...acceptance }
    await post(url, fields)
    const { status, text } = await post(url, { ...fields, name: 'Mallory' })
    expect([status, stateOf(text)]).toEqual([409, en.accepted])
    expect(text).toContain(en.notPossible)
    expect((await engine.getQuote(seller, record.quoteId)).quote.acceptance?.name).toBe(
      acceptance.name,
    )
  })

  it('ties each error to its field, and keeps what was typed', async () => {
    const { engine, send, submit } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const { status, text } = await submit(url, 'accept', { name: ' ', reference: '"PO" <7>' })
    expect(status).toBe(422)
    expect(text).toContain(en.checkFields)
    const form = formOf(text, 'accept')
    for (const name of ['name', 'consent']) {
      expect(text).toContain(`<a href="#f-${name}">`)
      expect(form).toMatch(new RegExp(`id="f-${name}"[^>]*aria-describedby="f-${name}-error"`))
      expect(form).toContain(`<p class="error" id="f-${name}-error">`)
    }
    expect(form).toContain('value="&quot;PO&quot; &lt;7&gt;"')
    expect(form).not.toContain(' checked')
    expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('sent')
  })

  it.each<[string, Fields, string]>([
    ['a long name', { name: 'a'.repeat(256) }, 'Use at most 255 characters.'],
    ['a long reference', { reference: 'a'.repeat(256) }, 'Use at most 255 characters.'],
    ['a NUL', { name: 'a\0b' }, en.errorCharacters],
    ['no consent', { consent: '' }, en.errorConsent],
    ['a name of spaces', { name: '  \t\n ' }, en.errorName],
  ])('rejects %s, and stores nothing', async (_, fields, message) => {
    const { engine, send, submit } = samplePage()
    const record = await send()
    const { status, text } = await submit(links.createUrl(record), 'accept', {
      ...acceptance,
      ...fields,
    })
    expect(status).toBe(422)
    expect(text).toContain(message)
    expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('sent')
  })

  it.each<[string, Fields]>([
    ['another seal', { seal: 'f'.repeat(64) }],
    ['no seal', { seal: '' }],
    ['another revision', { revision: '2' }],
    ['a revision that is no number', { revision: '1e0' }],
    ['a long seal', { seal: 'f'.repeat(10_000) }],
    ['a prototype key as the seal', { seal: '__proto__' }],
  ])('says calmly that the offer has changed for %s', async (_, fields) => {
    const { engine, send, submit } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    for (const action of ['accept', 'change', 'decline']) {
      const sent = { ...acceptance, change: 'Blue', ...fields }
      const { status, text } = await submit(url, action, sent)
      expect(status).toBe(409)
      expect(text).toContain(en.changed)
    }
    expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('sent')
  })

  it('rejects what is expired meanwhile', async () => {
    const { clock, engine, send, get, post } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const { text } = await get(url)
    clock.now = record.quote.expires as number
    for (const action of ['accept', 'change', 'decline']) {
      const fields = { ...hiddenFields(text, action), ...acceptance, change: 'Blue' }
      const response = await post(url, fields)
      expect([response.status, stateOf(response.text)]).toEqual([409, en.expired])
      expect(response.text).toContain(en.notPossible)
    }
    const { quote } = await engine.getQuote(seller, record.quoteId, { version: 2 })
    expect((await engine.getQuote(seller, record.quoteId)).quote).toMatchObject({
      ...quote,
      status: 'expired',
    })
  })

  it('keeps the reason of permit to itself', async () => {
    const permit = (_: unknown, operation: string) =>
      operation !== 'acceptQuote' || 'internal reason'
    const { send, submit } = samplePage({}, { permit })
    const { status, text } = await submit(links.createUrl(await send()), 'accept', acceptance)
    expect(status).toBe(403)
    expect(text).toContain(en.notPermitted)
    expect(text).not.toContain('internal reason')
  })

  it('is rejected if the terms have changed since its form was shown', async () => {
    let document = { terms: ['Payable within 30 days'] }
    const { engine, send, get, post, submit } = samplePage({ document: () => document })
    const { quoteId, ...record } = await send()
    const url = links.createUrl({ quoteId, ...record })
    const hidden = hiddenFields((await get(url)).text, 'accept')
    document = { terms: ['Payable at once'] }
    for (const terms of [hidden.terms ?? '', '', '__proto__']) {
      const { status, text } = await post(url, { ...hidden, ...acceptance, terms })
      expect(status).toBe(409)
      expect(text).toContain(en.changed)
      expect(text).toContain('Payable at once')
    }
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('sent')
    expect((await submit(url, 'accept', acceptance)).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote.acceptance?.name).toBe(acceptance.name)
  })

  it('can be sent again after the terms have changed, and changes nothing', async () => {
    let document = { terms: ['Payable within 30 days'] }
    const { send, get, post } = samplePage({ document: () => document })
    const url = links.createUrl(await send())
    const fields = { ...hiddenFields((await get(url)).text, 'accept'), ...acceptance }
    expect((await post(url, fields)).status).toBe(303)
    document = { terms: ['Payable at once'] }
    expect((await post(url, fields)).status).toBe(303)
  })
})

describe('the forms that decline and ask for a change', () => {
  it('decline with a reason or without', async () => {
    const { engine, send, submit } = samplePage()
    for (const reason of ['Too expensive', '']) {
      const record = await send()
      expect((await submit(links.createUrl(record), 'decline', { reason })).status).toBe(303)
      const { quote } = await engine.getQuote(seller, record.quoteId)
      expect([quote.status, quote.reason ?? '']).toEqual(['declined', reason])
    }
  })

  it('ask for a change, which the page then shows', async () => {
    const { send, submit, get } = samplePage()
    const url = links.createUrl(await send())
    await submit(url, 'change', { change: 'Blue <b>chairs</b>\r\nplease' })
    const { text } = await get(url)
    expect(stateOf(text)).toBe(en.revisionRequested)
    expect(text).toContain('Blue &lt;b&gt;chairs&lt;/b&gt;\nplease')
  })

  it('do it once if they are sent twice', async () => {
    const { engine, send, get, post } = samplePage()
    for (const action of ['decline', 'change']) {
      const record = await send()
      const url = links.createUrl(record)
      const { text } = await get(url)
      const fields = { ...hiddenFields(text, action), reason: 'No', change: 'No' }
      const responses = await Promise.all([post(url, fields), post(url, fields)])
      expect(responses.map(({ status }) => status)).toEqual([303, 303])
      const { version } = await engine.getQuote(seller, record.quoteId)
      expect(version).toBe(record.version + 2)
    }
  })

  it('open the form with its errors', async () => {
    const { send, submit } = samplePage()
    const url = links.createUrl(await send())
    const { status, text } = await submit(url, 'change', { change: ' ' })
    expect(status).toBe(422)
    expect(text).toMatch(/<details class="fold" open>\s*<summary>Request a change/)
    expect(text).toContain(en.errorChange)
    const long = await submit(url, 'decline', { reason: 'a'.repeat(2_001) })
    expect(long.text).toContain('Use at most 2000 characters.')
    expect(long.text).toMatch(/<details class="fold" open>\s*<summary>Decline/)
  })

  it('leave a newer offer alone', async () => {
    for (const followRevisions of [false, true]) {
      const { engine, send, get, post } = samplePage({ followRevisions })
      const record = await send()
      const url = links.createUrl(record)
      const { text } = await get(url)
      await engine.reviseQuote(seller, record.quoteId)
      const { version } = await engine.sendQuote(seller, record.quoteId)
      for (const action of ['accept', 'change', 'decline']) {
        const fields = { ...hiddenFields(text, action), ...acceptance, change: 'Blue' }
        const response = await post(url, fields)
        expect(response.status).toBe(409)
        expect(response.text).toContain(en.changed)
      }
      expect((await engine.getQuote(seller, record.quoteId)).version).toBe(version)
    }
  })

  it('cannot be used for a newer offer with the link of an earlier one', async () => {
    const { engine, send, get, post } = samplePage()
    const first = await send()
    await engine.reviseQuote(seller, first.quoteId)
    const second = await engine.sendQuote(seller, first.quoteId)
    const { text } = await get(links.createUrl(second))
    const { version } = await engine.getQuote(seller, first.quoteId)
    for (const action of ['accept', 'change', 'decline', 'message']) {
      const token = hiddenFields(text, action)
      const fields = { ...token, ...acceptance, change: 'Blue', text: 'Hello' }
      // The token is that of another link.
      expect((await post(links.createUrl(first), fields)).status).toBe(403)
    }
    expect((await engine.getQuote(seller, first.quoteId)).version).toBe(version)
  })

  it('leave alone an offer that is sent while they are processed', async () => {
    const { engine, send } = samplePage()
    const record = await send()
    const { quoteId } = record
    const sendAgain = async () => {
      await engine.reviseQuote(seller, quoteId)
      await engine.sendQuote(seller, quoteId)
    }
    const racing: QuoteEngine = {
      ...engine,
      async declineQuote(...args) {
        await sendAgain()
        return engine.declineQuote(...args)
      },
    }
    for (const followRevisions of [false, true]) {
      const { submit } = samplePage({ engine: racing, followRevisions })
      const { quote } = await engine.getQuote(seller, quoteId)
      const url = links.createUrl({ storeId: 's', quoteId, revision: quote.revision as number })
      const { status, text } = await submit(url, 'decline', { reason: 'No' })
      expect(status).toBe(409)
      expect(text).toContain(en.changed)
    }
    expect((await engine.getQuote(seller, quoteId)).quote).toMatchObject({
      status: 'sent',
      revision: 3,
    })
  })

  it('are executed if only the delivery is recorded while they are processed', async () => {
    const { engine, send } = samplePage()
    const record = await send()
    let isFirst = true
    const racing: QuoteEngine = {
      ...engine,
      async requestRevision(...args) {
        if (isFirst) await engine.recordDelivery(seller, record.quoteId, { type: 'delivered' })
        isFirst = false
        return engine.requestRevision(...args)
      },
    }
    const { submit } = samplePage({ engine: racing })
    const { status } = await submit(links.createUrl(record), 'change', { change: 'Blue' })
    expect(status).toBe(303)
    expect((await engine.getQuote(seller, record.quoteId)).quote.reason).toBe('Blue')
  })

  it('follows the current offer by option', async () => {
    const { engine, send, submit } = samplePage({ followRevisions: true })
    const first = await send()
    await engine.reviseQuote(seller, first.quoteId)
    await engine.sendQuote(seller, first.quoteId)
    expect((await submit(links.createUrl(first), 'accept', acceptance)).status).toBe(303)
    const { quote } = await engine.getQuote(seller, first.quoteId)
    expect(quote.acceptance?.revision).toBe(2)
  })
})

describe('the form of a message', () => {
  it('adds a message for the customer to see, and says so', async () => {
    const { engine, send, submit, get } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const { status, headers } = await submit(url, 'message', {
      text: 'Hello',
      visibility: 'internal',
    })
    const location = headers.get('location') ?? ''
    expect([status, location]).toEqual([303, `${new URL(url).pathname}?done=message#messages`])
    const { items } = await engine.listMessages(seller, record.quoteId)
    expect(items).toEqual([
      expect.objectContaining({ text: 'Hello', visibility: 'customer', role: 'buyer' }),
    ])
    expect((await get(`https://shop.example${location}`)).text).toContain(en.messageSent)
  })

  it('adds it once if it is sent twice, and another one after a change', async () => {
    const { engine, send, get, post, submit } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    const hidden = hiddenFields((await get(url)).text, 'message')
    const fields = { ...hidden, text: 'Hello' }
    await Promise.all([post(url, fields), post(url, fields)])
    await post(url, { ...hidden, text: 'Goodbye' })
    await submit(url, 'message', { text: 'Hello' })
    const { items } = await engine.listMessages(seller, record.quoteId)
    expect(items.map(({ text }) => text)).toEqual(['Hello', 'Goodbye', 'Hello'])
  })

  it('is rejected if it is empty, too long, or one too many', async () => {
    const { send, submit } = samplePage({}, { limits: { maxMessages: 1 } })
    const url = links.createUrl(await send())
    for (const [text, message] of [
      ['  ', en.errorMessage],
      ['a'.repeat(4_001), 'Use at most 4000 characters.'],
    ] as const) {
      const response = await submit(url, 'message', { text })
      expect(response.status).toBe(422)
      expect(response.text).toContain(message)
    }
    expect((await submit(url, 'message', { text: 'One' })).status).toBe(303)
    const { status, text } = await submit(url, 'message', { text: 'Two' })
    expect(status).toBe(422)
    expect(text).toContain(en.errorFull)
  })
})

describe('a form that the page has not shown', () => {
  it.each<[string, Fields, RequestInit]>([
    ['without a token', { token: '' }, {}],
    ['with a changed token', { token: '9999999999999.AAAA' }, {}],
    ['of another site', {}, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['of another origin of the site', {}, { headers: { 'sec-fetch-site': 'same-site' } }],
    ['typed into the address bar', {}, { headers: { 'sec-fetch-site': 'none' } }],
  ])('%s changes nothing', async (_, fields, init) => {
    const { engine, send, submit } = samplePage()
    const record = await send()
    const url = links.createUrl(record)
    for (const action of ['accept', 'change', 'decline', 'message']) {
      const sent = { ...acceptance, change: 'Blue', text: 'Hello', ...fields }
      const response = await submit(url, action, sent, init)
      expect(response.status).toBe(403)
      expect(response.text).toContain(en.tooOld)
    }
    expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('sent')
    expect((await engine.listMessages(seller, record.quoteId)).items).toEqual([])
  })

  it('of an earlier secret is accepted until the secret is removed', async () => {
    const next = 'the next secret of these tests, 0002'
    const old = samplePage()
    const record = await old.send()
    const url = links.createUrl(record)
    const fields = { ...hiddenFields((await old.get(url)).text, 'message'), text: 'Hello' }
    const { engine } = old
    const rotated = samplePage({ engine, secrets: [next, ...secrets] })
    expect((await rotated.post(url, fields)).status).toBe(303)
    expect((await samplePage({ engine, secrets: [next] }).post(url, fields)).status).toBe(404)
  })

  it.each(['', 'delete', '__proto__', 'constructor', 'toString', 'ACCEPT'])(
    'with the action %j changes nothing',
    async (action) => {
      const { engine, send, submit } = samplePage()
      const record = await send()
      const { status } = await submit(links.createUrl(record), 'accept', { ...acceptance, action })
      expect(status).toBe(422)
      expect((await engine.getQuote(seller, record.quoteId)).quote.status).toBe('sent')
    },
  )

  it('of another quote changes nothing', async () => {
    const { engine, send, get, post } = samplePage()
    const [one, other] = [await send(), await send()]
    const { text } = await get(links.createUrl(one))
    const fields = { ...hiddenFields(text, 'accept'), ...acceptance }
    expect((await post(links.createUrl(other), fields)).status).toBe(403)
    for (const { quoteId } of [one, other])
      expect((await engine.getQuote(buyer, quoteId)).quote.status).toBe('sent')
  })
})
