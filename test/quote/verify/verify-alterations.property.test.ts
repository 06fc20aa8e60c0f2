import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasSelection } from '../../../src/quote/model/counted-lines.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { unsealedFields } from '../../../src/quote/model/seal.js'
import { quoteStatuses } from '../../../src/quote/model/transitions.js'
import { verifyQuote } from '../../../src/quote/verify/verify-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { exact } from '../pricing/oracle.js'
import { pricedQuotes } from '../pricing/random-priced-quotes.js'

const arbitraries = quoteArbitraries(fc)
const fractions = quoteArbitraries(fc, { quantityDecimals: 3, unitPriceDecimals: 4 })

/** A quote as JSON, of which anything can be changed. */
type Json = Record<string, unknown>
type Path = readonly (string | number)[]

const copyOf = (quote: Quote) => JSON.parse(JSON.stringify(quote)) as Json

function valuesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([field, part]) => valuesIn(part, [...path, field]))
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((part, field) => (part as Json)[field], value)
}

function altered(quote: Quote, path: Path, value: unknown): unknown {
  const copy = copyOf(quote)
  const parent = at(copy, path.slice(0, -1)) as Json
  parent[path.at(-1) ?? ''] = value
  return copy
}

/** A decimal one unit of its last decimal larger, or another value of the same type. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 'x'
  const [, fraction = ''] = /^-?[0-9]+(?:\.([0-9]+))?$/.exec(value) ?? [undefined, undefined]
  if (!/^-?[0-9]+(\.[0-9]+)?$/.test(value)) return `${value}x`
  const next = exact(value).plus(exact(10).pow(-fraction.length))
  return next.toFixed(fraction.length)
}

const computedLineFields = new Set([
  'price',
  'price_total',
  'quote',
  'quote_total',
  'discount',
  'discount_total',
])
const computedFields = new Set(['quote_total', 'price_total', 'total', 'decimals', 'amounts'])

/** Returns true for a field that follows from others, or that others follow from. */
function isComputed([field, index, part, name]: Path): boolean {
  if (field === 'products') return computedLineFields.has(String(part))
  if (field === 'discounts') return part === 'amount' || part === 'shares' || part === 'residue'
  if (field === 'shipping') return part === 'price'
  if (field === 'taxes' && (index === 'portions' || index === 'rates'))
    return name === 'amount' || name === 'base' || name === 'rate'
  return computedFields.has(String(field))
}

const computed = pricedQuotes.chain(({ quote }) => {
  const paths = valuesIn(copyOf(quote)).filter(isComputed)
  return fc.tuple(fc.constant(quote), fc.constantFrom(...paths))
})

/** The lists and objects of what is computed, whose entries can be removed or added. */
function collectionsOf({ discounts = [], taxes }: Quote): readonly Path[] {
  const shares = discounts.map((_, index): Path => ['discounts', index, 'shares'])
  const lists: Path[] =
    taxes === undefined
      ? []
      : [
          ['taxes', 'portions'],
          ['taxes', 'rates'],
        ]
  return [['products'], ...(discounts.length > 0 ? [['discounts']] : []), ...shares, ...lists]
}

const collections = pricedQuotes.chain(({ quote }) =>
  fc.tuple(fc.constant(quote), fc.constantFrom(...collectionsOf(quote)), fc.nat()),
)

function isFound(value: unknown): void {
  expect(verifyQuote(value).length).toBeGreaterThan(0)
}

