import { describe, expect, it } from 'vitest'
import { createUblQuotation } from '../../../src/document/index.js'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import { sentQuote } from '../sample-quotes.js'
import { createPartValidator, readQuotation } from './xsd.js'

/** A line as an invoice of the examples has it: quantity, price and amount. */
type ExampleLine = readonly [quantity: string, price: string, amount: string, rate: string]

/**
 * The figures of examples of EN 16931 and Peppol BIS Billing whose amounts are consistent, without
 * what an offer does not have: prepaid amounts, and allowances of a line that are no percentage.
 */
interface Example {
  readonly name: string
  readonly request: Pick<CreateQuoteRequest, 'products'> & Partial<CreateQuoteRequest>
  readonly lines: readonly ExampleLine[]
  /** Whether it is added, the amount and its percent of tax. */
  readonly changes?: readonly (readonly [isCharge: boolean, amount: string, rate: string])[]
  /** Percent, what is taxed, and the tax. */
  readonly taxes: readonly (readonly [rate: string, base: string, amount: string])[]
  /** Net lines, without tax, with tax, to be paid. */
  readonly totals: readonly [lines: string, net: string, gross: string, payable: string]
  readonly rounding?: string
}

/** Returns a line whose tax code is its percent of tax. */
const line = (qty: number, price: string, rate: string, others = {}) => ({
  name: 'Item',
  qty,
  price,
  tax_code: rate,
  ...others,
})

const groceries: readonly (readonly [qty: number, price: string, amount: string, rate: string])[] =
  [
    [2, '9.95', '19.90', '6'],
    [1, '9.85', '9.85', '6'],
    [1, '8.29', '8.29', '6'],
    [2, '7.23', '14.46', '6'],
    [1, '35.00', '35.00', '6'],
    [1, '35.00', '35.00', '6'],
    [1, '10.65', '10.65', '6'],
    [1, '1.55', '1.55', '6'],
    [3, '4.79', '14.37', '6'],
    [1, '8.29', '8.29', '6'],
    [2, '8.29', '16.58', '6'],
    [1, '9.95', '9.95', '6'],
    [2, '1.65', '3.30', '6'],
    [1, '10.80', '10.80', '21'],
    [1, '3.90', '3.90', '6'],
    [2, '3.80', '7.60', '21'],
    [2, '4.67', '9.34', '21'],
    [1, '18.63', '18.63', '21'],
    [6, '17.02', '102.12', '6'],
    [6, '-18.33', '-109.98', '6'],
  ]

const examples: readonly Example[] = [
  {
    name: 'a line that takes something off, and insurance (Peppol, base example)',
    request: {
      products: [line(7, '400', '25'), line(3, '-500', '25')],
      charges: [{ type: 'amount', value: '25', label: 'Insurance', tax_code: '25' }],
    },
    lines: [
      ['7', '400.00', '2800.00', '25'],
      ['-3', '500.00', '-1500.00', '25'],
    ],
    changes: [[true, '25.00', '25']],
    taxes: [['25', '1325.00', '331.25']],
    totals: ['1300.00', '1325.00', '1656.25', '1656.25'],
  },
  {
    name: 'a discount and a charge of lines with one of two rates (Peppol, category S)',
    request: {
      products: [line(10, '400', '25'), line(10, '200', '15'), line(10, '90', '25')],
      discounts: [{ type: 'amount', value: '100', label: 'Discount', lines: ['1-1', '1-3'] }],
      charges: [{ type: 'amount', value: '200', label: 'Cleaning', lines: ['1-1', '1-3'] }],
    },
    lines: [
      ['10', '400.00', '4000.00', '25'],
      ['10', '200.00', '2000.00', '15'],
      ['10', '90.00', '900.00', '25'],
    ],
    changes: [
      [false, '100.00', '25'],
      [true, '200.00', '25'],
    ],
    taxes: [
      ['25', '5000.00', '1250.00'],
      ['15', '2000.00', '300.00'],
    ],
    totals: ['6900.00', '7000.00', '8550.00', '8550.00'],
  },
  {
    name: 'a price for two pieces, and a rate of 0 (Peppol, allowances)',
    request: {
      products: [
        line(10, '450', '25', { quote: '400' }),
        line(10, '200', '0', { price_quantity: 2 }),
        line(9, '100', '25'),
      ],
      discounts: [{ type: 'amount', value: '200', label: 'Discount', lines: ['1-1', '1-3'] }],
      charges: [{ type: 'amount', value: '200', label: 'Cleaning', tax_code: '25' }],
    },
    lines: [
      ['10', '400.00', '4000.00', '25'],
      ['10', '200.00 / 2', '1000.00', '0'],
      ['9', '100.00', '900.00', '25'],
    ],
    changes: [
      [false, '200.00', '25'],
      [true, '200.00', '25'],
    ],
    taxes: [
      ['25', '4900.00', '1225.00'],
      ['0', '1000.00', '0.00'],
    ],
    totals: ['5900.00', '5900.00', '7125.00', '7125.00'],
  },
  {
    name: 'twenty lines with two rates, one of which takes something off (EN 16931, example 1)',
    request: { products: groceries.map(([qty, price, , rate]) => line(qty, price, rate)) },
    lines: groceries.map(([qty, price, amount, rate]) => {
      const isBelow = price.startsWith('-')
      return [`${isBelow ? -qty : qty}`, price.replace('-', ''), amount, rate]
    }),
    taxes: [
      ['6', '183.23', '10.99'],
      ['21', '46.37', '9.74'],
    ],
    totals: ['229.60', '229.60', '250.33', '250.33'],
  },
  {
    name: 'credits by three rates, one of which is below 0 (EN 16931, example 2)',
    request: {
      products: [
        line(1, '1498', '25', { quote: '1273' }),
        line(1, '-3.96', '15'),
        line(2, '2.70', '15', { quote: '2.48' }),
        line(1, '-25', '0'),
        line(250, '0.75', '25'),
      ],
      discounts: [{ type: 'amount', value: '100', label: 'Promotion', lines: ['1-1', '1-5'] }],
      charges: [{ type: 'amount', value: '100', label: 'Freight', tax_code: '25' }],
    },
    lines: [
      ['1', '1273.00', '1273.00', '25'],
      ['-1', '3.96', '-3.96', '15'],
      ['2', '2.48', '4.96', '15'],
      ['-1', '25.00', '-25.00', '0'],
      ['250', '0.75', '187.50', '25'],
    ],
    changes: [
      [false, '100.00', '25'],
      [true, '100.00', '25'],
    ],
    taxes: [
      ['25', '1460.50', '365.13'],
      ['15', '1.00', '0.15'],
      ['0', '-25.00', '0.00'],
    ],
    totals: ['1436.50', '1436.50', '1801.78', '1801.78'],
  },
  {
    name: 'many pieces at two rates (EN 16931, example 4)',
    request: { products: [line(1_000, '1', '25'), line(100, '5', '25'), line(500, '5', '12')] },
    lines: [
      ['1000', '1.00', '1000.00', '25'],
      ['100', '5.00', '500.00', '25'],
      ['500', '5.00', '2500.00', '12'],
    ],
    taxes: [
      ['25', '1500.00', '375.00'],
      ['12', '2500.00', '300.00'],
    ],
    totals: ['4000.00', '4000.00', '4675.00', '4675.00'],
  },
  {
    name: 'a price with four decimals less a discount (EN 16931, discount of a price)',
    request: { products: [line(100, '0.1234', '25', { quote: '0.1212' })] },
    lines: [['100', '0.1212', '12.12', '25']],
    taxes: [['25', '12.12', '3.03']],
    totals: ['12.12', '12.12', '15.15', '15.15'],
  },
  {
    name: 'fractions of a piece, exempt beside taxed (a report of others)',
    request: {
      products: [line(1, '90.30', '0'), line(0.45, '2.54', '6'), line(0.28, '6.87', '6')],
    },
    lines: [
      ['1', '90.30', '90.30', '0'],
      ['0.45', '2.54', '1.14', '6'],
      ['0.28', '6.87', '1.92', '6'],
    ],
    taxes: [
      ['0', '90.30', '0.00'],
      ['6', '3.06', '0.18'],
    ],
    totals: ['93.36', '93.36', '93.54', '93.54'],
  },
  {
    name: 'a total that is rounded to be paid in cash (a report of others)',
    request: { products: [line(2, '1.73', '13'), line(2, '0.03', '24')] },
    lines: [
      ['2', '1.73', '3.46', '13'],
      ['2', '0.03', '0.06', '24'],
    ],
    taxes: [
      ['13', '3.46', '0.45'],
      ['24', '0.06', '0.01'],
    ],
    rounding: '0.02',
    totals: ['3.52', '3.52', '3.98', '4.00'],
  },
]

