import { isQuoteError, QuoteError } from '../../errors.js'
import { assertQuote } from '../../quote/model/assert-quote.js'
import type { Selection } from '../../quote/model/choice-fields.js'
import { localDate } from '../../quote/model/expiry.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import type { AnyCustomer, Quote, QuoteRecord } from '../../quote/model/quote.js'
import { findCountryCode, toCountryName } from '../../quote/regions/countries.js'
import { getAcceptedQuote, getProposal, selectQuote } from '../../quote/selection/select-quote.js'
import { describeKind } from '../../validation/describe-value.js'
import { guardRead } from '../../validation/field-errors.js'
import { isTime } from '../../validation/times.js'
import { exchangeFacts, isAsSent, ownFacts, plainText, toParagraphs } from '../model/parts.js'
import { type Alternatives, amountNotes, ublAmounts } from './ubl-amounts.js'
import {
  parseUblOptions,
  partyFields,
  type UblParty,
  type UblQuotationOptions,
  type UblSettings,
} from './ubl-options.js'
import { toUblXml, type UblElement, xmlText } from './xml.js'

/**
 * Returns an offer as a `Quotation` of UBL 2.3 (OASIS Universal Business Language), which the ERP
 * of a buyer reads: an XML document, to be sent as UTF-8. Pure: the same record and options always
 * give the same document.
 *
 * It has what the customer reads in {@link createDocument}, and nothing that is for the store only.
 * All amounts are those of the quote, net, and add up as UBL and EN 16931 define it. Taxes that the
 * customer withholds have their sum in the totals, and a note each, as UBL has no other place.
 *
 * @throws QuoteError `invalid_options` with every option that is invalid or unknown, and if neither
 * the quote nor the options have a currency; `invalid_request` if `record` is none, or its quote is
 * no offer: not sent, changed since, or canceled
 *
 * @example
 * const seller = { company: 'Stuhl & Tisch GmbH', country: 'DE', tax_id: 'DE123456789' }
 * await writeFile('quotation.xml', createUblQuotation(record, { seller }))
 */
export function createUblQuotation(
  record: Pick<QuoteRecord, 'quoteId' | 'quote'>,
  options: UblQuotationOptions,
): string {
  assertRecord(record)
  const settings = parseUblOptions(options)
  const { quoteId, quote: offer } = record
  assertOffer(offer)
  // It says what was accepted, or else what is proposed.
  const quote = withoutSections(offer.acceptance ? getAcceptedQuote(offer) : selectQuote(offer))
  const currency = quote.currency ?? settings.document.currency
  if (currency === undefined)
    throw new QuoteError('invalid_options', {
      errors: { 'document.currency': 'is required, because the quote has no currency' },
    })
  const { customizationId, profileId, document } = settings
  const id = xmlText(quote.number ?? '') || quoteId
  const notes = [
    ...[quote.title, quote.introduction].flatMap((text) => text ?? []),
    ...(toParagraphs(quote.terms) ?? document.terms),
    ...(quote.payment_terms === undefined
      ? []
      : [`${document.strings.paymentTerms}: ${quote.payment_terms}`]),
    ...exchangeFacts(quote, document).map((fact) => plainText(fact.join(': '))),
    ...ownFacts(quote, document).map(({ label, value }) => `${label}: ${value}`),
    ...amountNotes(quote, settings),
  ]
  return toUblXml([
    'Quotation',
    [
      ['UBLVersionID', '2.3'],
      ['CustomizationID', customizationId],
      ['ProfileID', profileId],
      ['ID', id],
      ['IssueDate', localDate(quote.sent ?? quote.created, document.timeZone)],
      ...notes.map((note): UblElement => ['Note', note]),
      ['PricingCurrencyCode', currency],
      ['LineCountNumeric', quote.products.length],
      validityPeriod(quote, settings),
      revisionReference(quote, id),
      ['SellerSupplierParty', [partyElement(getSeller(settings), settings)]],
      ['BuyerCustomerParty', [partyElement(getBuyer(quote.customer, settings), settings)]],
      deliveryElement(quote),
      ['DeliveryTerms', [['SpecialTerms', quote.delivery_terms]]],
      ...ublAmounts(quote, currency, settings, offer.acceptance ? [] : alternativesOf(offer)),
    ],
  ])
}

