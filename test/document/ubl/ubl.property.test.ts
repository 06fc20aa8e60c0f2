import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUblQuotation } from '../../../src/document/index.js'
import { xmlText } from '../../../src/document/ubl/xml.js'
import { toBuyersQuote } from '../../../src/quote/model/buyers-view.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import { getAcceptedQuote, selectQuote } from '../../../src/quote/selection/select-quote.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import {
  createFileValidator,
  createPartValidator,
  findUblSchemas,
  readQuotation,
  stringsAt,
  type Validate,
} from './xsd.js'

const { quoteIn } = quoteArbitraries(fc, { quantityDecimals: 3, unitPriceDecimals: 6 })
/** Offers in every status that is not a draft and not canceled. */
const offers = fc.oneof(
  ...(['sent', 'revision_requested', 'accepted', 'declined', 'ordered'] as const).map(quoteIn),
)
/** Returns the plain quote that a quotation is about: what was accepted, or else is proposed. */
const plainOf = (offer: Quote) => selectQuote(getAcceptedQuote(offer))
const hostile = fc.constantFrom(
  ']]><!--',
  '<script>&amp;"\'',
  '\u0000\u0001\u000b\u001f\u007f\u0085',
  'lone \ud800 and \udfff',
  'not \ufffe a \uffff character',
  '\u{1f600}\u{1fffe}\u202e',
  'lines\r\nand\rtabs\t ',
  '&#0;&unknown;',
  'x'.repeat(20_000),
)
const seller = { company: 'Stuhl & Tisch GmbH', country: 'DE' }

function write(quote: Quote, text?: string): string {
  const entered = text === undefined ? {} : { address: text, endpoint: text, tax_id: text }
  return createUblQuotation(
    { quoteId: 'q-1', quote },
    {
      seller: { ...seller, ...entered },
      document: { currency: 'EUR', ...(text !== undefined && { terms: [text] }) },
    },
  )
}

/** Returns the offer with this in place of every string that people enter. */
function withStrings(quote: Quote, value: string): Quote {
  const text = JSON.stringify(quote, (name, old) => {
    const isEntered =
      /^(?:name|sku|note|description|unit|label|number|address|city|email|company|country|title|introduction|terms|payment_terms|delivery_terms)$/
    return isEntered.test(name) && typeof old === 'string' ? value : old
  })
  const changed = JSON.parse(text)
  return { ...changed, seal: sealOf(changed) }
}

/** Amounts are compared as integers of so many decimals. */
const decimals = 20
function toUnits(amount: string): bigint {
  const [integer = '', fraction = ''] = amount.replace('-', '').split('.')
  const units = BigInt(integer + fraction.padEnd(decimals, '0'))
  return amount.startsWith('-') ? -units : units
}
const one = 10n ** BigInt(decimals)
const sum = (amounts: readonly string[]) => amounts.map(toUnits).reduce((a, b) => a + b, 0n)
const distance = (left: bigint, right: bigint) => (left > right ? left - right : right - left)

let validate: Validate
beforeAll(() => {
  validate = createPartValidator()
})