/** Tax codes are percents of tax. */
const tax: TaxPort = {
  calculateTaxes: ({ lines, charges = [] }) => ({
    rates: [...lines, ...charges].map(({ key, taxCode: rate = '0' }) => {
      return { name: 'VAT', rate, lines: [key] }
    }),
  }),
}

const validate = createPartValidator()

describe('createUblQuotation', () => {
  it.each(examples)('has the figures of $name', async (example) => {
    const { quote } = await sentQuote(
      { customer: {}, currency: 'EUR', ...example.request },
      {
        tax,
        pricing: {
          unitPriceDecimals: 4,
          quantityDecimals: 2,
          ...(example.rounding && { cashRounding: { EUR: '0.05' } }),
        },
      },
    )
    const xml = createUblQuotation({ quoteId: 'q-1', quote }, { seller: { company: 'Seller' } })
    expect(validate(xml)).toEqual([])
    const figures = readQuotation(xml, ({ strings, count }) => {
      const each = <Row>(path: string, read: (at: (name: string) => string) => Row) =>
        Array.from({ length: count(path) }, (_, index) =>
          read((name) => strings(`${path}[${index + 1}]/${name}`)[0] ?? ''),
        )
      const total = (name: string) => strings(`cac:QuotedMonetaryTotal/cbc:${name}Amount`)[0]
      return {
        lines: each('cac:QuotationLine', (at) => {
          const per = at('cac:LineItem/cac:Price/cbc:BaseQuantity')
          return [
            at('cac:LineItem/cbc:Quantity'),
            at('cac:LineItem/cac:Price/cbc:PriceAmount') + (per && ` / ${per}`),
            at('cac:LineItem/cbc:LineExtensionAmount'),
            at('cac:LineItem/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent'),
          ]
        }),
        changes: each('cac:AllowanceCharge', (at) => [
          at('cbc:ChargeIndicator') === 'true',
          at('cbc:Amount'),
          at('cac:TaxCategory/cbc:Percent'),
        ]),
        taxes: each('cac:TaxTotal/cac:TaxSubtotal', (at) => [
          at('cac:TaxCategory/cbc:Percent'),
          at('cbc:TaxableAmount'),
          at('cbc:TaxAmount'),
        ]),
        totals: ['LineExtension', 'TaxExclusive', 'TaxInclusive', 'Payable'].map(total),
        rounding: total('PayableRounding'),
      }
    })
    const { lines, changes = [], taxes, totals, rounding } = example
    expect(figures).toEqual({ lines, changes, taxes, totals, rounding })
  })
})
