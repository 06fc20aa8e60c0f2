import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../../src/quote/model/quote.js'
import { mapOfferedScalars } from '../../../src/quote/model/quote-scalar-fields.js'
import type { UpdateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { changeOf, creationFrom, pricesOf } from '../samples.js'

const arbitraries = quoteArbitraries(fc)

/** A record after up to two changes, and how to change it further. */
function situation(generate: fc.GeneratorValue) {
  const products = generate(() => arbitraries.products)
  const prices = pricesOf(products)
  const update = (record: StoredRecord<Quote>, changes: UpdateQuoteRequest) =>
    changeOf(record, changes, { products: prices })?.record ?? record
  let { record } = creationFrom(generate(arbitraries.createRequest, products), prices)
  const steps = generate(() => fc.integer({ min: 0, max: 2 }))
  for (let step = 0; step < steps; step += 1)
    record = update(record, generate(arbitraries.changes, record.value, products))
  return { record, products, update }
}

/** Stops at the first counterexample: shrinking values drawn inside a property takes hours. */
const law = (check: (generate: fc.GeneratorValue) => void) => {
  fc.assert(
    fc.property(fc.gen(), (generate) => {
      check(generate)
    }),
    { endOnFailure: true },
  )
}

/** What changes of lines can touch. */
const ofLines: readonly (keyof Quote)[] = [
  'products',
  'product_order',
  'quote_total',
  'price_total',
  // A discount, a charge or a choice of removed lines is gone with them. Payments follow the total.
  'discounts',
  'charges',
  'choices',
  'amounts',
  'payment_plan',
]

/** What a field of the request can touch in the quote; everything else must stay to the byte. */
const touched: Readonly<Record<string, readonly (keyof Quote)[]>> = {
  ...mapOfferedScalars((name) => [name]),
  customer: ['customer'],
  ship_to: ['ship_to'],
  tag_list: ['tags'],
  products: ofLines,
  product_changes: ofLines,
  // Lines and sections refer to them by their keys, and other lines can be proposed.
  sections: [...ofLines, 'sections'],
  choices: [...ofLines, 'sections'],
  product_order: ['product_order'],
  // Shares refer to lines by their keys, so the first discount gives the lines theirs.
  discounts: ['discounts', 'charges', 'amounts', 'products', 'payment_plan'],
  charges: ['charges', 'amounts', 'products', 'payment_plan'],
  shipping: ['shipping', 'discounts', 'charges', 'amounts', 'payment_plan'],
  payment_plan: ['payment_plan'],
}

describe('fields that are absent', () => {
  it('keep their values to the byte', () => {
    law((generate) => {
      const { record, products, update } = situation(generate)
      const changes = generate(arbitraries.changes, record.value, products)
      const after = update(record, changes)
      const mayChange = new Set(Object.keys(changes).flatMap((field) => touched[field] ?? []))
      for (const field of Object.keys(record.value) as (keyof Quote)[]) {
        if (mayChange.has(field)) continue
        expect(JSON.stringify(after.value[field])).toBe(JSON.stringify(record.value[field]))
      }
    })
  })

  it('keep their values within the customer', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      const customer = generate(() => arbitraries.customerChanges)
      const after = update(record, { customer }).value.customer
      const others = (fields: object) =>
        JSON.stringify(Object.entries(fields).filter(([field]) => !Object.hasOwn(customer, field)))
      expect(others(after)).toBe(others(record.value.customer))
    })
  })
})

