import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import {
  redactAcceptance,
  sealAcceptance,
  sealOf,
  unsealedFields,
} from '../../../src/quote/model/seal.js'
import { accepted, sent } from '../lifecycle/samples.js'

/** The canonical JSON of RFC 8785, by another implementation than the one under test. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join()}}`
}

const sha256 = (content: string) => createHash('sha256').update(content, 'utf8').digest('hex')

/** A quote with everything that is hard to write canonically, keys and fields out of order. */
const quote = {
  total: 24.5,
  status: 'sent',
  tags: ['vip'],
  customer: {
    ...{ name: 'Zoë 😀 "A"\n', '10': 'ten', '9': 'nine', é: 'accent', É: '\u0007', a: '€' },
  },
  products: [
    {
      id: 7,
      qty: 2,
      price: 12.25,
      price_total: 24.5,
      quote: '12.25',
      quote_total: '24.50',
      discount: -0,
      discount_total: 0,
      calculated_price: 1e21,
      key: '1-1',
    },
  ],
  product_order: null,
  quote_total: '24.50',
  price_total: '24.50',
  shipping: { type: 'no_additional', product: null },
  created: 1_700_000_000_000,
  number: 'Q-1',
  revision: 1,
  sent: 1_700_000_000_001,
  expires: 1_800_000_000_000,
} as const satisfies Quote

/** The same by hand, from RFC 8785. */
const canonicalByHand =
  '{"created":1700000000000,' +
  '"customer":{"10":"ten","9":"nine","a":"€","name":"Zoë 😀 \\"A\\"\\n","É":"\\u0007","é":"accent"},' +
  '"expires":1800000000000,"number":"Q-1","price_total":"24.50","product_order":null,' +
  '"products":[{"calculated_price":1e+21,"discount":0,"discount_total":0,"id":7,"key":"1-1",' +
  '"price":12.25,"price_total":24.5,"qty":2,"quote":"12.25","quote_total":"24.50"}],' +
  '"quote_total":"24.50","revision":1,"sent":1700000000001,' +
  '"shipping":{"product":null,"type":"no_additional"},"total":24.5}'

