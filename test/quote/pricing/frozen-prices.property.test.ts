import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withComponents } from '../../../src/quote/lines/bundles.js'
import {
  type CatalogProduct,
  parseCatalogResponse,
} from '../../../src/quote/lines/catalog-product.js'
import type { LineChangeRequest } from '../../../src/quote/lines/line-request.js'
import { displayedLines, getLineKey } from '../../../src/quote/model/line-keys.js'
import type { ProductLine, Quote } from '../../../src/quote/model/quote.js'
import { copyQuote, createQuote } from '../../../src/quote/operations/create-quote.js'
import { priceTaxes } from '../../../src/quote/operations/reprice-quote.js'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { updateQuote } from '../../../src/quote/operations/update-quote.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'

const arbitraries = quoteArbitraries(fc)
const pricesOf = (products: readonly CatalogProduct[]) => {
  const parsed = parseCatalogResponse(products, new Set(products.map(({ id }) => id)))
  return withComponents(parsed, parsed)
}

/** The same products at other prices. */
const dearer = (products: readonly CatalogProduct[], step: number): readonly CatalogProduct[] =>
  products.map(({ id }, index) => ({ id, price: `${step}${index}.5`, name: `Step ${step}` }))

/** Stops at the first counterexample: shrinking values drawn inside a property takes hours. */
const law = (check: (generate: fc.GeneratorValue) => void) => {
  fc.assert(
    fc.property(fc.gen(), (generate) => {
      check(generate)
    }),
    { endOnFailure: true },
  )
}

interface Step {
  readonly before: Quote
  readonly record: StoredRecord<Quote>
  readonly after: Quote
  readonly changes: UpdateQuoteRequest
}

/** Up to six updates of one quote, each with another catalog, and the calculation of taxes. */
function life(generate: fc.GeneratorValue): readonly Step[] {
  const products = generate(() => arbitraries.products)
  const request = generate(arbitraries.createRequest, products)
  const creation = { quoteId: 'quote-1', now: 0, products: pricesOf(products) }
  let { record }: { record: StoredRecord<Quote> } = createQuote(request, creation, defaultPolicy)
  const steps: Step[] = []
  const count = generate(() => fc.integer({ min: 1, max: 6 }))
  for (let step = 1; step <= count; step += 1) {
    const today = dearer(products, step)
    const before = record.value
    const isTaxed = generate(fc.boolean)
    const changes = isTaxed ? {} : generate(arbitraries.changes, before, today)
    const taxes = { parsed: { rates: [] }, inclusive: false, date: step }
    const change = isTaxed
      ? priceTaxes(record, { now: step, taxes }, defaultPolicy)
      : updateQuote(record, changes, { now: step, products: pricesOf(today) }, defaultPolicy)
    record = change?.record ?? record
    steps.push({ before, record, after: record.value, changes })
  }
  return steps
}

/** The entry of the request that a line of the updated quote comes from. */
function entryOf({ before, changes }: Step, line: ProductLine, index: number) {
  const { products, product_changes: single = [] } = changes
  if (products !== undefined) return products[index]
  const isOf = ({ key, id }: LineChangeRequest) =>
    key == null ? id !== undefined && id !== 0 && id === line.id : key === line.key
  const isStored = before.products.some((each, at) => getLineKey(each, at) === line.key)
  return isStored ? single.find(isOf) : undefined
}

const byKey = ({ products }: Quote) =>
  new Map(products.map((line, index) => [getLineKey(line, index), line]))
const frozenPrices = ({ price, calculated_price, quote }: ProductLine) =>
  JSON.stringify([price, calculated_price, quote])

/** Without what follows from other lines, from sections and from choices. */
const withoutPlace = ({ key, section, choice, selected, ...rest }: ProductLine) => rest

describe('updateQuote and copyQuote keep each price that no request has set', () => {
  it('on lines that no request names, which stay as they are', () => {
    law((generate) => {
      for (const step of life(generate)) {
        const stored = byKey(step.before)
        for (const [index, line] of step.after.products.entries()) {
          const before = stored.get(getLineKey(line, index))
          if (before === undefined || entryOf(step, line, index) !== undefined) continue
          expect(frozenPrices(line)).toBe(frozenPrices(before))
          expect(withoutPlace(line)).toEqual(withoutPlace(before))
        }
      }
    })
  })

  it('on lines that a request names without a price', () => {
    law((generate) => {
      for (const step of life(generate)) {
        const stored = byKey(step.before)
        for (const [index, line] of step.after.products.entries()) {
          const before = stored.get(getLineKey(line, index))
          const entry = entryOf(step, line, index)
          if (before === undefined || entry === undefined || line.id === 0) continue
          expect(line.price).toBe(before.price)
          expect(line.calculated_price).toBe(before.calculated_price)
          expect(line.name).toBe(before.name)
          const { quote, discount, discount_percent: percent } = entry
          const isPriced = quote !== undefined || discount !== undefined || percent !== undefined
          const hasBreak = line.price_breaks !== undefined && line.qty !== before.qty
          if (!isPriced && !hasBreak) expect(line.quote).toBe(before.quote)
        }
      }
    })
  })

  it('in a copy at the frozen prices', () => {
    law((generate) => {
      const { record, after } = life(generate).at(-1) as Step
      const input = { quoteId: 'quote-2', now: 9, products: undefined }
      const { value: copy } = copyQuote(record, input, defaultPolicy).record
      const lines = displayedLines(after)
      expect(copy.products.map(frozenPrices)).toEqual(lines.map(frozenPrices))
      expect(copy.quote_total).toBe(after.quote_total)
      expect(verifyQuote(copy)).toEqual([])
    })
  })
})

describe('the order of the lines', () => {
  it('changes no discount, no tax and no amount', () => {
    law((generate) => {
      const { record, after } = life(generate).at(-1) as Step
      const entries = after.products.map(({ id, key }, index) => ({
        id,
        key: key ?? getLineKey({ key }, index),
      }))
      fc.pre(after.products.every(({ key }) => key !== null))
      const shuffled = generate(() => fc.shuffledSubarray(entries, { minLength: entries.length }))
      const input = { now: 9, products: pricesOf([]) }
      const next = updateQuote(record, { products: shuffled }, input, defaultPolicy)?.record.value
      if (next === undefined) return
      expect(next.products.map(({ key }) => key)).toEqual(shuffled.map(({ key }) => key))
      const rest = ({ products: _, product_order: __, taxes: ___, ...amounts }: Quote) =>
        JSON.stringify(amounts, Object.keys(amounts).toSorted())
      expect(rest(next)).toBe(rest(after))
      expect(next.discounts).toEqual(after.discounts)
      expect(next.amounts).toEqual(after.amounts)
    })
  })
})
