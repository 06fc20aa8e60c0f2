import { describe, expect, it } from 'vitest'
import { createUblQuotation, type UblQuotationOptions } from '../../../src/document/index.js'
import type { TaxPort } from '../../../src/ports/tax.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { sealOf } from '../../../src/quote/model/seal.js'
import type { CreateQuoteRequest } from '../../../src/quote/operations/requests.js'
import type { QuoteEngineOptions } from '../../../src/quote-engine/quote-engine.js'
import { taxTable } from '../../../src/tax/tax-table.js'
import { fieldErrorsOf } from '../../quote/samples.js'
import {
  acceptedQuote,
  context,
  fullRequest,
  newQuote,
  sampleEngine,
  sentQuote,
} from '../sample-quotes.js'
import { createPartValidator, readQuotation, stringsAt } from './xsd.js'

const seller = {
  company: 'Stuhl & Tisch GmbH',
  name: 'Grace Hopper',
  address: 'Lindenallee 4',
  zipcode: '04109',
  city: 'Leipzig',
  country: 'de',
  email: 'grace@example.com',
  tax_id: 'DE123456789',
  registration_id: 'HRB 12345',
  endpoint: '9930:DE123456789',
}
const options = { seller, document: { timeZone: 'Europe/Berlin' } }
const errorsOf = validator()

/** Creates the validator once, when the first test needs it. */
function validator() {
  let validate: ReturnType<typeof createPartValidator> | undefined
  return (xml: string) => {
    validate ??= createPartValidator()
    return validate(xml)
  }
}

/** Returns the document of a quote, which must be valid. */
function valid(quote: Quote, own: Partial<UblQuotationOptions> = {}): string {
  const xml = createUblQuotation({ quoteId: 'q-1', quote }, { ...options, ...own })
  expect(errorsOf(xml)).toEqual([])
  return xml
}

async function offer(request: CreateQuoteRequest, engine: Partial<QuoteEngineOptions> = {}) {
  return (await sentQuote(request, engine)).quote
}

/** Returns the quote with other content, as if it had been sent like this. */
function resealed(quote: Quote, changes: Partial<Quote>): Quote {
  const changed = { ...quote, ...changes }
  return { ...changed, seal: sealOf(changed) }
}

const totals = (xml: string) =>
  Object.fromEntries(
    [
      ...['LineExtension', 'TaxExclusive', 'TaxInclusive', 'AllowanceTotal', 'ChargeTotal'],
      ...['WithholdingTaxTotal', 'PayableRounding', 'Payable'],
    ]
      .map((name) => [name, stringsAt(xml, `cac:QuotedMonetaryTotal/cbc:${name}Amount`)[0]])
      .filter(([, amount]) => amount !== undefined),
  )