/** Returns undefined for what costs less than 0, or only a provider of amounts can price. */
function selectIfPossible(offer: Quote, selection: Selection): Quote | undefined {
  try {
    return selectQuote(offer, selection)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return undefined
    throw error
  }
}

/** The format has no sections: every line has its price. */
function withoutSections({ sections: _, ...plain }: Quote): Quote {
  return plain
}

/**
 * Returns what a customer can choose instead of proposed lines: the other members of their choices.
 * Each selection has one more of every choice, so that there are as few as possible. Empty if the
 * amounts of a selection must be asked for.
 */
function alternativesOf(offer: Quote): readonly Alternatives[] {
  const lines = [...linesByKey(offer)].filter(([, { choice }]) => choice !== undefined)
  const proposal = getProposal(offer)
  const others = new Map<string, string[]>()
  for (const [key, { choice, selected }] of lines) {
    const [proposed] = lines.find(([, each]) => each.choice === choice && each.selected) ?? []
    if (selected || proposed === undefined || !proposal.selected.includes(proposed)) continue
    others.set(proposed, [...(others.get(proposed) ?? []), key])
  }
  const count = Math.max(0, ...[...others.values()].map(({ length }) => length))
  return Array.from({ length: count }, (_, index) => {
    const replaced = [...others].flatMap(([key, { [index]: other }]) =>
      other === undefined ? [] : [[key, other] as const],
    )
    const by = new Map(replaced)
    const selected = proposal.selected.map((key) => by.get(key) ?? key)
    // The other lines have the quantities of the offer.
    const quantities = Object.entries(proposal.quantities ?? {}).filter(([key]) => !by.has(key))
    const selection = { selected, quantities: Object.fromEntries(quantities) }
    const quote = selectIfPossible(offer, selection)
    return quote === undefined ? [] : [{ quote: withoutSections(quote), by }]
  }).flat()
}

function assertRecord(value: unknown): asserts value is Pick<QuoteRecord, 'quoteId' | 'quote'> {
  const message = guardRead('invalid_request', () => {
    const { quoteId, quote, products } = Object(value) as Readonly<Record<string, unknown>>
    if (products !== undefined) return 'must be a record, received its quote: pass the record'
    if (typeof quoteId === 'string' && xmlText(quoteId) !== '' && quote !== undefined) {
      assertQuote(quote)
      return undefined
    }
    return `must be a record with quoteId and quote, received ${describeKind(value)}`
  })
  if (message !== undefined) throw new QuoteError('invalid_request', { errors: { '': message } })
}

/** Rejects what a buyer could take for an offer. Only what was sent is one. */
function assertOffer(quote: Quote): void {
  const { status, sent, created } = quote
  const errors: Record<string, string> = {}
  if (status === 'canceled')
    errors.status = 'must be that of an offer: this one is canceled, so revise and send it first'
  else if (!isAsSent(quote))
    errors.status =
      `must be that of an offer: the content of this quote, ${JSON.stringify(status)}, ` +
      'was not sent, so call sendQuote first'
  if (!isTime(sent ?? created)) errors.sent = 'must be a time in milliseconds'
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_request', { errors })
}

/** The offer ends at `expires`, so the instant before is on the last day on which it is valid. */
function validityPeriod(
  { expires }: Quote,
  { document: { timeZone } }: UblSettings,
): UblElement | undefined {
  if (!isTime(expires) || !isTime(expires - 1)) return undefined
  const lastDay = localDate(expires - 1, timeZone)
  const endsWithDay = lastDay !== localDate(expires, timeZone)
  const time = endsWithDay ? undefined : localTime(expires, timeZone)
  return [
    'ValidityPeriod',
    [
      ['EndDate', lastDay],
      ['EndTime', time],
    ],
  ]
}