describe('verifyQuote', () => {
  it.each(quoteStatuses)('returns no violation of any quote that is %s', (status) => {
    const quotes = fc.oneof(arbitraries.quoteIn(status), fractions.quoteIn(status))
    fc.assert(
      fc.property(quotes, (quote) => {
        expect(verifyQuote(quote)).toEqual([])
        expect(verifyQuote(copyOf(quote))).toEqual([])
      }),
    )
  })

  it('returns no violation of quotes of any arithmetic, by their way of rounding', () => {
    fc.assert(
      fc.property(pricedQuotes, ({ quote, from }) => {
        expect(verifyQuote(quote, { rounding: from.rounding })).toEqual([])
        expect(verifyQuote(quote)).toEqual([])
      }),
    )
  })

  it('finds every other value of a single computed field', () => {
    fc.assert(
      fc.property(computed, ([quote, path]) => {
        isFound(altered(quote, path, another(at(quote, path))))
      }),
    )
  })

  it('finds a computed field that is missing', () => {
    fc.assert(
      fc.property(computed, ([quote, path]) => {
        const copy = copyOf(quote)
        delete (at(copy, path.slice(0, -1)) as Json)[path.at(-1) ?? '']
        isFound(copy)
      }),
    )
  })

  it('finds an entry that is missing', () => {
    fc.assert(
      fc.property(collections, ([quote, path, choice]) => {
        const copy = copyOf(quote)
        const collection = at(copy, path) as Json
        const names = Object.keys(collection)
        fc.pre(names.length > 0)
        const name = names[choice % names.length] ?? ''
        // Nothing is said by discounts of nothing, free lines and their taxes, but by the seal.
        fc.pre(quote.seal !== undefined || isList(path) || !isWithoutEffect(collection[name]))
        if (Array.isArray(collection)) collection.splice(Number(name), 1)
        else delete collection[name]
        isFound(copy)
      }),
    )
  })

  it('finds an entry twice', () => {
    fc.assert(
      fc.property(collections, ([quote, path, choice]) => {
        const copy = copyOf(quote)
        const collection = at(copy, path) as Json
        fc.pre(Array.isArray(collection) && collection.length > 0)
        if (!Array.isArray(collection)) return
        const entry = collection[choice % collection.length]
        fc.pre(quote.seal !== undefined || isList(path) || !isWithoutEffect(entry))
        collection.push(structuredClone(entry))
        isFound(copy)
      }),
    )
  })

  it('finds a share of a line that has none', () => {
    fc.assert(
      fc.property(pricedQuotes, fc.constantFrom('9-9', '1-1', 'shipping'), ({ quote }, key) => {
        const { discounts = [] } = quote
        const index = discounts.findIndex(({ shares }) => !Object.hasOwn(shares, key))
        fc.pre(index >= 0)
        isFound(altered(quote, ['discounts', index, 'shares', key], exact(0).toFixed(2)))
      }),
    )
  })

  it('finds a place or a proposal that no choice and no section leads to', () => {
    const quotes = arbitraries
      .quoteIn('new')
      .filter(({ products, sections }) => hasSelection({ products, ...(sections && { sections }) }))
    let compared = 0
    fc.assert(
      fc.property(quotes, (quote) => {
        const { products, sections = [], choices = [] } = quote
        const parts = [
          ...products.map((part, index) => ({ part, path: ['products', index] as const })),
          ...sections.map((part, index) => ({ part, path: ['sections', index] as const })),
        ]
        const placeless = { key: 'empty', title: 'Without members' }
        expect(verifyQuote({ ...quote, choices: [...choices, placeless] })).not.toEqual([])
        for (const { part, path } of parts) {
          const others: object[] = [
            { choice: 'unknown', optional: undefined },
            { selected: part.selected === undefined ? true : undefined },
            ...(part.choice === undefined ? [] : [{ optional: true }]),
            { choice: undefined, optional: undefined, selected: true },
            ...(path[0] === 'products' ? [{ section: 'unknown' }] : []),
          ]
          for (const other of others) {
            const changed = JSON.parse(JSON.stringify({ ...part, ...other }))
            isFound(altered(quote, path, changed))
            compared += 1
          }
          const { choice, selected } = part
          // Of a choice that can be left out, one that costs nothing can be proposed for none.
          const proposed = parts.filter((each) => each.part.choice === choice && each.part.selected)
          if (choice === undefined || selected || proposed.length === 0) continue
          isFound(altered(quote, [...path, 'selected'], true))
        }
      }),
      { endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(0)
  })

  it('finds every alteration at all of a quote that was sent', () => {
    const sent = quoteStatuses.filter((status) => status !== 'new' && status !== 'draft')
    const quotes = fc
      .constantFrom(...sent)
      .chain((status) => arbitraries.quoteIn(status))
      .filter(({ seal }) => seal !== undefined)
      .chain((quote) => {
        const paths = valuesIn(copyOf(quote)).filter(
          ([field]) => field === 'seal' || !(unsealedFields as readonly unknown[]).includes(field),
        )
        return fc.tuple(fc.constant(quote), fc.constantFrom(...paths))
      })
    fc.assert(
      fc.property(quotes, fc.boolean(), ([quote, path], isRemoved) => {
        const copy = copyOf(quote)
        delete (at(copy, path.slice(0, -1)) as Json)[path.at(-1) ?? '']
        isFound(isRemoved ? copy : altered(quote, path, another(at(quote, path))))
      }),
      { endOnFailure: true },
    )
  })
})

/** Returns true for a list or object of which even an entry of 0 is computed. */
function isList([field, part]: Path): boolean {
  return part !== undefined && !(field === 'taxes' && part === 'portions')
}

/** Returns true for a discount or a tax of 0, and for a line that costs nothing. */
function isWithoutEffect(entry: unknown): boolean {
  const {
    amount,
    quote_total: quoteTotal,
    price_total: priceTotal,
  } = entry as {
    readonly amount?: string
    readonly quote_total?: string
    readonly price_total?: number
  }
  if (amount !== undefined) return exact(amount).isZero()
  return exact(quoteTotal ?? 1).isZero() && exact(priceTotal ?? 1).isZero()
}
