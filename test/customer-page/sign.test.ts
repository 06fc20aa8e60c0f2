import { describe, expect, it } from 'vitest'
import { en } from '../../src/customer-page/strings/en.js'
import { verifyAcceptance } from '../../src/quote/verify/verify-acceptance.js'
import {
  acceptance,
  type Fields,
  links,
  type SamplePage,
  samplePage,
  seller,
} from './sample-page.js'

const strokes = [[0, 100, 600, 100]]
const drawn = { strokes: JSON.stringify(strokes) }

/** Sends the form that accepts an offer, and returns the response and the stored acceptance. */
async function accept({ engine, send, submit }: SamplePage, fields: Fields) {
  const record = await send()
  const response = await submit(links.createUrl(record), 'accept', { ...acceptance, ...fields })
  const { quote } = await engine.getQuote(seller, record.quoteId)
  return { ...response, quote }
}

describe('the form that accepts, with a signature', () => {
  it.each<[string, Fields, object]>([
    ['typed', { signature: 'Ada L.' }, { type: 'typed', name: 'Ada L.' }],
    ['drawn', drawn, { type: 'drawn', strokes }],
    ['drawn rather than typed', { ...drawn, signature: 'Ada' }, { type: 'drawn', strokes }],
  ])('seals one that is %s with the consent and the address', async (_, fields, signature) => {
    const addressOf = () => '2001:db8::1'
    const { status, quote } = await accept(samplePage({ signature: 'required', addressOf }), fields)
    expect(status).toBe(303)
    const sealed = { signature, consent: en.consent, address: '2001:db8::1' }
    expect(quote.acceptance).toMatchObject(sealed)
    expect(verifyAcceptance(quote)).toEqual([])
  })

  it.each<[string, Fields]>([
    ['none', {}],
    ['blanks', { signature: ' \u200b' }],
    ['no lines', { strokes: '[]' }],
    ['a dot', { strokes: '[[0,0]]' }],
    ['a path', { strokes: 'M0 0L600 200' }],
    ['markup', { strokes: '"<script>"' }],
    ['too many points', { strokes: JSON.stringify([Array.from({ length: 4_002 }, () => 7)]) }],
  ])('accepts nothing with %s, and says so at the field', async (_, fields) => {
    const { status, text, quote } = await accept(samplePage({ signature: 'required' }), fields)
    expect([status, quote.status]).toEqual([422, 'sent'])
    expect(text).toContain(`<p class="error" id="f-signature-error">${en.errorSignature}</p>`)
  })

  it('keeps what was drawn if something else is missing', async () => {
    const page = samplePage({ signature: 'required' })
    const { text } = await accept(page, { ...drawn, consent: '' })
    expect(text).toContain(`name="strokes" value="${strokes[0] && '[[0,100,600,100]]'}"`)
  })

  it('needs none if it is optional, and seals the consent', async () => {
    const { quote } = await accept(samplePage({ signature: 'optional' }), {})
    expect(quote.acceptance).toMatchObject({ consent: en.consent })
    expect(quote.acceptance).not.toHaveProperty('signature')
  })

  it('neither asks for one nor stores one without the option', async () => {
    const page = samplePage()
    const { quote } = await accept(page, { ...drawn, signature: 'Ada' })
    expect(Object.keys(quote.acceptance ?? {})).not.toContain('sealed')
    const { text } = await page.get(links.createUrl(await page.send()))
    expect(text).not.toMatch(/sign-|strokes/)
  })

  it('accepts nothing if the consent has changed since it was shown', async () => {
    const first = samplePage({ signature: 'optional' })
    const url = links.createUrl(await first.send())
    const other = samplePage({
      engine: first.engine,
      signature: 'optional',
      strings: { consent: 'Yes' },
    })
    const shown = await first.get(url)
    const terms = /name="terms" value="([^"]*)"/.exec(shown.text)?.[1] ?? ''
    expect((await other.submit(url, 'accept', { ...acceptance, terms })).status).toBe(409)
  })

  it('loads the script only while the offer can be accepted', async () => {
    const page = samplePage({ signature: 'optional' })
    const record = await page.send()
    const url = links.createUrl(record)
    expect((await page.get(url)).text).toMatch(/assets\/sign-\w+\.js/)
    await page.submit(url, 'accept', acceptance)
    expect((await page.get(url)).text).not.toMatch(/assets\/sign-/)
  })

  it('is a 500 if addressOf returns something else than an address', async () => {
    const page = samplePage({ addressOf: () => 7 as never })
    const { status, quote } = await accept(page, {})
    expect([status, quote.status]).toEqual([500, 'sent'])
  })
})
