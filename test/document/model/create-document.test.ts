import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import type { TaxRequest } from '../../../src/quote/taxes/tax-request.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { creationFrom, pricesOf, rules } from '../../quote/samples.js'
import {
  acceptedQuote,
  context,
  customer,
  flatTax,
  fullRequest,
  newQuote,
  sentQuote,
} from '../sample-quotes.js'

const berlin = { timeZone: 'Europe/Berlin' }

describe('createDocument', () => {
  it('says where the goods go, if that is not the address of the customer', async () => {
    const ship_to = { company: 'Baustelle', address: 'Hafen 1', city: 'Wien', country: 'AT' }
    const quote = await newQuote({ ...fullRequest, ship_to })
    const headings = ['en', 'de', 'fr', 'ar', 'zh', 'ja'].map((locale) => {
      const { shipTo } = createDocument(quote, { locale })
      return shipTo?.heading
    })
    expect(headings).toEqual([
      'Deliver to',
      'Lieferadresse',
      'Adresse de livraison',
      'عنوان التسليم',
      '收货地址',
      '納品先',
    ])
    expect(createDocument(quote).shipTo?.lines).toEqual(['Baustelle', 'Hafen 1', 'Wien', 'Austria'])
    expect(createDocument(await newQuote())).not.toHaveProperty('shipTo')
  })

  it('returns what the customer reads', async () => {
    const { quote } = await sentQuote()
    expect(createDocument(quote, { ...berlin, seller: ['Holz & Co', 'Lindenallee 4'] })).toEqual({
      lang: 'en',
      dir: 'ltr',
      title: `Quote ${quote.number}`,
      heading: 'Quote',
      facts: [
        { label: 'Number', value: quote.number },
        { label: 'Date', value: 'November 22, 2026' },
        { label: 'Valid until', value: 'December 31, 2026' },
      ],
      seller: { heading: 'From', lines: ['Holz & Co', 'Lindenallee 4'] },
      customer: {
        heading: 'For',
        lines: [
          'Analytical Engines GmbH',
          'Ada Lovelace',
          'Torstraße 17',
          'Hinterhaus',
          '10119 Berlin',
          'Germany',
        ],
        contacts: ['ada@example.com', '+49 30 1234'],
      },
      columns: {
        position: 'No.',
        item: 'Item',
        quantity: 'Quantity',
        listPrice: 'List price',
        unitPrice: 'Unit price',
        total: 'Amount',
      },
      lines: [
        {
          key: '1-1',
          position: '1',
          name: 'Oak chair',
          sku: 'HC-118',
          note: 'Second floor',
          quantity: '12',
          unitPrice: '€80.00',
          total: '€960.00',
          runningTotal: '€960.00',
        },
        {
          key: '1-2',
          position: '2',
          name: 'Dining table',
          sku: 'HC-204',
          description: 'Solid oak, oiled.\nDelivered assembled.',
          quantity: '1',
          listPrice: '€990.00',
          unitPrice: '€899.50',
          total: '€899.50',
          runningTotal: '€1,859.50',
        },
        {
          key: '1-3',
          position: '3',
          name: 'Upholstery fabric',
          quantity: '30\u00a0m',
          unitPrice: '€24.90',
          total: '€747.00',
          runningTotal: '€2,606.50',
        },
        {
          key: '1-4',
          position: '4',
          name: 'Assembly',
          quantity: '2',
          unitPrice: '€45.00',
          total: '€90.00',
          runningTotal: '€2,696.50',
        },
      ],
      totals: [
        { type: 'lines', label: 'Subtotal', amount: '€2,696.50' },
        { type: 'discount', label: 'Framework contract (5%)', amount: '-€134.83' },
        { type: 'discount', label: 'Discount', amount: '-€20.00' },
        { type: 'shipping', label: 'Shipping (By van)', amount: '€59.00' },
        { type: 'tax', label: 'VAT (19%)', amount: '€494.13' },
        { type: 'total', label: 'Total', amount: '€3,094.80' },
      ],
      terms: [],
      paper: 'a4',
      color: '#1654a9',
      labels: {
        sku: 'SKU',
        terms: 'Terms',
        page: 'Page {page} of {pages}',
        carriedForward: 'Carried forward',
        broughtForward: 'Brought forward',
      },
      identity: {
        number: quote.number,
        revision: 1,
        seal: quote.seal,
        date: quote.sent,
      },
    })
  })

  it('says that a quote is a draft until it is sent, and if its content was changed', async () => {
    const notice = 'Draft. This is not an offer yet.'
    const { engine, quoteId, quote } = await sentQuote()
    expect(createDocument(await newQuote()).notice).toBe(notice)
    expect(createDocument(quote)).not.toHaveProperty('notice')
    expect(createDocument({ ...quote, quote_total: '1.00' }).notice).toBe(notice)
    const { quote: revised } = await engine.reviseQuote(context, quoteId)
    expect(createDocument(revised).notice).toBe(notice)
    const { quote: again } = await engine.sendQuote(context, quoteId)
    const document = createDocument(again)
    expect(document).not.toHaveProperty('notice')
    expect(document.facts).toContainEqual({ label: 'Revision', value: '2' })
    const { quote: canceled } = await engine.cancelQuote(context, quoteId)
    expect(createDocument(canceled).notice).toBe('Canceled. This offer is no longer valid.')
  })

  it('shows the last day on which the offer is valid, or the time, in the time zone', async () => {
    const { quote } = await sentQuote()
    const lastDay = (timeZone: string) => createDocument(quote, { timeZone }).facts.at(-1)?.value
    expect(lastDay('Europe/Berlin')).toBe('December 31, 2026')
    expect(lastDay('Asia/Tokyo')).toMatch(/^Jan 1, 2027, 8:00\sAM GMT\+9$/)
    const midnight = { ...quote, expires: Date.parse('2027-01-01T00:00:00Z') }
    expect(createDocument(midnight).facts.at(-1)?.value).toBe('December 31, 2026')
  })

  it('shows who accepted the current revision', async () => {
    const quote = await acceptedQuote()
    expect(createDocument(quote, berlin).acceptance).toEqual({
      heading: 'Acceptance',
      facts: [
        { label: 'Accepted by', value: 'Ada Lovelace' },
        { label: 'Accepted on', value: 'November 22, 2026' },
        { label: 'Your reference', value: 'PO-4711' },
      ],
    })
    expect(createDocument({ ...quote, revision: 2 })).not.toHaveProperty('acceptance')
  })

  it('shows taxes that the prices include as a part of the total', async () => {
    const { quote } = await sentQuote(fullRequest, { pricing: { pricesIncludeTax: true } })
    const { totals } = createDocument(quote, { locale: 'de' })
    expect(totals.at(-2)).toEqual({
      type: 'included',
      label: 'Enthält VAT (19\u00a0%)',
      amount: expect.stringContaining('€'),
    })
    expect(quote.amounts?.total).toBe('2600.67')
    expect(totals.at(-1)?.amount).toBe('2.600,67\u00a0€')
  })

  it.each([
    ['en', 'VAT (19%), included in prices, not charged'],
    ['de', 'VAT (19\u00a0%), in den Preisen enthalten, nicht berechnet'],
    ['fr', ', comprise dans les prix, non facturée'],
    ['ja', '価格に含まれるVAT（19%）（請求なし）'],
    ['zh', '价格所含VAT（19%）（不收取）'],
    ['ar', 'مشمولة في الأسعار وغير محتسبة'],
  ])(
    'shows taxes that the prices include and the customer does not pay, in %s',
    async (locale, label) => {
      const tax = {
        calculateTaxes: ({ lines }: TaxRequest) => {
          const keys = lines.map(({ key }) => key)
          const included = [{ name: 'VAT', rate: 19, lines: keys, shipping: true }]
          return { rates: [], included }
        },
      }
      const { quote } = await sentQuote(fullRequest, { pricing: { pricesIncludeTax: true }, tax })
      const { totals } = createDocument(quote, { locale })
      expect(totals.at(-2)).toMatchObject({
        type: 'removed',
        label: expect.stringContaining(label),
      })
      const plain = (amount = '') => amount.replaceAll(/[^\d٠-٩]/g, '')
      const { taxes_removed: removed } = quote.amounts ?? {}
      if (locale === 'en') expect(plain(totals.at(-2)?.amount)).toBe(plain(removed))
      expect(quote.amounts?.taxes).toBe('0.00')
      const steps = createDocument(quote, { locale, priceSteps: true }).lines[0]?.steps ?? []
      expect(steps.map((step) => step.label).join('\n')).toContain(
        label.replace(/ ?[（(].*?[)）]/, ''),
      )
    },
  )

  it('shows the rate of a tax once', async () => {
    const { quote } = await sentQuote(fullRequest, { tax: flatTax('MwSt. 19 %') })
    expect(createDocument(quote).totals.at(-2)?.label).toBe('MwSt. 19 %')
  })

  it('leaves out taxes that are out of date, and says so', async () => {
    const { engine, quoteId } = await sentQuote()
    await engine.reviseQuote(context, quoteId)
    const products = [{ id: 118, qty: 13 }]
    const { quote } = await engine.updateQuote(context, quoteId, { products })
    expect(quote.taxes?.stale).toBe(true)
    const document = createDocument(quote)
    expect(document.totals.map(({ type }) => type)).not.toContain('tax')
    expect(document.totals.at(-1)?.amount).toBe('€1,027.00')
    expect(document.taxNotice).toBe('Taxes are not calculated yet, and not part of the total.')
  })

  it('shows the total alone if there is nothing besides the lines', async () => {
    const quote = await newQuote({ customer: {}, products: [{ id: 118, qty: 1 }] })
    const document = createDocument(quote)
    expect(document.totals).toEqual([{ type: 'total', label: 'Total', amount: '80.00' }])
    expect(document.columns).not.toHaveProperty('listPrice')
    expect(document.customer.lines).toEqual([])
  })

  it('shows a quote of the published interface, in a currency of the options', () => {
    const { quoteIn } = quoteArbitraries(fc, { published: true })
    for (const quote of fc.sample(quoteIn('new'), 20)) {
      const { lines, totals } = createDocument(quote, { currency: 'USD' })
      expect(lines.map(({ name }) => name)).toEqual(
        expect.arrayContaining([`Product ${quote.products[0]?.id}`]),
      )
      expect(totals.at(-1)?.amount).toMatch(/^\$/)
    }
  })

  it('shows lines in their order, and every line once whatever the order says', async () => {
    const { engine, quoteId } = await sentQuote()
    await engine.reviseQuote(context, quoteId)
    const order = ['1-3', '1-1', '1-4', '1-2']
    const products = [{ id: 118, qty: 1 }, { key: '1-2' }, { key: '1-3' }, { key: '1-4' }]
    await engine.updateQuote(context, quoteId, { products })
    const { quote } = await engine.updateQuote(context, quoteId, { product_order: order })
    const keys = (each: Quote) => createDocument(each).lines.map(({ key }) => key)
    expect(keys(quote)).toEqual(order)
    expect(keys({ ...quote, product_order: ['1-3', '1-3', 'toString'] })).toEqual([
      '1-3',
      '1-1',
      '1-2',
      '1-4',
    ])
  })

  it('writes the address as the country does', async () => {
    const linesOf = async (fields: object) => {
      const quote = await newQuote({ ...fullRequest, customer: { ...fields } })
      return createDocument(quote, { locale: 'de' }).customer.lines
    }
    const city = { city: 'Austin', state: 'TX', zipcode: '73301' }
    expect(await linesOf({ ...city, country: 'US' })).toEqual([
      'Austin, TX 73301',
      'Vereinigte Staaten',
    ])
    expect(await linesOf(city)).toEqual(['Austin, TX 73301'])
    expect(await linesOf({ city: 'Wien', state: 'Wien', zipcode: '1010', country: 'AT' })).toEqual([
      '1010 Wien',
      'Österreich',
    ])
    expect(await linesOf({ country: 'Ö!' })).toEqual(['Ö!'])
    expect(await linesOf({ country: 'constructor' })).toEqual(['constructor'])
    expect(await linesOf({ address: ' a\r\n\n b ', name: ' ' })).toEqual(['a', 'b'])
  })

  it('shows no other field of the customer', async () => {
    expect(JSON.stringify(createDocument(await newQuote()))).not.toContain(customer.crm_id)
    const inherited = { ...(await newQuote()), customer: Object.create({ name: 'inherited' }) }
    expect(createDocument(inherited).customer.lines).toEqual([])
  })

  it('shows how lines come to their prices with the option priceSteps', async () => {
    const { quote } = await sentQuote()
    const { lines } = createDocument(quote, { priceSteps: true })
    expect(lines[1]?.steps).toEqual([
      { label: 'List price', value: '€990.00' },
      { label: 'Sale', value: '-€90.50' },
      { label: 'Framework contract', value: '-€44.98' },
      { label: 'Discount', value: expect.stringMatching(/^-€/) },
      { label: 'VAT', value: expect.stringMatching(/^€/) },
      { label: 'To pay for this item', value: expect.stringMatching(/^€/) },
    ])
    const plain = await newQuote({ customer: {}, products: [{ id: 118, qty: 1 }] })
    expect(createDocument(plain, { priceSteps: true }).lines[0]).not.toHaveProperty('steps')
  })

  it('formats amounts exactly, however large', async () => {
    const products = [{ name: 'Power plant', price: '99999999999.99', qty: 3 }]
    const quote = await newQuote({ customer: {}, products, currency: 'EUR' })
    expect(createDocument(quote).totals.at(-1)?.amount).toBe('€299,999,999,999.97')
  })

  it('removes characters that turn others around', async () => {
    const products = [{ name: '\u202eriahc\u2066 kaO\u0007', price: '1', qty: 1, unit: '\u202em' }]
    const quote = await newQuote({ customer: { name: '\u2067Ada' }, products })
    const { lines, customer: party } = createDocument(quote)
    expect(lines[0]).toMatchObject({ name: 'riahc kaO', quantity: '1\u00a0m' })
    expect(party.lines).toEqual(['Ada'])
    const blank = { ...quote, products: [{ ...quote.products[0], name: '\u202e' }] } as Quote
    expect(createDocument(blank).lines[0]?.name).toBe('Product 0')
  })

  it('leaves out times that are none', async () => {
    const quote = { ...(await newQuote()), created: Number.MAX_SAFE_INTEGER }
    expect(createDocument(quote).facts).toEqual([])
  })
})

