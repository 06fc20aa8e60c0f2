import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import { getFormats } from '../../src/document/model/formats.js'
import { type DocumentTotal, payableRow } from '../../src/document/model/quote-document.js'
import { getLineKey } from '../../src/quote/model/line-keys.js'
import type { Quote } from '../../src/quote/model/quote.js'
import { getAcceptedQuote } from '../../src/quote/selection/select-quote.js'
import { quoteArbitraries } from '../../src/testing/arbitraries/index.js'
import { tagsOf } from './html/tags.js'
import { shownKeys } from './printed-rows.js'

const { quote: quotes } = quoteArbitraries(fc, { quantityDecimals: 3 })
const locales = fc.constantFrom('en', 'de', 'fr', 'ar', 'zh', 'ja', 'he', 'pt-BR')
const hostile = fc.constantFrom(
  '<script>alert(1)</script>',
  `"><img src=x onerror='alert(1)'>`,
  '</style></bdi></table>&lt;',
  '\u202e]]><!--',
  'w'.repeat(300),
)

/** Returns the quote with this in place of every string that people enter. */
function withStrings(quote: Quote, value: string): Quote {
  const text = JSON.stringify(quote, (name, old) => {
    const isEntered = /^(?:name|sku|note|description|unit|label|address|city|email)$/.test(name)
    return isEntered && typeof old === 'string' ? value : old
  })
  return JSON.parse(text)
}

describe('createDocument', () => {
  it('has every line once, and the totals of the quote', () => {
    fc.assert(
      fc.property(quotes, locales, (offer, locale) => {
        const { lines: rows, totals } = createDocument(offer, { locale })
        const quote = getAcceptedQuote(offer)
        const lines = rows.filter(({ type }) => type === undefined)
        expect(lines.map(({ key }) => key)).toEqual(shownKeys(quote))
        const { money } = getFormats(locale, 'UTC')
        const { currency, discounts = [], charges = [], amounts, quote_total: sum } = quote
        const shown = (...types: readonly DocumentTotal['type'][]) =>
          totals.filter(({ type }) => types.includes(type)).map(({ amount }) => amount)
        const moneyOf = (parts: readonly { readonly amount: string }[]) =>
          parts.map(({ amount }) => money(amount, currency))
        expect(shown('total')).toEqual([money(amounts?.total ?? sum, currency)])
        expect(payableRow(totals)?.amount).toBe(
          money(amounts?.payable ?? amounts?.total ?? sum, currency),
        )
        expect(shown('discount')).toHaveLength(discounts.length)
        expect(shown('charge')).toEqual(moneyOf(charges))
        const rates = quote.taxes?.stale ? [] : (quote.taxes?.rates ?? [])
        const paid = rates.filter(({ withheld }) => !withheld)
        expect(shown('tax', 'included')).toEqual(moneyOf(paid))
        expect(shown('withheld')).toHaveLength(rates.length - paid.length)
        const recurring = (amounts?.recurring ?? []).map(({ total: amount }) => ({ amount }))
        expect(shown('recurring')).toEqual(moneyOf(recurring))
        expect(lines.filter(({ billing }) => billing !== undefined)).toHaveLength(
          quote.products.filter(
            (line, index) =>
              line.billing !== undefined && shownKeys(quote).includes(getLineKey(line, index)),
          ).length,
        )
      }),
    )
  })
})

describe('renderHtml', () => {
  it('returns the same bytes for the same quote and options', () => {
    fc.assert(
      fc.property(quotes, locales, fc.boolean(), (quote, locale, priceSteps) => {
        const render = () =>
          renderHtml(createDocument(structuredClone(quote), { locale, priceSteps }))
        expect(render()).toBe(render())
      }),
    )
  })

  it('has no tag from a value', () => {
    fc.assert(
      fc.property(quotes, hostile, locales, (quote, value, locale) => {
        const render = (text: string) =>
          renderHtml(createDocument(withStrings(quote, text), { locale, terms: [text] }))
        expect(tagsOf(render(value))).toEqual(tagsOf(render('plain')))
      }),
    )
  })
})