describe('sealOf', () => {
  it('is the SHA-256 of the canonical JSON, which was written by hand', () => {
    // printf '%s' "$canonical" | sha256sum
    expect(sealOf(quote)).toBe('c1646d8f7a8320224e461ebb2f65e0fe2daa23d868c8bd8e8fa718b0ee462b6a')
    expect(sha256(canonicalByHand)).toBe(sealOf(quote))
  })

  it('orders keys by UTF-16 code units: "10" before "9", an emoji before U+FB33', () => {
    const withKeys = (customer: Record<string, string>) => sealOf({ ...quote, customer })
    const seal = withKeys({ '9': 'b', '10': 'a', '\ufb33': 'd', '😀': 'c' })
    expect(withKeys({ '😀': 'c', '10': 'a', '\ufb33': 'd', '9': 'b' })).toBe(seal)
    const { status: _, tags: __, ...sealed } = quote
    const [before, after] = canonical({ ...sealed, customer: { x: '' } }).split('{"x":""}')
    expect(seal).toBe(sha256(`${before}{"10":"a","9":"b","😀":"c","\ufb33":"d"}${after}`))
  })

  it('equals the hash by another implementation', () => {
    for (const { value } of [sent(), accepted(), sent({ expires: 5_000 })]) {
      const fields = Object.entries(value).filter(
        ([field]) => !(unsealedFields as readonly string[]).includes(field),
      )
      expect(sealOf(value)).toBe(sha256(canonical(Object.fromEntries(fields))))
    }
  })

  it('is the seal of a quote that is sent', () => {
    expect(sent().value.seal).toBe(sealOf(sent().value))
  })

  it('does not change the quote, which can be frozen', () => {
    const frozen = Object.freeze({ ...quote })
    sealOf(frozen)
    expect(frozen).toEqual(quote)
  })

  it('names each field that it leaves out in its documentation', () => {
    const source = readFileSync('src/quote/model/seal.ts', 'utf8')
    const [, listed = ''] = /all its fields but ([\s\S]*?) Pure\./.exec(source) ?? []
    const names = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(names.toSorted()).toEqual([...unsealedFields].toSorted())
  })

  it('leaves these fields out', () => {
    expect(unsealedFields.toSorted()).toEqual(
      [
        'status',
        'order_parts',
        'payments',
        'proposals',
        'request',
        'suspicious',
        'seal',
        'reason',
        'acceptance',
        'order',
        'tags',
        'owner',
        'customer_id',
        'company_id',
        'delivery',
        'expiry_reported',
        'reminders',
        'follow_up',
        'approvals',
        'internal_fields',
      ].toSorted(),
    )
  })

  it.each<Partial<Quote>>([
    { status: 'accepted' },
    { tags: null },
    { owner: 'ann' },
    { customer_id: '7' },
    { company_id: '7' },
    { follow_up: '2026-12-01' },
    { seal: 'x' },
    { reason: 'too late' },
    { acceptance: { time: 1, revision: 1, seal: 'x' } },
    { order: { key: 'k' } },
    { delivery: [{ type: 'opened', time: 1, revision: 1 }] },
    { expiry_reported: true },
  ])('is the same with %j', (fields) => {
    expect(sealOf({ ...quote, ...fields })).toBe(sealOf(quote))
  })

  const [line] = quote.products
  it.each<Partial<Quote>>([
    { customer: { ...quote.customer, name: 'Zoe' } },
    { customer: { ...quote.customer, company: '' } },
    { products: [{ ...line, qty: 3 }] },
    { products: [{ ...line, key: null }] },
    { products: [line, line] },
    { product_order: ['1-1'] },
    { quote_total: '24.51' },
    { price_total: '24.51' },
    { shipping: { type: 'pickup', product: null } as never },
    { created: 1 },
    { total: 24.51 },
    { number: 'Q-2' },
    { revision: 2 },
    { sent: 1 },
    { expires: 1 },
    { added_later: true } as never,
  ])('is another one with %j', (fields) => {
    expect(sealOf({ ...quote, ...fields })).not.toBe(sealOf(quote))
  })

  it('is another one without any of the sealed fields', () => {
    for (const field of Object.keys(quote)) {
      const without: Record<string, unknown> = { ...quote }
      delete without[field]
      const isSealed = !['status', 'tags'].includes(field)
      expect([field, sealOf(without as never) !== sealOf(quote)]).toEqual([field, isSealed])
    }
  })

  it('differs for the same characters in another Unicode normalization', () => {
    const sealWith = (name: string) => sealOf({ ...quote, customer: { name } })
    expect(sealWith('Zo\u00eb')).not.toBe(sealWith('Zoe\u0308'))
  })
})

describe('sealAcceptance', () => {
  const seal = 'a'.repeat(64)
  const salt = '0123456789abcdef'.repeat(2)
  const plain = { time: 3_000, revision: 1, seal, reference: 'PO-7', consent: 'I agree' }

  it('is the SHA-256 of the canonical JSON, with digests of what is about a person', () => {
    const signature = { type: 'drawn', strokes: [[0, 0, 600, 200]] } as const
    const personal = { by: 'ada', name: 'Zoë', signature, address: '::1' }
    const digests = Object.fromEntries(
      Object.entries(personal).map(([name, value]) => [
        name,
        sha256(canonical([salt, name, value])),
      ]),
    )
    expect(sealAcceptance({ ...plain, ...personal }, salt)).toEqual({
      ...plain,
      ...personal,
      digests,
      salt,
      sealed: sha256(canonical({ ...plain, digests })),
    })
  })

  it('has no digests and no salt if nothing is about a person', () => {
    expect(sealAcceptance(plain, salt)).toEqual({ ...plain, sealed: sha256(canonical(plain)) })
  })
})

describe('redactAcceptance', () => {
  it('removes what is about a person, and leaves all else', () => {
    const acceptance = sealAcceptance(
      { time: 3_000, revision: 1, seal: 'a'.repeat(64), name: 'Ada', by: 'ada', consent: 'Yes' },
      'b'.repeat(32),
    )
    const { name, by, salt, ...left } = acceptance
    expect(redactAcceptance({ ...quote, acceptance })).toEqual({ ...quote, acceptance: left })
    expect(redactAcceptance(quote)).toBe(quote)
    expect(() => redactAcceptance({ quote } as never)).toThrow('must be a quote')
  })
})