describe('createDocument of unit prices', () => {
  const products = [
    { id: 1, price: '129.0000' },
    { id: 2, price: '0.0875' },
  ]
  const quoteOf = (entry: object) => {
    const request = { customer: {}, currency: 'USD', products: [{ qty: 500, ...entry }] }
    const policy = { ...rules, unitPriceDecimals: 4 }
    return creationFrom(request, pricesOf(products), policy).record.value
  }
  const lineOf = (entry: object) => createDocument(quoteOf(entry), berlin).lines[0]

  it('shows at least the decimals of the currency, and at most their own', () => {
    expect(quoteOf({ id: 1 }).products[0]?.quote).toBe('129.0000')
    expect(lineOf({ id: 1 })).toMatchObject({ unitPrice: '$129.00', total: '$64,500.00' })
    expect(lineOf({ id: 2 })).toMatchObject({ unitPrice: '$0.0875', total: '$43.75' })
  })

  it('shows the percentage of a line beside its list price', () => {
    expect(lineOf({ id: 1, discount_percent: '12.5' })).toMatchObject({
      discount: 'Discount (12.5%)',
      listPrice: '$129.00',
      unitPrice: '$112.875',
      total: '$56,437.50',
    })
    expect(lineOf({ id: 1, discount_percent: 0 })).not.toHaveProperty('discount')
  })

  it('names the percentage among the steps of a price', () => {
    const quote = quoteOf({ id: 1, discount_percent: 10 })
    const { lines } = createDocument(quote, { ...berlin, priceSteps: true })
    expect(lines[0]?.steps?.map(({ label }) => label)).toContain('Discount (10%)')
  })
})