describe('fields that are sent read back', () => {
  it('in the customer, without null fields (a state can read back as its full name)', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      const customer = generate(() => arbitraries.customerChanges)
      const after = new Map(Object.entries(update(record, { customer }).value.customer))
      for (const [field, sent] of Object.entries(customer)) {
        if (sent === null) expect(after.has(field)).toBe(false)
        else if (field !== 'state') expect(after.get(field)).toBe(sent)
        else expect(after.get(field)).toBeTypeOf('string')
      }
    })
  })

  it('in the tags, each once', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      const list = generate(() => arbitraries.tagList)
      const distinct = (list ?? []).filter((name, index, all) => all.indexOf(name) === index)
      expect(update(record, { tag_list: list }).value.tags ?? []).toEqual(distinct)
    })
  })

  it('in the lines, entry by entry', () => {
    law((generate) => {
      const { record, products, update } = situation(generate)
      const entries = generate(arbitraries.productList, record.value, products)
      const lines = update(record, { products: entries }).value.products
      expect(lines).toHaveLength(entries.length)
      for (const [index, { id, key, qty, quote, discount }] of entries.entries()) {
        const line = lines[index]
        if (id !== undefined) expect(line?.id).toBe(id)
        if (key != null) expect(line?.key).toBe(key)
        if (qty !== undefined) expect(line?.qty).toBe(qty)
        if (quote !== undefined) expect(line?.quote).toBe(quote)
        if (discount !== undefined) expect(line?.discount).toBe(Number(discount))
      }
    })
  })

  it('in the order of the lines', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      const product_order = generate(arbitraries.productOrder, record.value)
      expect(update(record, { product_order }).value.product_order).toEqual(product_order)
    })
  })
})

describe('an update', () => {
  it('that is repeated changes nothing', () => {
    law((generate) => {
      const { record, products, update } = situation(generate)
      const changes = generate(arbitraries.changes, record.value, products)
      // These add or remove lines, again each time.
      fc.pre(changes.product_changes === undefined)
      fc.pre(changes.products?.every(({ id, key }) => id !== undefined || key != null) ?? true)
      const once = update(record, changes)
      expect(update(once, changes)).toBe(once)
    })
  })

  it('with the whole quote as it was read changes nothing', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      expect(update(record, JSON.parse(JSON.stringify(record.value)))).toBe(record)
    })
  })

  it('does not change its arguments', () => {
    law((generate) => {
      const { record, products, update } = situation(generate)
      const changes = generate(arbitraries.changes, record.value, products)
      const before = JSON.stringify([record, changes])
      update(structuredClone(record), changes)
      update(record, changes)
      expect(JSON.stringify([record, changes])).toBe(before)
    })
  })
})

describe('updates of different fields commute', () => {
  /** Keys of added lines contain the version that added them, which depends on the order. */
  const withoutVersions = ({ value, version }: StoredRecord<Quote>): unknown => {
    const json = JSON.stringify(value).replaceAll(/"([2-9]|[0-9]{2,})-([0-9]+)"/g, '"v-$2"')
    return { version, quote: JSON.parse(json) }
  }

  it('customer, products and tags in any order (modulo the versions within the keys of new lines)', () => {
    law((generate) => {
      const { record, products, update } = situation(generate)
      const parts: UpdateQuoteRequest[] = [
        { customer: generate(() => arbitraries.customerChanges) },
        { products: generate(arbitraries.productList, record.value, products) },
        { tag_list: generate(() => arbitraries.tagList) },
      ]
      const inOneOrder = parts.reduce(update, record)
      const inAnother = generate(() => fc.shuffledSubarray(parts, { minLength: 3 })).reduce(
        update,
        record,
      )
      expect(withoutVersions(inAnother)).toEqual(withoutVersions(inOneOrder))
    })
  })

  it('two groups of customer fields (state and country are one group)', () => {
    law((generate) => {
      const { record, update } = situation(generate)
      const fields = Object.entries(generate(() => arbitraries.customerChanges))
      const first = new Set(generate(() => fc.subarray(fields.map(([field]) => field))))
      const group = (field: string) => (field === 'state' ? 'country' : field)
      const pick = (wanted: boolean): UpdateQuoteRequest => ({
        customer: Object.fromEntries(fields.filter(([f]) => first.has(group(f)) === wanted)),
      })
      const [left, right] = [pick(true), pick(false)]
      const { customer, ...rest } = update(update(record, left), right).value
      expect(update(update(record, right), left).value).toEqual({ customer, ...rest })
    })
  })
})