/** Returns the time of the day with its offset from UTC: `17:00:00+01:00`. */
function localTime(time: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    numberingSystem: 'latn',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(time)
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const [offset = '+00:00'] = /[+-]\d\d:\d\d/.exec(value('timeZoneName')) ?? []
  return `${value('hour')}:${value('minute')}:${value('second')}${offset}`
}

/** A quotation has no version of its own. 310 is the code of offers in UN/EDIFACT 1001. */
function revisionReference({ revision }: Quote, id: string): UblElement | undefined {
  if (revision === undefined) return undefined
  return [
    'AdditionalDocumentReference',
    [
      ['ID', id],
      ['DocumentTypeCode', '310'],
      ['VersionID', revision],
    ],
  ]
}

/** Returns the fields of the customer that a party has, or what the options have instead. */
function getBuyer(customer: AnyCustomer, { buyer = {} }: UblSettings): UblParty {
  const fields = partyFields.filter((name) => Object.hasOwn(customer, name))
  return { ...Object.fromEntries(fields.map((name) => [name, customer[name]])), ...buyer }
}

/** Returns where the goods go. Undefined if that is the address of the customer. */
function deliveryElement({ ship_to: shipTo }: Quote): UblElement | undefined {
  if (shipTo === undefined) return undefined
  return [
    'Delivery',
    [
      ['DeliveryLocation', [['Address', addressElements(shipTo)]]],
      ['DeliveryParty', [nameElement(shipTo), contactElement(shipTo)]],
    ],
  ]
}

/** Returns the seller with the person to ask, unless the seller names one. */
function getSeller({ seller, document: { contact } }: UblSettings): UblParty {
  const { company, name, phone, email } = seller
  const hasPerson = [name, phone, email].some((field) => field !== undefined)
  return company === undefined || hasPerson || contact === undefined
    ? seller
    : { ...seller, ...contact }
}

function nameElement({ company = '', name = '' }: UblParty): UblElement {
  return ['PartyName', [['Name', xmlText(company) || xmlText(name)]]]
}

function contactElement({ company = '', name = '', phone = '', email = '' }: UblParty): UblElement {
  return [
    'Contact',
    [
      ['Name', xmlText(company) === '' ? undefined : name],
      ['Telephone', phone],
      ['ElectronicMail', email],
    ],
  ]
}

function addressElements(address: UblParty): readonly UblElement[] {
  const { country = '' } = address
  const countryCode = findCountryCode(xmlText(country))
  return [
    ['StreetName', address.address],
    ['AdditionalStreetName', address['address-2']],
    ['CityName', address.city],
    ['PostalZone', address.zipcode],
    ['CountrySubentity', address.state],
    [
      'Country',
      [
        countryCode
          ? ['IdentificationCode', countryCode]
          : ['Name', toCountryName(xmlText(country))],
      ],
    ],
  ]
}

function partyElement(party: UblParty, { taxScheme }: UblSettings): UblElement {
  const text = (field: keyof UblParty) => xmlText(party[field] ?? '')
  const endpoint = /^(?:([0-9]{4}|[A-Z]{2}):)?(.+)$/s.exec(text('endpoint'))
  const taxId = text('tax_id')
  return [
    'Party',
    [
      ['EndpointID', endpoint?.[2], { schemeID: endpoint?.[1] }],
      nameElement(party),
      ['PostalAddress', addressElements(party)],
      taxId === ''
        ? undefined
        : [
            'PartyTaxScheme',
            [
              ['CompanyID', taxId],
              ['TaxScheme', [['ID', taxScheme]]],
            ],
          ],
      [
        'PartyLegalEntity',
        [
          ['RegistrationName', text('company')],
          ['CompanyID', text('registration_id')],
        ],
      ],
      contactElement(party),
    ],
  ]
}
