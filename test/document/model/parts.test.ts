import { describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { context, flatTax, sampleEngine } from '../sample-quotes.js'

type Products = CreateQuoteRequest['products']

const catalog = memoryCatalog({
  'store-1': [
    { id: 'screw', name: 'Screws', price: '128.49', priceQuantity: 100, unit: 'piece' },
    { id: 'service', name: 'Service', price: '100.00', billing: { interval: 'year' } },
    { id: 'rent', name: 'Rent', price: '30.00', billing: { interval: 'month', count: 3 } },
  ],
})

async function quoteOf(
  request: Partial<CreateQuoteRequest>,
  options: Partial<QuoteEngineOptions> = {},
) {
  const engine = sampleEngine({ catalog, tax: flatTax(), ...options })
  const { quoteId } = await engine.createQuote(context, {
    customer: {},
    currency: 'EUR',
    products: [],
    ...request,
  })
  return (await engine.sendQuote(context, quoteId)).quote
}

/** Returns the rows below the lines as text. Spaces are plain. */
async function rowsOf(
  request: Partial<CreateQuoteRequest>,
  options?: Partial<QuoteEngineOptions>,
): Promise<readonly string[]> {
  const { totals } = createDocument(await quoteOf(request, options))
  return totals.map(({ label, amount }) => `${label}: ${amount}`.replaceAll('\u00a0', ' '))
}

const goods: Products = [
  { name: 'Desk', price: '100.00', qty: 1 },
  { name: 'Lamp', price: '20.00', qty: 3 },
]
const van = { type: 'custom', product: { name: 'By van', price: '10.00' } } as const

describe('documentLines', () => {
  it.each([
    ['en', '€128.49 / 100 pieces'],
    ['de', '128,49 € / 100 Stück'],
    ['fr', '128,49 € / 100 pièces'],
    ['zh', '€128.49 / 100 件'],
    ['ja', '€128.49 / 100 個'],
    ['ar', '128.49 € لكل 100 قطعة'],
  ])('shows how many units a price is for, in %s', async (locale, price) => {
    const quote = await quoteOf({ products: [{ id: 'screw', qty: 250 }] })
    const [line] = createDocument(quote, { locale }).lines
    const shown = line?.unitPrice
      ?.replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll(/[\u200e\u200f]/g, '')
    expect(shown).toBe(price)
    // There is one space at which a narrow column breaks the price.
    expect(line?.unitPrice?.split(' ')).toHaveLength(2)
  })

  it('shows the list price for the same quantity', async () => {
    const quote = await quoteOf({ products: [{ id: 'screw', qty: 50, quote: '100.00' }] })
    expect(createDocument(quote).lines[0]).toMatchObject({
      listPrice: '€128.49 /\u00a0100\u00a0pieces',
      unitPrice: '€100.00 /\u00a0100\u00a0pieces',
      total: '€50.00',
    })
  })

  it('shows when a line is charged again', async () => {
    const quote = await quoteOf({ products: [{ id: 'service', qty: 1 }, ...goods] })
    expect(createDocument(quote).lines.map(({ billing }) => billing)).toEqual([
      'per year',
      undefined,
      undefined,
    ])
  })
})

describe('documentTotals', () => {
  it('shows shipping before the first discount that lowers it, and says what that is on', async () => {
    const discounts: CreateQuoteRequest['discounts'] = [
      { type: 'amount', value: '10' },
      { type: 'percent', value: '50', label: 'Free delivery', on: 'shipping' },
      { type: 'percent', value: '10', on: 'all' },
      { type: 'amount', value: '5', on: 'all' },
      { type: 'percent', value: '10' },
    ]
    expect(await rowsOf({ products: goods, discounts, shipping: van })).toEqual([
      'Subtotal: €160.00',
      'Discount: -€10.00',
      'Shipping (By van): €10.00',
      'Free delivery (50% on shipping): -€5.00',
      'Discount (10% on items and shipping): -€15.50',
      'Discount (on items and shipping): -€5.00',
      'Discount (10% of €130.16): -€13.02',
      expect.stringMatching(/^VAT \(19%\): €/),
      expect.stringMatching(/^Total: €/),
    ])
  })

  it('shows how charges are computed', async () => {
    const charges: CreateQuoteRequest['charges'] = [
      { type: 'unit', value: '2.50', label: 'Deposit', lines: ['1-2'] },
      { type: 'percent', value: '5', label: 'Packing' },
      { type: 'amount', value: '12', label: 'Express' },
    ]
    const rows = await rowsOf({ products: goods, charges, shipping: van })
    expect(rows.slice(1, 5)).toEqual([
      'Deposit (3 × €2.50): €7.50',
      'Packing (5% of €160.00): €8.00',
      'Express: €12.00',
      'Shipping (By van): €10.00',
    ])
  })

  it('shows no multiplication that gives another amount, because each line was rounded', async () => {
    const half = { name: 'Wire', price: '1.00', qty: 0.5 }
    const rows = await rowsOf(
      {
        products: [half, half],
        charges: [{ type: 'unit', value: '0.05', label: 'Fee' }],
      },
      { pricing: { quantityDecimals: 1 } },
    )
    expect(rows[1]).toBe('Fee: €0.06')
  })

  it('shows what a tax is of where that is not the sum above', async () => {
    const tax: TaxPort = {
      calculateTaxes: ({ lines: [first, second] }) => ({
        rates: [
          { name: 'VAT', rate: '19', lines: [first?.key ?? ''], shipping: true },
          { name: 'VAT', rate: '7', lines: [second?.key ?? ''] },
        ],
      }),
    }
    expect(await rowsOf({ products: goods, shipping: van }, { tax })).toEqual([
      'Subtotal: €160.00',
      'Shipping (By van): €10.00',
      'VAT (19% of €110.00): €20.90',
      'VAT (7% of €60.00): €4.20',
      'Total: €195.10',
    ])
  })

  it('says that a tax was rounded for each line if no percent of an amount is the tax', async () => {
    const products: Products = [1, 2, 3].map(() => ({ name: 'Pen', price: '0.13', qty: 1 }))
    const rowOf = async (taxRounding: 'line' | 'rate') =>
      (await rowsOf({ products }, { pricing: { taxRounding } }))[1]
    expect(await rowOf('line')).toBe('VAT (19%, rounded per item): €0.06')
    expect(await rowOf('rate')).toBe('VAT (19%): €0.07')
  })

  it('leads from the total to what is paid', async () => {
    const tax: TaxPort = {
      calculateTaxes: ({ lines }) => {
        const keys = lines.map(({ key }) => key)
        return {
          rates: [
            { name: 'IVA', rate: '21', lines: keys },
            { name: 'IRPF', rate: '19', lines: keys, withheld: true },
          ],
        }
      },
    }
    const products: Products = [{ name: 'Advice', price: '100.03', qty: 1 }]
    const pricing = { cashRounding: { EUR: '0.05' } }
    expect(await rowsOf({ products }, { tax, pricing })).toEqual([
      'Subtotal: €100.03',
      'IVA (21%): €21.01',
      'Total: €121.04',
      'Deduct IRPF (19%), paid by you: -€19.01',
      'Rounding: €0.02',
      'To pay: €102.05',
    ])
  })

  it.each([
    ['en', ['Of which charged once', 'Of which per year', 'Of which every 3 months']],
    ['de', ['Davon einmalig', 'Davon pro Jahr', 'Davon alle 3 Monate']],
    ['fr', ['Dont une seule fois', 'Dont par an', 'Dont par période de 3 mois']],
    ['zh', ['其中一次性', '其中每年', '其中每3个月']],
    ['ja', ['うち初回のみ', 'うち毎年', 'うち3 か月ごと']],
    ['ar', ['منه لمرة واحدة', 'منه سنويًا', 'منه كل 3 أشهر']],
  ])(
    'shows the parts of the total that are charged again below it, in %s',
    async (locale, labels) => {
      const recurring: Products = [
        { id: 'service', qty: 2 },
        { id: 'rent', qty: 1 },
      ]
      const both = await quoteOf({ products: [...goods, ...recurring] })
      const { totals } = createDocument(both, { locale })
      expect(totals.map(({ type }) => type)).toEqual([
        'lines',
        'tax',
        'total',
        'once',
        'recurring',
        'recurring',
      ])
      const parts = totals.slice(3).map(({ label }) => label.replaceAll(/[\u00a0\u202f]/g, ' '))
      expect(parts).toEqual(labels)
      const again = createDocument(await quoteOf({ products: recurring }), { locale })
      expect(again.totals.filter(({ type }) => type === 'once')).toEqual([])
    },
  )
})