describe('createUblQuotation', () => {
  it('identifies the offer, its revision and how long it is valid', async () => {
    const xml = valid(await offer(fullRequest))
    expect(stringsAt(xml, 'cbc:UBLVersionID')).toEqual(['2.3'])
    expect(stringsAt(xml, 'cbc:ID')).toEqual(['1'])
    expect(stringsAt(xml, 'cbc:IssueDate')).toEqual(['2026-11-22'])
    expect(stringsAt(xml, 'cac:ValidityPeriod/*')).toEqual(['2026-12-31'])
    expect(stringsAt(xml, 'cbc:PricingCurrencyCode')).toEqual(['EUR'])
    expect(stringsAt(xml, 'cbc:LineCountNumeric')).toEqual(['4'])
    expect(stringsAt(xml, 'cac:AdditionalDocumentReference/cbc:VersionID')).toEqual(['1'])
  })

  it('has the number of the revision that the quote was sent with', async () => {
    const { engine, quoteId } = await sentQuote()
    await engine.reviseQuote(context, quoteId)
    const { quote } = await engine.sendQuote(context, quoteId)
    const xml = valid(quote)
    expect(stringsAt(xml, 'cbc:ID')).toEqual(['1'])
    expect(stringsAt(xml, 'cac:AdditionalDocumentReference/cbc:VersionID')).toEqual(['2'])
  })

  it('has the id of the quote if it has no number', async () => {
    const quote = await offer(fullRequest, { numbers: { assign: 'never' } })
    expect(stringsAt(valid(quote), 'cbc:ID')).toEqual(['q-1'])
  })

  it.each([
    ['2027-01-01T00:00:00+01:00', 'Europe/Berlin', ['2026-12-31']],
    ['2026-12-31T17:00:00+01:00', 'Europe/Berlin', ['2026-12-31', '17:00:00+01:00']],
    ['2026-07-31T17:30:15Z', 'Asia/Kolkata', ['2026-07-31', '23:00:15+05:30']],
    ['2026-12-31T17:00:00Z', 'UTC', ['2026-12-31', '17:00:00+00:00']],
  ])('writes the end %s in %s as its last day, or day and time', async (time, timeZone, end) => {
    const quote = resealed(await offer(fullRequest), { expires: Date.parse(time) })
    const xml = valid(quote, { document: { timeZone } })
    expect(stringsAt(xml, 'cac:ValidityPeriod/*')).toEqual(end)
  })

  it('has no ValidityPeriod if the offer does not expire', async () => {
    const { expires: _, ...quote } = await offer(fullRequest)
    expect(valid(resealed(quote, {}))).not.toContain('ValidityPeriod')
  })

  it('writes the parties with names, addresses, tax ids, endpoints and contacts', async () => {
    const customer = { ...fullRequest.customer, tax_id: 'DE987654321', name: 'Ada' }
    const xml = valid(await offer({ ...fullRequest, customer }), { buyer: { name: 'Bob' } })
    const party = 'cac:SellerSupplierParty/cac:Party'
    expect(stringsAt(xml, `${party}/cac:PartyName/cbc:Name`)).toEqual(['Stuhl & Tisch GmbH'])
    expect(stringsAt(xml, `${party}/cbc:EndpointID[@schemeID='9930']`)).toEqual(['DE123456789'])
    expect(stringsAt(xml, `${party}/cac:PostalAddress//cbc:*`)).toEqual([
      'Lindenallee 4',
      'Leipzig',
      '04109',
      'DE',
    ])
    expect(stringsAt(xml, `${party}/cac:PartyTaxScheme//cbc:*`)).toEqual(['DE123456789', 'VAT'])
    expect(stringsAt(xml, `${party}/cac:PartyLegalEntity/cbc:CompanyID`)).toEqual(['HRB 12345'])
    expect(stringsAt(xml, `${party}/cac:Contact/*`)).toEqual(['Grace Hopper', 'grace@example.com'])
    const buyer = 'cac:BuyerCustomerParty/cac:Party'
    expect(stringsAt(xml, `${buyer}/cac:PartyName/cbc:Name`)).toEqual(['Analytical Engines GmbH'])
    expect(stringsAt(xml, `${buyer}/cac:PartyTaxScheme/cbc:CompanyID`)).toEqual(['DE987654321'])
    expect(stringsAt(xml, `${buyer}/cac:Contact/cbc:Name`)).toEqual(['Bob'])
    expect(xml).not.toContain('hidden-4711')
  })

  it.each([
    ['0192:991825827', '0192', '991825827'],
    ['EM:ada@example.com', 'EM', 'ada@example.com'],
    ['ada@example.com', undefined, 'ada@example.com'],
    ['https://example.com/as4', undefined, 'https://example.com/as4'],
    ['E:1', undefined, 'E:1'],
  ])('writes the endpoint %s with its scheme', async (endpoint, scheme, id) => {
    const own = { company: 'A', endpoint, phone: '+49 30 1', 'address-2': 'Hof' }
    const xml = valid(await offer(fullRequest), { seller: own })
    const party = 'cac:SellerSupplierParty/cac:Party'
    expect(stringsAt(xml, `${party}/cbc:EndpointID`)).toEqual([id])
    expect(stringsAt(xml, `${party}/cbc:EndpointID/@schemeID`)).toEqual(scheme ? [scheme] : [])
    expect(stringsAt(xml, `${party}//cbc:*`).slice(1)).toEqual(['A', 'Hof', 'A', '+49 30 1'])
  })

  it('writes where the goods go, if that is not the address of the buyer', async () => {
    const address = {
      name: 'Bob',
      company: 'Baustelle <Süd>',
      address: 'Hafen 1',
      'address-2': 'Tor 3',
      zipcode: '1010',
      city: 'Wien',
      state: 'Wien',
      country: 'at',
      phone: '+43 1',
    }
    const xml = valid(await offer({ ...fullRequest, ship_to: address }))
    const place = 'cac:Delivery/cac:DeliveryLocation/cac:Address'
    expect(stringsAt(xml, `${place}/cbc:*`)).toEqual(['Hafen 1', 'Tor 3', 'Wien', '1010', 'Wien'])
    expect(stringsAt(xml, `${place}/cac:Country/cbc:IdentificationCode`)).toEqual(['AT'])
    const party = 'cac:Delivery/cac:DeliveryParty'
    expect(stringsAt(xml, `${party}/cac:PartyName/cbc:Name`)).toEqual(['Baustelle <Süd>'])
    expect(stringsAt(xml, `${party}/cac:Contact/cbc:*`)).toEqual(['Bob', '+43 1'])
    expect(valid(await offer(fullRequest))).not.toContain('Delivery>')
  })

  it.each([
    [{ name: 'Bob' }, ['DeliveryParty', 'PartyName']],
    [{ city: 'Wien' }, ['DeliveryLocation', 'Address']],
    [{ phone: '1' }, ['DeliveryParty', 'Contact']],
  ])('writes no empty elements of the delivery to %j', async (address, names) => {
    const xml = valid(await offer({ ...fullRequest, ship_to: address }))
    const delivery = /<cac:Delivery>[\s\S]*<\/cac:Delivery>/.exec(xml)?.[0] ?? ''
    const found = [...delivery.matchAll(/<cac:(\w+)>/g)].map(([, name]) => name)
    expect(found).toEqual(['Delivery', ...names])
  })

  it('writes what each of several rates is the tax of, if prices contain them', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => {
        const [chair, table] = lines.map(({ key }) => key) as [string, string]
        return {
          rates: [
            { name: 'VAT', rate: '19', lines: [chair] },
            { name: 'VAT', rate: '7', lines: [table] },
          ],
        }
      },
    }
    const products = [
      { name: 'Chair', price: '119.00', qty: 1 },
      { name: 'Table', price: '107.00', qty: 1 },
    ]
    const request = { customer: {}, products, currency: 'EUR' }
    const xml = valid(await offer(request, { tax, pricing: { pricesIncludeTax: true } }))
    expect(stringsAt(xml, '//cbc:TaxableAmount')).toEqual(['100.00', '100.00'])
    expect(stringsAt(xml, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount')).toEqual(['19.00', '7.00'])
  })

  it('writes a person without a company, and a country that is no code', async () => {
    const customer = { name: 'Ada', state: 'CA', country: 'Utopia' }
    const xml = valid(await offer({ ...fullRequest, customer }, { tax: undefined }))
    const buyer = 'cac:BuyerCustomerParty/cac:Party'
    expect(stringsAt(xml, `${buyer}//cbc:*`)).toEqual(['Ada', 'CA', 'Utopia'])
    expect(stringsAt(xml, `${buyer}/cac:PostalAddress/cac:Country/cbc:Name`)).toEqual(['Utopia'])
  })

  it.each([
    ['UK', 'IdentificationCode', 'GB'],
    [' de ', 'IdentificationCode', 'DE'],
    ['Germany', 'IdentificationCode', 'DE'],
    ['DEU', 'IdentificationCode', 'DE'],
    ['XK', 'Name', 'Kosovo'],
    ['Kosovo', 'Name', 'Kosovo'],
    ['XX', 'Name', 'XX'],
    ['IC', 'Name', 'IC'],
    ['ZZ', 'Name', 'ZZ'],
  ])('writes the country %j as %s %s, for buyers and sellers', async (country, element, value) => {
    const record = await offer({ ...fullRequest, customer: { name: 'Ada', country } })
    const xml = valid(record, { seller: { company: 'Chairs', country } })
    const path = `cac:Party/cac:PostalAddress/cac:Country/cbc:${element}`
    expect(stringsAt(xml, `cac:BuyerCustomerParty/${path}`)).toEqual([value])
    expect(stringsAt(xml, `cac:SellerSupplierParty/${path}`)).toEqual([value])
  })

  it('has no BuyerCustomerParty if nothing is known of the customer', async () => {
    const xml = valid(await offer({ ...fullRequest, customer: {} }))
    expect(xml).not.toContain('BuyerCustomerParty')
  })

  it('writes terms and own fields that are shown as notes, in the language of labels', async () => {
    const fields = {
      quote: { region: { label: 'Region' }, margin: { label: 'Margin', internal: true } },
      line: { engraving: { label: 'Gravur' } },
    } as const
    const engine = sampleEngine({ fields } as Partial<QuoteEngineOptions>)
    const { quoteId } = await engine.createQuote(context, {
      ...fullRequest,
      products: [{ id: 118, qty: 1, fields: { engraving: 'Für Ada' } }],
      fields: { region: 'east' },
      internal_fields: { margin: 'secret-margin' },
    } as CreateQuoteRequest)
    const { quote } = await engine.sendQuote(context, quoteId)
    const document = { locale: 'de', terms: ['14 Tage', ' '], fields: engine.fields }
    const xml = valid(quote, { document })
    expect(stringsAt(xml, 'cbc:Note')).toEqual(['14 Tage', 'Region: east'])
    expect(stringsAt(xml, '//cac:AdditionalItemProperty/*')).toEqual(['Gravur', 'Für Ada'])
    expect(stringsAt(xml, 'cac:AllowanceCharge/cbc:AllowanceChargeReason')).toEqual([
      'Framework contract (5\u00a0%)',
      'Rabatt',
      'Versand (By van)',
    ])
    expect(xml).not.toContain('secret-margin')
  })

  it('writes discounts, shipping and taxes that add up to the total', async () => {
    const xml = valid(await offer(fullRequest))
    expect(stringsAt(xml, 'cac:AllowanceCharge[cbc:ChargeIndicator="false"]/cbc:Amount')).toEqual([
      '134.83',
      '20.00',
    ])
    expect(stringsAt(xml, 'cac:AllowanceCharge[cbc:ChargeIndicator="true"]/cbc:Amount')).toEqual([
      '59.00',
    ])
    expect(stringsAt(xml, 'cac:TaxTotal//cbc:*')).toEqual([
      ...['494.13', '2600.67', '494.13', '19'],
      ...['VAT', 'VAT'],
    ])
    expect(totals(xml)).toEqual({
      LineExtension: '2696.50',
      TaxExclusive: '2600.67',
      TaxInclusive: '3094.80',
      AllowanceTotal: '154.83',
      ChargeTotal: '59.00',
      Payable: '3094.80',
    })
  })

  it('has no amounts of taxes that are not known', async () => {
    const xml = valid(await offer(fullRequest, { tax: undefined }))
    expect(xml).not.toMatch(/Tax(?!Scheme|ID)/)
    expect(totals(xml)).toEqual({
      LineExtension: '2696.50',
      AllowanceTotal: '154.83',
      ChargeTotal: '59.00',
      Payable: '2600.67',
    })
  })

  it('writes lines in the order of display, with SKU or id, note and description', async () => {
    const engine = sampleEngine()
    const { quoteId } = await engine.createQuote(context, fullRequest)
    await engine.updateQuote(context, quoteId, { product_order: ['1-3', '1-1', '1-4', '1-2'] })
    const xml = valid((await engine.sendQuote(context, quoteId)).quote)
    const item = 'cac:QuotationLine/cac:LineItem'
    expect(stringsAt(xml, `${item}/cbc:ID`)).toEqual(['1-3', '1-1', '1-4', '1-2'])
    expect(stringsAt(xml, `${item}/cac:Item/cac:SellersItemIdentification/cbc:ID`)).toEqual([
      '305',
      'HC-118',
      'HC-204',
    ])
    expect(stringsAt(xml, `${item}/cbc:Note`)).toEqual(['Second floor'])
    expect(stringsAt(xml, `${item}/cac:Item/cbc:Description`)).toEqual([
      'Solid oak, oiled.\nDelivered assembled.',
    ])
  })

  it('writes what else can be chosen as alternatives, at their own prices and taxes', async () => {
    const choice = { choice: 'front', section: 'kitchen' }
    const ranged = { ...choice, qty_range: { min: 1, max: 4 } }
    const products = [
      { name: 'White', price: '600', qty: 1, ...choice, tax_code: 'low' },
      { name: 'Oak', price: '900', qty: 1, ...ranged, selected: true as const },
      { name: 'Walnut', price: '1190', qty: 2, ...choice },
      { name: 'Lamp', price: '50', qty: 1, optional: true as const },
    ]
    const calculateTaxes: TaxPort['calculateTaxes'] = ({ lines }) => ({
      rates: ['19', '7'].map((rate) => ({
        name: 'VAT',
        rate,
        lines: lines.flatMap(({ key, taxCode }) =>
          (taxCode === 'low') === (rate === '7') ? [key] : [],
        ),
      })),
    })
    const engine = sampleEngine({ tax: { calculateTaxes }, pricing: { pricesIncludeTax: true } })
    const request = {
      customer: {},
      currency: 'EUR',
      choices: [{ key: 'front', title: 'Fronts' }],
      sections: ['kitchen', 'empty'].map((key) => ({ key, title: key })),
      products,
    }
    const { quoteId } = await engine.createQuote(context, request)
    const { quote } = await engine.sendQuote(context, quoteId)
    const xml = valid(quote)
    const line = 'cac:QuotationLine/cac:'
    expect(stringsAt(xml, `${line}LineItem/cac:Item/cbc:Name`)).toEqual(['Oak'])
    const other = `${line}AlternativeLineItem`
    expect(stringsAt(xml, `${other}/cac:Item/cbc:Name`)).toEqual(['White', 'Walnut'])
    expect(stringsAt(xml, `${other}/cbc:LineExtensionAmount`)).toEqual(['560.75', '2000.00'])
    expect(stringsAt(xml, `${other}/cbc:TotalTaxAmount`)).toEqual(['39.25', '380.00'])
    const selection = { selected: ['1-3'] }
    const { total } = (await engine.priceSelection(context, quoteId, { revision: 1, selection }))
      .quote
    const accepted = await engine.acceptQuote(context, quoteId, { revision: 1, selection, total })
    const after = valid(accepted.quote)
    expect(stringsAt(after, `${line}LineItem/cac:Item/cbc:Name`)).toEqual(['Walnut'])
    expect(after).not.toContain('AlternativeLineItem')
  })

  it('writes no alternative that cannot be accepted, because it costs less than 0', async () => {
    const choice = { choice: 'one' }
    const products = [
      { name: 'Help', price: '10', qty: 1, ...choice },
      { name: 'Goodwill', price: '-10', qty: 1, ...choice },
      { name: 'Voucher', price: '5', qty: 1, ...choice },
    ]
    const choices = [{ key: 'one', title: 'One of these' }]
    const xml = valid(await offer({ customer: {}, currency: 'EUR', choices, products }))
    expect(stringsAt(xml, '//cac:AlternativeLineItem/cac:Item/cbc:Name')).toEqual(['Voucher'])
  })

  it('writes codes of units: usual ones, own ones, and ZZ with the name of any other', async () => {
    const products = [
      { name: 'Chair', price: '1', qty: 1 },
      { name: 'Cloth', price: '1', qty: 2, unit: 'm²' },
      { name: 'Help', price: '1', qty: 3, unit: 'hour' },
      { name: 'Film', price: '1', qty: 4, unit: 'coil' },
      { name: 'Odd', price: '1', qty: 5, unit: 'constructor' },
      { name: 'Rice', price: '1', qty: 5, unit: 'KGM' },
    ]
    const xml = valid(await offer({ ...fullRequest, products }), { units: { coil: 'XRO' } })
    expect(stringsAt(xml, '//cbc:Quantity/@unitCode')).toEqual([
      ...['C62', 'MTK', 'HUR', 'XRO', 'ZZ', 'KGM'],
    ])
    expect(stringsAt(xml, '//cac:AdditionalItemProperty/*')).toEqual(['Unit', 'constructor'])
  })

  it('writes unit prices with all their decimals, and what was taken off the list price', async () => {
    const products = [
      { name: 'Screw', price: '0.0875', qty: 1_000, quote: '0.0625' },
      { name: 'Nail', price: '0.05', qty: 100, quote: '0.06' },
    ]
    const request = { customer: {}, products, currency: 'EUR' }
    const xml = valid(await offer(request, { pricing: { unitPriceDecimals: 4 } }))
    expect(stringsAt(xml, '//cbc:PriceAmount')).toEqual(['0.0625', '0.06'])
    expect(stringsAt(xml, '//cac:Price/cac:AllowanceCharge/*')).toEqual([
      'false',
      '0.025',
      '0.0875',
    ])
    expect(stringsAt(xml, '//cac:LineItem/cbc:LineExtensionAmount')).toEqual(['62.50', '6.00'])
  })

  it('writes a percentage of a line as an allowance of the line', async () => {
    const products = [{ id: 305, qty: 3, discount_percent: '12.5' }]
    const xml = valid(await offer({ customer: {}, products, currency: 'EUR' }))
    expect(stringsAt(xml, '//cac:LineItem/cac:AllowanceCharge/*')).toEqual([
      ...['false', 'Discount (12.5%)', '0.125'],
      ...['9.34', '74.70'],
    ])
    expect(stringsAt(xml, '//cbc:PriceAmount')).toEqual(['24.90'])
    expect(stringsAt(xml, '//cac:LineItem/cbc:LineExtensionAmount')).toEqual(['65.36'])
  })

  it('writes prices that contain taxes without them, after the discounts', async () => {
    const request = {
      ...fullRequest,
      products: [{ id: 118, qty: 3 }],
      discounts: [{ type: 'amount', value: '20', label: 'Welcome' }],
    } as const
    const xml = valid(await offer(request, { pricing: { pricesIncludeTax: true } }))
    // 240.00 − 20.00 = 220.00 contain 35.13; 59.00 contain 9.42.
    const item = 'cac:QuotationLine/cac:LineItem'
    expect(stringsAt(xml, `${item}/cbc:*[contains(local-name(), "Amount")]`)).toEqual([
      ...['184.87', '220.00', '35.13'],
    ])
    expect(stringsAt(xml, `${item}/cac:Price/*`)).toEqual(['184.87', '3'])
    expect(stringsAt(xml, 'cac:AllowanceCharge/cbc:Amount')).toEqual(['49.58'])
    expect(stringsAt(xml, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toEqual(['234.45'])
    expect(totals(xml)).toEqual({
      LineExtension: '184.87',
      TaxExclusive: '234.45',
      TaxInclusive: '279.00',
      ChargeTotal: '49.58',
      Payable: '279.00',
    })
  })

  it('writes prices from which the taxes of the store were taken off', async () => {
    const rates = [
      { country: 'DE', name: 'VAT', rate: '19' },
      { country: 'FR', name: 'VAT', rate: '20' },
    ]
    const tax = taxTable(rates, { home: { country: 'DE' } })
    const request = {
      customer: { country: 'FR' },
      products: [{ id: 118, qty: 1 }],
      currency: 'EUR',
    }
    const xml = valid(await offer(request, { tax, pricing: { pricesIncludeTax: true } }))
    expect(stringsAt(xml, '//cac:LineItem/cbc:*[contains(local-name(), "Amount")]')).toEqual([
      ...['67.23', '80.68', '13.45'],
    ])
    expect(totals(xml)).toEqual({
      LineExtension: '67.23',
      TaxExclusive: '67.23',
      TaxInclusive: '80.68',
      Payable: '80.68',
    })
  })

  it('writes charges with their own taxes, and with those of their lines', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines, charges = [] }) => ({
        rates: [...lines, ...charges].map(({ key, taxCode: rate = '19' }) => {
          return { name: 'VAT', rate, lines: [key] }
        }),
      }),
    }
    const products = [
      { name: 'Lamp', price: '100.00', qty: 2 },
      { name: 'Book', price: '50.00', qty: 1, tax_code: '7' },
    ]
    const charges = [
      { type: 'percent', value: '10', label: 'Express' },
      { type: 'unit', value: '0.50', label: 'Disposal', lines: ['1-1'] },
      { type: 'amount', value: '5', label: 'Fee', tax_code: '7' },
    ] as const
    const discounts = [{ type: 'percent', value: '20', label: 'Contract' }] as const
    const request = { customer: {}, products, charges, discounts, currency: 'EUR' }
    const xml = valid(await offer(request, { tax }))
    const changes = readQuotation(xml, ({ strings, count }) =>
      Array.from({ length: count('cac:AllowanceCharge') }, (_, index) => {
        const change = `cac:AllowanceCharge[${index + 1}]`
        const taxes = `${change}/*/cbc:Percent | ${change}/*/cbc:TaxAmount`
        return strings(`${change}/cbc:* | ${taxes}`).join(' ')
      }),
    )
    expect(changes).toEqual([
      'false Contract (20%) 0.2 40.00 200.00 19',
      'false Contract (20%) 0.2 10.00 50.00 7',
      // Its taxes are parts of those of its lines: of 33.63 of 177.00, and of 3.08 of 44.00.
      'true Express (10%) 0.1 16.00 160.00 19 3.04',
      'true Express (10%) 0.1 4.00 40.00 7 0.28',
      'true Disposal (2\u00a0×\u00a0€0.50) 1.00 19 0.19',
      'true Fee 5.00 7 0.35',
    ])
    expect(stringsAt(xml, '//cac:LineItem/cbc:TotalTaxAmount')).toEqual(['30.40', '2.80'])
    expect(stringsAt(xml, '//cac:TaxSubtotal/cbc:TaxableAmount')).toEqual(['177.00', '49.00'])
    expect(totals(xml)).toEqual({
      LineExtension: '250.00',
      TaxExclusive: '226.00',
      TaxInclusive: '263.06',
      AllowanceTotal: '50.00',
      ChargeTotal: '26.00',
      Payable: '263.06',
    })
  })

  it('writes charges without the taxes that prices contain, apart from their lines', async () => {
    const products = [{ name: 'Lamp', price: '119.00', qty: 1 }]
    const charges = [{ type: 'amount', value: '11.90', label: 'Express' }] as const
    const request = { customer: {}, products, charges, currency: 'EUR' }
    const xml = valid(await offer(request, { pricing: { pricesIncludeTax: true } }))
    expect(stringsAt(xml, '//cac:LineItem/cbc:*[contains(local-name(), "Amount")]')).toEqual([
      ...['100.00', '119.00', '19.00'],
    ])
    expect(stringsAt(xml, 'cac:AllowanceCharge//cbc:*')).toEqual([
      ...['true', 'Express', '10.00', '19', 'VAT', 'VAT', '1.90'],
    ])
    expect(totals(xml)).toMatchObject({ TaxExclusive: '110.00', Payable: '130.90' })
  })

  it('leaves out the percentage of a part that it does not give', async () => {
    const rates = ['19', '7']
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: lines.map(({ key }, index) => {
          return { name: 'VAT', rate: rates[index] ?? '0', lines: [key] }
        }),
      }),
    }
    const products = [
      { name: 'Pen', price: '0.05', qty: 1 },
      { name: 'Book', price: '0.05', qty: 1 },
    ]
    const discounts = [{ type: 'percent', value: '10' }] as const
    const xml = valid(await offer({ customer: {}, products, discounts, currency: 'EUR' }, { tax }))
    // 10 % of 0.10 are 0.01, of which the book has nothing, although 0.005 would be 0.01.
    expect(stringsAt(xml, 'cac:AllowanceCharge/cbc:Amount')).toEqual(['0.01'])
    expect(stringsAt(xml, 'cac:AllowanceCharge/cac:TaxCategory/cbc:Percent')).toEqual(['19'])
    expect(stringsAt(xml, '//cbc:TaxableAmount')).toEqual(['0.04', '0.05'])
  })

  it('writes a discount on shipping as an allowance beside its whole price', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: [
          { name: 'VAT', rate: '20', lines: lines.map(({ key }) => key) },
          { name: 'VAT', rate: '25', lines: [], shipping: true },
        ],
      }),
    }
    const request = {
      customer: {},
      products: [{ name: 'Lamp', price: '120.00', qty: 1 }],
      discounts: [{ type: 'amount', value: '5', on: 'all' }],
      shipping: { type: 'custom', product: { name: 'Van', price: '12.50' } },
      currency: 'EUR',
    } as const
    const xml = valid(await offer(request, { tax }))
    expect(stringsAt(xml, 'cac:AllowanceCharge/cbc:Amount')).toEqual(['4.53', '0.47', '12.50'])
    expect(stringsAt(xml, 'cac:AllowanceCharge/cac:TaxCategory/cbc:Percent')).toEqual([
      ...['20', '25', '25'],
    ])
    expect(stringsAt(xml, 'cac:TaxTotal/cac:TaxSubtotal/cbc:*')).toEqual([
      ...['115.47', '23.09', '12.03', '3.01'],
    ])
    expect(totals(xml)).toMatchObject({ TaxExclusive: '127.50', Payable: '153.60' })
  })

  it('writes shipping that is taxed as its goods in parts', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: ['20', '0'].map((rate, index) => ({
          name: 'VAT',
          rate,
          lines: [lines[index]?.key ?? ''],
          shipping: 'proportional',
        })),
      }),
    }
    const request = {
      customer: {},
      products: [
        { name: 'Lamp', price: '30.00', qty: 1 },
        { name: 'Stamp', price: '10.00', qty: 1 },
      ],
      discounts: [{ type: 'amount', value: '2', on: 'shipping', label: 'Half' }],
      shipping: { type: 'custom', product: { name: 'Van', price: '4.00' } },
      currency: 'EUR',
    } as const
    const xml = valid(await offer(request, { tax }))
    expect(stringsAt(xml, 'cac:AllowanceCharge/cbc:Amount')).toEqual([
      ...['1.50', '0.50', '3.00', '1.00'],
    ])
    expect(stringsAt(xml, 'cac:AllowanceCharge/cac:TaxCategory/cbc:Percent')).toEqual([
      ...['20', '0', '20', '0'],
    ])
    expect(stringsAt(xml, 'cac:TaxTotal/cac:TaxSubtotal/cbc:TaxableAmount')).toEqual([
      ...['31.50', '10.50'],
    ])
  })

  it('writes what a line takes off as a negative quantity, less its percentage', async () => {
    const products = [
      { name: 'Phone', price: '900.00', qty: 1 },
      { name: 'Trade-in', price: '-100.00', qty: 1 },
      { name: 'Voucher', price: '-50.00', qty: 2, discount_percent: '10' },
    ]
    const xml = valid(await offer({ customer: {}, products, currency: 'EUR' }))
    expect(stringsAt(xml, '//cac:LineItem/cbc:Quantity')).toEqual(['1', '-1', '-2'])
    expect(stringsAt(xml, '//cac:Price/cbc:PriceAmount')).toEqual(['900.00', '100.00', '50.00'])
    expect(stringsAt(xml, '//cac:LineItem/cbc:LineExtensionAmount')).toEqual([
      ...['900.00', '-100.00', '-90.00'],
    ])
    expect(stringsAt(xml, '//cac:LineItem/cac:AllowanceCharge/*')).toEqual([
      ...['true', 'Discount (10%)', '0.1', '10.00', '100.00'],
    ])
    expect(totals(xml)).toMatchObject({ LineExtension: '710.00', Payable: '844.90' })
  })

  it('writes prices for a quantity with it', async () => {
    const products = [
      { name: 'Screw', price: '128.49', qty: 50, price_quantity: 100, discount_percent: '10' },
    ]
    const xml = valid(await offer({ customer: {}, products, currency: 'EUR' }))
    expect(stringsAt(xml, '//cac:Price/*')).toEqual(['128.49', '100'])
    expect(stringsAt(xml, '//cac:LineItem/cac:AllowanceCharge/cbc:Amount')).toEqual(['6.43'])
    expect(stringsAt(xml, '//cac:LineItem/cbc:LineExtensionAmount')).toEqual(['57.82'])
  })

  it('writes taxes of taxes in their sequence', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: [
          { name: 'GST', rate: '10', lines: lines.map(({ key }) => key) },
          { name: 'PST', rate: '2', lines: lines.map(({ key }) => key), compound: true },
        ],
      }),
    }
    const products = [{ name: 'Lamp', price: '9.99', qty: 1 }]
    const request = { customer: {}, products, currency: 'EUR' }
    const figures = async (isContained: boolean) => {
      const pricing = { pricesIncludeTax: isContained }
      const xml = valid(await offer(request, { tax, pricing }))
      return stringsAt(xml, 'cac:TaxTotal/cac:TaxSubtotal/cbc:*')
    }
    expect(await figures(false)).toEqual(['9.99', '1.00', '1', '10.99', '0.22', '2'])
    expect(await figures(true)).toEqual(['8.90', '0.89', '1', '9.79', '0.20', '2'])
  })

  it('writes taxes that are added to prices with others', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: [
          { name: 'VAT', rate: '19', lines: lines.map(({ key }) => key) },
          { name: 'Levy', rate: '5', lines: lines.map(({ key }) => key), added: true },
        ],
      }),
    }
    const products = [{ name: 'Lamp', price: '119.00', qty: 1 }]
    const request = { customer: {}, products, currency: 'EUR' }
    const xml = valid(await offer(request, { tax, pricing: { pricesIncludeTax: true } }))
    expect(stringsAt(xml, '//cac:TaxSubtotal/cbc:*')).toEqual(['100.00', '19.00', '100.00', '5.00'])
    expect(totals(xml)).toMatchObject({ TaxExclusive: '100.00', Payable: '124.00' })
  })

  it('takes what is withheld off what is paid, and rounds that', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: ({ lines }) => ({
        rates: [
          { name: 'IVA', rate: '21', lines: lines.map(({ key }) => key) },
          { name: 'IRPF', rate: '19', lines: lines.map(({ key }) => key), withheld: true },
        ],
      }),
    }
    const products = [{ name: 'Advice', price: '100.01', qty: 1 }]
    const request = { customer: {}, products, currency: 'EUR' }
    const pricing = { cashRounding: { EUR: '0.05' } }
    const xml = valid(await offer(request, { tax, pricing }))
    expect(stringsAt(xml, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['21.00'])
    expect(stringsAt(xml, '//cac:ClassifiedTaxCategory/cbc:Percent')).toEqual(['21'])
    expect(stringsAt(xml, 'cbc:Note')).toEqual(['Deduct IRPF (19%), paid by you: -€19.00'])
    expect(totals(xml)).toEqual({
      LineExtension: '100.01',
      TaxExclusive: '100.01',
      TaxInclusive: '121.01',
      WithholdingTaxTotal: '19.00',
      PayableRounding: '-0.01',
      Payable: '102.00',
    })
  })

  it('charges shipping in proportion to goods of which none is taxed', async () => {
    const tax: QuoteEngineOptions['tax'] = {
      calculateTaxes: () => ({
        rates: [{ name: 'VAT', rate: '19', lines: [], shipping: 'proportional' }],
      }),
    }
    const request = {
      customer: {},
      products: [{ name: 'Lamp', price: '100.00', qty: 1 }],
      currency: 'EUR',
      shipping: { type: 'custom', product: { name: 'Van', price: '10.00' } },
      discounts: [{ type: 'percent', value: 50, on: 'shipping' } as const],
    }
    const xml = valid(await offer(request, { tax }))
    expect(totals(xml)).toMatchObject({
      AllowanceTotal: '5.00',
      ChargeTotal: '10.00',
      Payable: '105.00',
    })
  })

  it('has no rounding of nothing', async () => {
    const products = [{ name: 'Lamp', price: '100.00', qty: 1 }]
    const pricing = { cashRounding: { EUR: '0.05' } }
    const xml = valid(await offer({ customer: {}, products, currency: 'EUR' }, { pricing }))
    expect(totals(xml)).toMatchObject({ Payable: '119.00' })
    expect(xml).not.toContain('PayableRoundingAmount')
  })

  it('says when a line is charged again, and what each period costs', async () => {
    const products = [
      { name: 'Setup', price: '500.00', qty: 1 },
      {
        name: 'Hosting',
        price: '45.00',
        qty: 1,
        billing: { interval: 'month', count: 3, cycles: 8 } as const,
      },
      { name: 'Support', price: '100.00', qty: 1, billing: { interval: 'year' } as const },
    ]
    const request = { customer: {}, products, currency: 'EUR' }
    const xml = valid(await offer(request), { document: { locale: 'de' } })
    expect(stringsAt(xml, '//cac:AdditionalItemProperty/*')).toEqual([
      ...['Billing period', 'alle 3 Monate, 8-mal', '3'],
      ...['Billing periods', '8'],
      ...['Billing period', 'pro Jahr', '1'],
    ])
    expect(stringsAt(xml, '//cbc:ValueQuantity/@unitCode')).toEqual(['MON', 'ANN'])
    expect(stringsAt(xml, 'cbc:Note')).toEqual([
      'Davon einmalig: 595,00\u00a0€',
      'Davon alle 3 Monate, 8-mal: 53,55\u00a0€',
      'Davon pro Jahr: 119,00\u00a0€',
    ])
    expect(totals(xml)).toMatchObject({ TaxExclusive: '645.00', Payable: '767.55' })
  })

  it('takes the currency of the document if the quote has none', async () => {
    const quote = await offer({ customer: {}, products: [{ id: 118, qty: 1 }] })
    const create = (own: Partial<UblQuotationOptions>) => () =>
      createUblQuotation({ quoteId: 'q-1', quote }, { ...options, ...own })
    expect(fieldErrorsOf(create({}), 'invalid_options')).toEqual({
      'document.currency': 'is required, because the quote has no currency',
    })
    expect(create({ document: { currency: 'CHF' } })()).toContain('currencyID="CHF"')
  })

  it('writes the ids of what it conforms to, and the code of the tax', async () => {
    const ids = { customizationId: 'urn:example:trns', profileId: 'urn:example:bis' }
    const xml = valid(await offer(fullRequest), { ...ids, taxScheme: 'GST' })
    expect(stringsAt(xml, 'cbc:CustomizationID | cbc:ProfileID')).toEqual(Object.values(ids))
    expect(new Set(stringsAt(xml, '//cac:TaxScheme/cbc:ID'))).toEqual(new Set(['GST']))
  })

  it('writes an offer that was accepted as it was sent', async () => {
    expect(valid(await acceptedQuote())).toBe(valid(await offer(fullRequest)))
  })

  it('rejects a quote that is no offer', async () => {
    const { engine, quoteId, quote } = await sentQuote()
    const errors = (given: unknown) =>
      fieldErrorsOf(() => createUblQuotation({ quoteId: 'q-1', quote: given as Quote }, options))
    const notSent = (status: string) => ({
      status: `must be that of an offer: the content of this quote, "${status}", was not sent, so call sendQuote first`,
    })
    expect(errors(await newQuote())).toEqual(notSent('new'))
    expect(errors({ ...quote, quote_total: '1.00' })).toEqual(notSent('sent'))
    expect(errors((await engine.reviseQuote(context, quoteId)).quote)).toEqual(notSent('draft'))
    expect(errors((await engine.cancelQuote(context, quoteId)).quote)).toEqual({
      status: 'must be that of an offer: this one is canceled, so revise and send it first',
    })
    expect(errors(resealed(quote, { sent: 1e20 }))).toEqual({
      sent: 'must be a time in milliseconds',
    })
  })

  it.each([
    ['undefined', undefined],
    ['a string', 'q-1'],
    ['an empty object', {}],
    ['a record without id', { quote: { products: [] } }],
    ['a record of something else', { quoteId: 'q-1', quote: 1 }],
    [
      'a proxy that throws',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      ),
    ],
  ])('rejects %s instead of a record', (_, value) => {
    fieldErrorsOf(() => createUblQuotation(value as never, options))
  })

  it('says what a record must be', async () => {
    const quote = await offer(fullRequest)
    const messages = [{ quote }, { quote, quoteId: 7 }, { quote, quoteId: ' \u0001' }, {}].map(
      (value) => fieldErrorsOf(() => createUblQuotation(value as never, options))[''],
    )
    expect(new Set(messages)).toEqual(
      new Set(['must be a record with quoteId and quote, received an object']),
    )
  })

  it('rejects a quote instead of its record', async () => {
    const quote = await offer(fullRequest)
    expect(fieldErrorsOf(() => createUblQuotation(quote as never, options))).toEqual({
      '': 'must be a record, received its quote: pass the record',
    })
  })

  it('rejects invalid options with all errors', async () => {
    const quote = await offer(fullRequest)
    const errors = (own: unknown) =>
      fieldErrorsOf(
        () => createUblQuotation({ quoteId: 'q-1', quote }, own as UblQuotationOptions),
        'invalid_options',
      )
    expect(
      errors({ seller: {}, units: { m: 'metre' }, taxScheme: ' ', buyer: 'Bob', sellers: 1 }),
    ).toEqual({
      seller: 'must have a company or a name',
      'units.m':
        'must be a code of UN/ECE Recommendation 20, such as MTR, received the string "metre"',
      taxScheme: 'must be a code of UN/ECE 5153, such as VAT, received the string " "',
      buyer: expect.stringContaining('must be an object'),
      sellers: expect.stringContaining('is not a known'),
    })
    expect(errors({ seller: { company: '\u0001' } })).toEqual({
      seller: 'must have a company or a name',
    })
    expect(errors({ seller: { company: 'A', vat: '1' } })).toHaveProperty(['seller.vat'])
    expect(errors({ seller, document: { timeZone: 'Mars' } })).toHaveProperty('timeZone')
    expect(errors({ seller, document: 7 })).not.toEqual({})
    expect(Object.keys(errors(undefined))).toEqual([''])
    expect(JSON.parse('{ "__proto__": { "company": "A" } }')).not.toEqual({})
    expect(errors({ seller: JSON.parse('{ "__proto__": { "company": "A" } }') })).not.toEqual({})
  })
})