describe('createUblQuotation', () => {
  it('returns valid documents, the same for the same offer', () => {
    fc.assert(
      fc.property(offers, (quote) => {
        const xml = write(quote)
        expect(validate(xml)).toEqual([])
        expect(write(structuredClone(quote))).toBe(xml)
      }),
    )
  })

  it('returns valid documents with all that XML can hold of hostile strings', () => {
    fc.assert(
      fc.property(offers, hostile, (quote, value) => {
        const xml = write(withStrings(quote, value), value)
        expect(validate(xml)).toEqual([])
        const expected = [xmlText(value)].filter((text) => text !== '')
        expect(stringsAt(xml, 'cbc:Note').slice(0, expected.length)).toEqual(expected)
        expect(stringsAt(xml, 'cac:SellerSupplierParty//cbc:StreetName')).toEqual(expected)
      }),
    )
  })

  it('has nothing that is for the store only', () => {
    fc.assert(
      fc.property(offers, (quote) => {
        const internal = { margin: 'secret-margin' }
        const products = quote.products.map((line) => ({ ...line, internal_fields: internal }))
        const own = { follow_up: '2027-01-01', owner: 'secret-owner', customer_id: 'secret-id' }
        const xml = write({ ...quote, ...own, products, internal_fields: internal })
        expect(xml).toBe(write(toBuyersQuote(quote)))
        expect(xml).not.toContain('secret')
      }),
    )
  })

  it('has amounts that add up to the total of the quote', () => {
    fc.assert(
      fc.property(offers, (quote) =>
        readQuotation(write(quote), ({ strings }) => {
          const total = (name: string) => sum(strings(`cac:QuotedMonetaryTotal/cbc:${name}Amount`))
          const changes = (isCharge: boolean) =>
            sum(strings(`cac:AllowanceCharge[cbc:ChargeIndicator="${isCharge}"]/cbc:Amount`))
          const lines = total('LineExtension')
          const net = lines - changes(false) + changes(true)
          const tax = sum(strings('cac:TaxTotal/cbc:TaxAmount'))
          const { amounts } = plainOf(quote)
          const { total: withTaxes, payable = withTaxes, withheld, rounding } = amounts ?? {}
          expect(sum(strings('//cac:LineItem/cbc:LineExtensionAmount'))).toBe(lines)
          expect(changes(false)).toBe(total('AllowanceTotal'))
          expect(changes(true)).toBe(total('ChargeTotal'))
          expect(net + tax).toBe(toUnits(withTaxes ?? ''))
          expect(strings('cac:QuotedMonetaryTotal/cbc:PayableAmount')).toEqual([payable])
          expect(total('WithholdingTaxTotal')).toBe(toUnits(withheld ?? '0'))
          expect(total('PayableRounding')).toBe(toUnits(rounding ?? '0'))
          expect(net + tax - total('WithholdingTaxTotal') + total('PayableRounding')).toBe(
            total('Payable'),
          )
          const hasTaxes = strings('cac:TaxTotal').length > 0
          expect(hasTaxes).toBe(quote.taxes !== undefined)
          expect(total('TaxExclusive')).toBe(hasTaxes ? net : 0n)
          expect(total('TaxInclusive')).toBe(hasTaxes ? net + tax : 0n)
          expect(sum(strings('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount'))).toBe(tax)
          const parts = [
            ...strings('//cac:LineItem/cbc:TotalTaxAmount'),
            ...strings('cac:AllowanceCharge/cac:TaxTotal/cbc:TaxAmount'),
          ]
          expect(sum(parts)).toBe(tax)
        }),
      ),
    )
  })

  it('has the lines of the quote to the cent, unless their prices contain taxes', () => {
    fc.assert(
      fc.property(offers, (offer) =>
        readQuotation(write(offer), ({ strings }) => {
          const quote = plainOf(offer)
          if (quote.taxes?.inclusive || quote.taxes?.removed) {
            const withTax = sum(strings('//cac:LineItem/cbc:TaxInclusiveLineExtensionAmount'))
            const charges = sum(
              strings('cac:AllowanceCharge//cbc:TaxAmount | //cbc:ChargeTotalAmount'),
            )
            expect(withTax + charges).toBe(toUnits(quote.amounts?.total ?? ''))
            return
          }
          const { products, product_order: order, discounts = [], charges = [] } = quote
          const byKey = new Map(products.map((line, index) => [line.key ?? `1-${index + 1}`, line]))
          const ordered = [...new Set([...(order ?? []), ...byKey.keys()])].map((key) =>
            byKey.get(key),
          )
          // A bundle with several tax codes has a line for each.
          const linesOf = (line: (typeof ordered)[number]) =>
            quote.taxes === undefined ? [line] : (line?.tax_shares ?? [line]).map(() => line)
          expect(strings('//cac:LineItem/cbc:Quantity')).toEqual(
            ordered
              .flatMap(linesOf)
              .map((line) => `${Number(line?.price) < 0 ? '-' : ''}${line?.qty}`),
          )
          const amounts = [...strings('//cac:LineItem/cbc:LineExtensionAmount')]
          const ofLines = ordered.map((line) => amounts.splice(0, linesOf(line).length))
          expect(ofLines.map(sum)).toEqual(ordered.map((line) => toUnits(line?.quote_total ?? '')))
          const shipping = quote.shipping.product?.price ?? '0'
          expect(sum(strings('//cbc:AllowanceTotalAmount'))).toBe(
            sum(discounts.map(({ amount }) => amount)),
          )
          expect(sum(strings('//cbc:ChargeTotalAmount'))).toBe(
            sum([...charges.map(({ amount }) => amount), shipping]),
          )
          expect(strings('cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toEqual(
            (quote.taxes?.rates ?? []).flatMap(({ base, withheld }) => (withheld ? [] : [base])),
          )
        }),
      ),
    )
  })

  it('taxes with each rate what its lines, allowances and charges sum to', () => {
    fc.assert(
      fc.property(offers, (quote) => {
        const { portions = [], shipping } = plainOf(quote).taxes ?? {}
        const paid = portions.filter(({ withheld }) => !withheld)
        const ofLines = paid.filter(({ line }) => line !== 'shipping')
        const isSimple = new Set(ofLines.map(({ line }) => line)).size === ofLines.length
        // A tax of other taxes has another base, and parts of shipping with several taxes overlap.
        fc.pre(!paid.some(({ compound, added }) => compound || added) && !(shipping && !isSimple))
        readQuotation(write(quote), ({ strings, count }) => {
          const subtotal = 'cac:TaxTotal/cac:TaxSubtotal'
          for (let rate = 1; rate <= count(subtotal); rate += 1) {
            const at = (path: string) => strings(`${subtotal}[${rate}]/${path}`)
            const [name = ''] = at('cac:TaxCategory/cac:TaxScheme/cbc:Name')
            const [percent] = at('cac:TaxCategory/cbc:Percent')
            const isRate = percent === undefined ? 'not(cbc:Percent)' : `cbc:Percent="${percent}"`
            const category = (element: string) =>
              `[.//cac:${element}[${isRate} and cac:TaxScheme/cbc:Name="${name}"]]`
            const changes = (isCharge: boolean) =>
              sum(
                strings(
                  `cac:AllowanceCharge${category('TaxCategory')}` +
                    `[cbc:ChargeIndicator="${isCharge}"]/cbc:Amount`,
                ),
              )
            const lines = strings(
              `//cac:LineItem${category('ClassifiedTaxCategory')}/cbc:LineExtensionAmount`,
            )
            expect(sum(lines) + changes(true) - changes(false)).toBe(sum(at('cbc:TaxableAmount')))
          }
        })
      }),
    )
  })

  it('has no price, allowance or charge below 0, and factors that give their amounts', () => {
    fc.assert(
      fc.property(offers, (quote) =>
        readQuotation(write(quote), ({ strings, count }) => {
          const amounts = strings('//cbc:PriceAmount | //cac:AllowanceCharge/cbc:Amount')
          expect(amounts.filter((amount) => toUnits(amount) < 0n)).toEqual([])
          const half = one / 10n ** BigInt(quote.decimals ?? 2) / 2n
          for (let index = 1; index <= count('//cbc:MultiplierFactorNumeric'); index += 1) {
            const at = (name: string) =>
              sum(
                strings(
                  `(//cac:AllowanceCharge[cbc:MultiplierFactorNumeric])[${index}]/cbc:${name}`,
                ),
              )
            const product = (at('MultiplierFactorNumeric') * at('BaseAmount')) / one
            expect(distance(product, at('Amount'))).toBeLessThanOrEqual(half)
          }
        }),
      ),
    )
  })

  it('has prices that give the amount of each line, rounded once', () => {
    fc.assert(
      fc.property(offers, (quote) =>
        readQuotation(write(quote), ({ strings, count }) => {
          const half = one / 10n ** BigInt(quote.decimals ?? 2) / 2n
          for (let line = 1; line <= count('cac:QuotationLine'); line += 1) {
            const at = (path: string) => strings(`cac:QuotationLine[${line}]/cac:LineItem/${path}`)
            const [qty = '', base = '1'] = [
              ...at('cbc:Quantity'),
              ...at('cac:Price/cbc:BaseQuantity'),
            ]
            const price = sum(at('cac:Price/cbc:PriceAmount'))
            const gross = (price * toUnits(qty)) / toUnits(base)
            const changed = (isCharge: boolean) =>
              sum(at(`cac:AllowanceCharge[cbc:ChargeIndicator="${isCharge}"]/cbc:Amount`))
            const allowance = changed(false) - changed(true)
            const total = sum(at('cbc:LineExtensionAmount'))
            expect(distance(gross - allowance, total)).toBeLessThanOrEqual(half)
          }
        }),
      ),
    )
  })
})

/** Changes of the lines of a document, each of which has one element or its beginning or end. */
const alterations = fc.record({
  change: fc.constantFrom('remove', 'repeat', 'swap', 'empty', 'rename'),
  at: fc.nat(),
})

function alter(xml: string, { change, at }: { readonly change: string; readonly at: number }) {
  const lines = xml.trimEnd().split('\n')
  const indexes = lines.flatMap((line, index) => (/^ +<cbc:/.test(line) ? [index] : []))
  const index = indexes[at % indexes.length] as number
  const line = lines[index] as string
  const others: Record<string, string[]> = {
    remove: [],
    repeat: [line, line],
    swap: [lines[index + 1] ?? '', line],
    empty: [line.replace(/>[^<]*</, '><')],
    rename: [line.replaceAll('cbc:', 'cbc:Other')],
  }
  lines.splice(index, change === 'swap' ? 2 : 1, ...(others[change] as string[]))
  return lines.join('\n')
}

function isWellFormedAndValid(check: Validate, xml: string): boolean {
  try {
    return check(xml).length === 0
  } catch {
    return false
  }
}

describe('the schema of the tests', () => {
  it('rejects documents whose elements are missing, repeated, exchanged, empty or unknown', () => {
    const rejected = { remove: 0, repeat: 0, swap: 0, empty: 0, rename: 0 }
    fc.assert(
      fc.property(offers, alterations, (quote, alteration) => {
        const xml = write(quote)
        if (isWellFormedAndValid(validate, alter(xml, alteration))) return
        rejected[alteration.change as keyof typeof rejected] += 1
      }),
      { numRuns: 100 },
    )
    for (const count of Object.values(rejected)) expect(count).toBeGreaterThan(0)
  })

  it.each([
    ['a date', /<cbc:IssueDate>[^<]+/, '<cbc:IssueDate>22.11.2026'],
    ['an amount', /(<cbc:PayableAmount [^>]*>)[^<]+/, '$11,234.00'],
    ['a currency', / currencyID="EUR"/, ''],
    ['a quantity', /(<cbc:Quantity [^>]*>)[^<]+/, '$11e3'],
  ])('rejects %s that is none', (_, pattern, other) => {
    const [quote] = fc.sample(quoteIn('sent'), { numRuns: 1, seed: 1 })
    const xml = write({ ...(quote as Quote) })
    const euros = xml.replace(/ currencyID="\w+"/, ' currencyID="EUR"')
    const altered = euros.replace(pattern, other)
    expect(altered).not.toBe(euros)
    expect(validate(euros)).toEqual([])
    expect(validate(altered)).not.toEqual([])
  })
})

const found = findUblSchemas()
const missing = 'missing' in found ? found.missing : undefined

describe.skipIf(missing)(`the schemas of UBL 2.3 (${missing ?? 'here'})`, () => {
  let official: Validate
  beforeAll(() => {
    official = createFileValidator('file' in found ? found.file : '')
  })

  it('accept the documents of generated offers', () => {
    fc.assert(
      fc.property(offers, (quote) => {
        expect(official(write(quote))).toEqual([])
      }),
    )
  })

  it('accept whatever the schema of the tests accepts', () => {
    fc.assert(
      fc.property(offers, alterations, hostile, (quote, alteration, value) => {
        const xml = alter(write(withStrings(quote, value), value), alteration)
        if (isWellFormedAndValid(validate, xml)) expect(official(xml)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('reject what is no quotation', () => {
    const [quote] = fc.sample(quoteIn('sent'), { numRuns: 1 })
    const xml = write(quote as Quote)
    expect(official(xml.replace(/ *<cbc:IssueDate>.*\n/, ''))).not.toEqual([])
    expect(official(xml.replaceAll('QuotationLine', 'InvoiceLine'))).not.toEqual([])
  })
})
