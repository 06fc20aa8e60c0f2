import { type LineComponent, totalQuantity } from '../../quote/model/component-fields.js'
import { countedLines } from '../../quote/model/counted-lines.js'
import { endOfDay } from '../../quote/model/expiry.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { QuoteCharge, TaxTotal } from '../../quote/model/pricing-fields.js'
import type { AnyCustomer, ProductLine, Quote } from '../../quote/model/quote.js'
import { sealOf } from '../../quote/model/seal.js'
import {
  chooseLines,
  findOnShipping,
  lineTotals,
  unpricedLines,
} from '../../quote/pricing/line-totals.js'
import { isTime, toIsoTime } from '../../validation/times.js'
import { contactLines, postalLines } from './addresses.js'
import { billingText } from './billing-text.js'
import type { DocumentSettings } from './document-options.js'
import { type DocumentStrings, fill } from './document-strings.js'
import { lastTime, takenOff } from './formats.js'
import { linePrices } from './line-prices.js'
import { type ShownStep, type ShownSteps, shownSteps } from './line-steps.js'
import { fieldTexts } from './own-fields.js'
import { paymentRows } from './payment-rows.js'
import { plainLines, plainText } from './plain-text.js'
import { asciiUrl, qrCodeRows } from './qr-code.js'
import type {
  DocumentAcceptance,
  DocumentAddressWindow,
  DocumentCertificate,
  DocumentComponent,
  DocumentFact,
  DocumentLine,
  DocumentParty,
  DocumentQrCode,
  DocumentText,
  DocumentTotal,
} from './quote-document.js'
import { isTimesPieces, type PercentBases, percentBases, taxWay } from './recomputation.js'
import { linesInSections } from './section-lines.js'

export { plainLines, plainText }

/** Returns the number, dates, revision and references of a quote, and its own fields. */
export function quoteFacts(quote: Quote, settings: DocumentSettings): DocumentFact[] {
  const { strings, formats } = settings
  const { number, revision = 0, sent, created, expires, acceptance, fields } = quote
  const isAccepted = acceptance !== undefined && acceptance.revision === revision
  return getFacts([
    [strings.number, number],
    [strings.revision, revision > 1 ? formats.number(revision) : undefined],
    [strings.date, getDay(sent ?? created, settings)],
    [strings.validUntil, expires === undefined ? undefined : getEnd(expires, settings)],
    [strings.reference, isAccepted ? acceptance.reference : undefined],
    [strings.contact, contactLine(settings)],
    ...exchangeFacts(quote, settings),
    ...fieldTexts(fields, settings.fields.quote, settings),
  ])
}

/** Returns the order of a part, and the quote that it is a part of. */
export function partFacts(
  { order, number, acceptance, fields }: Quote,
  part: { readonly number: number; readonly time: number },
  settings: DocumentSettings,
): DocumentFact[] {
  const { strings, formats } = settings
  return getFacts([
    [strings.order, order?.id],
    [strings.part, formats.number(part.number)],
    [strings.quote, number],
    [strings.date, getDay(part.time, settings)],
    [strings.reference, acceptance?.reference],
    [strings.contact, contactLine(settings)],
    ...fieldTexts(fields, settings.fields.quote, settings),
  ])
}

/** Returns the person to ask in one line: `Grace Hopper, +1 512 555 0100, grace@shop.example`. */
function contactLine({ contact, direction }: DocumentSettings): string | undefined {
  if (contact === undefined) return undefined
  const { name, phone, email } = contact
  // In other directions, a plus would move to the end of its number.
  const mark = direction === 'rtl' ? '\u200e' : ''
  return joined(', ', [name, ...[phone, email].map((each) => (each ? `${mark}${each}` : ''))])
}

/** Returns the rate at which the prices of a quote were converted; none if they were not. */
export function exchangeFacts(
  { exchange, currency }: Quote,
  { strings, formats, timeZone }: DocumentSettings,
): readonly (readonly [label: string, value: string])[] {
  if (exchange === undefined || currency === undefined) return []
  const { currency: from, rate, source, date } = exchange
  const day = formats.date(endOfDay(date, timeZone) - 1)
  const values = { from, to: currency, rate: formats.money(rate), source, date: day }
  return [[strings.exchangeRate, fill(strings.exchange, values)]]
}

/** Returns the own fields of a quote and its customer that are shown, in one list. */
export function ownFacts({ fields, customer }: Quote, settings: DocumentSettings): DocumentFact[] {
  const { fields: own } = settings
  return getFacts([
    ...fieldTexts(fields, own.quote, settings),
    ...fieldTexts(customer, own.customer, settings),
  ])
}

/** Returns why a document is not an offer, or undefined if it is one. */
export function getNotice(quote: Quote, { strings }: DocumentSettings): string | undefined {
  if (quote.status === 'canceled') return strings.canceledNotice
  return isAsSent(quote) ? undefined : strings.draftNotice
}

/** Returns true if a quote has the content that was sent, whatever has become of the offer. */
export function isAsSent(quote: Quote): boolean {
  const { status, seal } = quote
  return status !== 'new' && status !== 'draft' && seal === sealOf(quote)
}

/** Returns what stands below the lines to sign on. Undefined if there is nothing to sign. */
export function getSignatureLines(
  quote: Quote,
  settings: DocumentSettings,
): readonly string[] | undefined {
  const { signatureLines, strings } = settings
  const { customer } = quote
  if (!signatureLines || !isOpenOffer(quote, settings)) return undefined
  const [name] = plainLines(customer.company ?? '').concat(plainLines(customer.name ?? ''))
  const signature = name === undefined ? strings.signature : fill(strings.signatureOf, { name })
  return [strings.placeAndDate, signature].map(plainText)
}

function isOpenOffer(quote: Quote, settings: DocumentSettings): boolean {
  const { acceptance, revision } = quote
  const isAccepted = acceptance !== undefined && acceptance.revision === revision
  return !isAccepted && getNotice(quote, settings) === undefined
}

/** Returns the link to accept a quote, and its QR code. Undefined if there is nothing to accept. */
export function getQrCode(quote: Quote, settings: DocumentSettings): DocumentQrCode | undefined {
  const { qrCode, strings } = settings
  if (qrCode === undefined || !isOpenOffer(quote, settings)) return undefined
  const url = asciiUrl(qrCode.url)
  const label = plainText(qrCode.label ?? strings.acceptOnline)
  return { label, alt: plainText(strings.qrCode), url, rows: qrCodeRows(url) }
}

/** Returns who accepted a quote, and when. Undefined if its current revision is not accepted. */
export function getAcceptance(
  { acceptance, revision }: Quote,
  settings: DocumentSettings,
): DocumentAcceptance | undefined {
  if (acceptance === undefined || acceptance.revision !== revision) return undefined
  const { strings } = settings
  const { name, time, reference, signature } = acceptance
  const facts = getFacts([
    [strings.acceptedBy, name],
    [strings.acceptedOn, getDay(time, settings)],
    [strings.reference, reference],
  ])
  if (signature === undefined) return { heading: strings.acceptance, facts }
  const { signature: label } = strings
  const shown =
    signature.type === 'typed'
      ? { label, name: plainText(signature.name) }
      : { label, strokes: signature.strokes }
  return { heading: strings.acceptance, facts, signature: shown }
}

/** Returns what proves a sealed acceptance. Undefined if there is none of the current revision. */
export function getCertificate(
  { acceptance, revision }: Quote,
  { strings, formats, timeZone }: DocumentSettings,
): DocumentCertificate | undefined {
  if (acceptance?.sealed === undefined || acceptance.revision !== revision) return undefined
  const { name, time, reference, consent, address, seal, sealed } = acceptance
  const facts = getFacts([
    [strings.acceptedBy, name],
    [strings.acceptedOn, `${formats.zonedTime(time)} (${timeZone})`],
    [strings.timeInUtc, isTime(time) ? toIsoTime(time) : undefined],
    [strings.revision, String(revision)],
    [strings.reference, reference],
    [strings.consent, consent],
    [strings.address, address],
    [strings.sealOfOffer, seal],
    [strings.sealOfAcceptance, sealed],
  ])
  return { heading: strings.certificate, facts, notes: [strings.toVerify, strings.whatSealsProve] }
}

function getFacts(facts: readonly (readonly [label: string, value: string | undefined])[]) {
  return facts.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label: plainText(label), value: plainText(value) }],
  )
}

function getEnd(expires: number, { formats }: DocumentSettings): string | undefined {
  return isTime(expires) && isTime(expires - 1) ? lastTime(expires, formats) : undefined
}

function getDay(time: number, { formats }: DocumentSettings): string | undefined {
  return isTime(time) ? formats.date(time) : undefined
}

/** Returns who offers. Undefined if the options don't say it. */
export function sellerParty({ seller, strings }: DocumentSettings): DocumentParty | undefined {
  const lines = seller.flatMap(plainLines)
  return lines.length === 0 ? undefined : { heading: strings.from, lines }
}

/** Returns where the address stands on paper, with the lines of the seller in one above it. */
export function getAddressWindow({
  addressWindow: form,
  seller,
}: DocumentSettings): DocumentAddressWindow | undefined {
  if (form === undefined) return undefined
  const lines = seller.flatMap(plainLines)
  return { form, ...(lines.length > 0 && { returnLine: lines.join(' · ') }) }
}

/** Returns to whom a quote is offered, with the tax id and the own fields that are shown. */
export function customerParty(customer: AnyCustomer, settings: DocumentSettings): DocumentParty {
  const { strings, fields } = settings
  const taxId = Object.hasOwn(customer, 'tax_id') ? customer.tax_id : undefined
  // A declaration of the host says how the field is called, or that it is not shown.
  const isDeclared = Object.hasOwn(fields.customer ?? {}, 'tax_id')
  const facts = getFacts([
    [strings.taxId, isDeclared ? undefined : taxId?.trim() || undefined],
    ...fieldTexts(customer, fields.customer, settings),
  ])
  return { ...addressParty(strings.for, customer, settings), ...(facts.length > 0 && { facts }) }
}

function addressParty(
  heading: string,
  address: AnyCustomer,
  settings: DocumentSettings,
): DocumentParty {
  const contacts = contactLines(address)
  const lines = postalLines(address, settings)
  return { heading, lines, ...(contacts.length > 0 && { contacts }) }
}

/** Returns where the goods go. Undefined if that is the address of the customer. */
export function shipToParty(
  { ship_to: shipTo }: Pick<Quote, 'ship_to'>,
  settings: DocumentSettings,
): DocumentParty | undefined {
  if (shipTo === undefined) return undefined
  return addressParty(settings.strings.shipTo, shipTo, settings)
}

function joined(separator: string, parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join(separator)
}

/** Returns what a quote is about. Undefined if it does not say it. */
export function subjectOf({ title = '' }: Pick<Quote, 'title'>): string | undefined {
  return plainText(title).trim() || undefined
}

/** Returns the paragraphs of a text, between which are empty lines; undefined if it has none. */
export function toParagraphs(text = ''): readonly string[] | undefined {
  const paragraphs = plainText(text.replaceAll(/\r\n?/g, '\n'))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  return paragraphs.length === 0 ? undefined : paragraphs
}

/** Returns the terms of payment and delivery of a quote; undefined if it has none. */
export function documentConditions(
  { payment_terms: payment, delivery_terms: delivery }: Quote,
  { strings }: DocumentSettings,
): readonly DocumentText[] | undefined {
  const conditions = [
    { heading: strings.paymentTerms, paragraphs: toParagraphs(payment) },
    { heading: strings.deliveryTerms, paragraphs: toParagraphs(delivery) },
  ].flatMap(({ heading, paragraphs }) => (paragraphs ? [{ heading, paragraphs }] : []))
  return conditions.length === 0 ? undefined : conditions
}

/** Returns the terms of a quote, or those of the options if it has none. */
export function documentTerms(quote: Quote, settings: DocumentSettings): readonly string[] {
  const ofOptions = () => settings.terms.map(plainText).filter((each) => each.trim() !== '')
  return toParagraphs(quote.terms) ?? ofOptions()
}

/** Returns the lines of a quote in the order of display. */
export function documentLines(quote: Quote, settings: DocumentSettings): DocumentLine[] {
  const steps = settings.priceSteps ? stepsByLine(quote, settings) : undefined
  const currency = quote.currency ?? settings.currency
  return linesInSections(quote, settings, ([key, line]) => {
    const ofLine = steps?.get(key)
    const shown = documentLine(line, key, { ...quote, currency }, settings)
    return ofLine === undefined ? shown : { ...shown, steps: ofLine }
  })
}

function documentLine(
  line: ProductLine,
  key: string,
  {
    currency,
    decimals,
  }: { readonly currency: string | undefined; readonly decimals?: number | undefined },
  settings: DocumentSettings,
): DocumentLine {
  const { formats, strings, unitWord } = settings
  const { qty, price, quote: offered, quote_total: total, unit } = line
  const { billing, price_quantity: per } = line
  const shown = decimals === undefined ? {} : { decimals }
  const ofUnits = (quantity: number, counted = unit) => {
    const number = formats.number(quantity)
    return counted ? `${number}\u00a0${plainText(unitWord(counted, quantity))}` : number
  }
  const money = (unitPrice: number | string) => {
    const amount = formats.money(shownUnitPrice(unitPrice, shown), currency)
    if (per === undefined) return amount
    return fill(strings.pricePer, { price: amount, quantity: ofUnits(per) })
  }
  const nameOf = (product: Pick<ProductLine, 'id' | 'name'>) =>
    plainText(product.name ?? '').trim() ||
    plainText(fill(strings.product, { id: String(product.id) }))
  const toComponent = (component: LineComponent): DocumentComponent => ({
    name: nameOf(component),
    ...optional('sku', component.sku),
    quantity: ofUnits(totalQuantity(component, qty), component.unit ?? ''),
    ...(component.price !== undefined && {
      unitPrice: formats.money(shownUnitPrice(component.price, shown), currency),
    }),
  })
  const { hasUnitPrice, hasListPrice, hasDiscount } = line.unpriced ? noPrices : linePrices(line)
  return {
    key,
    name: nameOf(line),
    ...optional('sku', line.sku),
    ...optional('description', line.description),
    ...optional('note', line.note),
    ...(line.components && { components: line.components.map(toComponent) }),
    ...getOwnFacts(line, settings),
    ...(billing !== undefined && { billing: billingText(billing, settings) }),
    quantity: ofUnits(qty),
    ...(hasDiscount && getDiscount(line, { formats, strings })),
    ...(hasListPrice && { listPrice: money(price) }),
    ...(hasUnitPrice && { unitPrice: money(offered) }),
    total: line.unpriced ? strings.toBePriced : formats.money(total, currency),
  }
}

const noPrices = { hasUnitPrice: false, hasListPrice: false, hasDiscount: false }

/** Returns the own fields of a line that are shown. */
function getOwnFacts(
  { fields }: ProductLine,
  settings: DocumentSettings,
): Pick<DocumentLine, 'facts'> {
  const facts = getFacts(fieldTexts(fields, settings.fields.line, settings))
  return facts.length === 0 ? {} : { facts }
}

/** Returns the percentage that is taken off a line, as a label. */
function getDiscount(
  { discount_percent: percent }: ProductLine,
  { formats, strings }: Pick<DocumentSettings, 'formats' | 'strings'>,
): Pick<DocumentLine, 'discount'> {
  if (percent === undefined) return {}
  const values = { label: strings.discount, detail: formats.percent(percent) }
  return { discount: plainText(fill(strings.labelWithDetail, values)) }
}

function optional<Name extends string>(name: Name, value: string | undefined) {
  const shown = plainText(value ?? '')
  return (shown.trim() === '' ? {} : { [name]: shown }) as { readonly [Key in Name]?: string }
}

/** Returns how lines come to what the customer pays, by their keys. */
function stepsByLine(
  quote: Quote,
  settings: DocumentSettings,
): ReadonlyMap<string, readonly DocumentFact[]> {
  const currency = quote.currency ?? settings.currency
  const byLine = [...shownSteps(quote)]
  return new Map(byLine.map(([key, shown]) => [key, lineSteps(shown, currency, settings)]))
}

function lineSteps(
  { steps, total }: ShownSteps,
  currency: string | undefined,
  { strings, formats }: DocumentSettings,
): DocumentFact[] {
  const facts = steps.map((step) => ({
    label: getLabel(step, { strings, formats }),
    value: formats.money(step.included ?? step.change, currency),
  }))
  return [...facts, { label: strings.stepTotal, value: formats.money(total, currency) }]
}

const labels = {
  price: 'lineTotal',
  list: 'stepList',
  calculated: 'stepSale',
  price_break: 'stepPriceBreak',
  rounding: 'stepRounding',
  percent: 'discount',
  offered: 'stepOffered',
  discount: 'discount',
  charge: 'charge',
  lines: 'subtotal',
  shipping: 'shipping',
  tax_removed: 'total',
  tax: 'total',
  withheld: 'total',
  cash_rounding: 'cashRounding',
} as const satisfies Record<ShownStep['type'], keyof DocumentStrings>

function getLabel(
  { type, label, included, percent }: ShownStep,
  { strings, formats }: Pick<DocumentSettings, 'strings' | 'formats'>,
): string {
  const shown = plainText(label || strings[labels[type]])
  if (type === 'tax_removed') return fill(strings.removedTax, { tax: shown })
  if (percent !== undefined)
    return fill(strings.labelWithDetail, { label: shown, detail: formats.percent(percent) })
  return included === undefined ? shown : fill(strings.includedTax, { tax: shown })
}

/** What the rows below the lines are shown with. */
export interface TotalSettings
  extends Pick<DocumentSettings, 'strings' | 'formats' | 'timeZone' | 'currency' | 'taxesOnSend'> {
  /** Says which total a discount leads to, which only sellers read. */
  readonly describeTarget?: (total: string) => string
}

/** Returns what a quote adds up to. There is only the total if it is the sum of the lines. */
export function documentTotals(quote: Quote, settings: TotalSettings): DocumentTotal[] {
  const currency = quote.currency ?? settings.currency
  const money = (amount: string) => settings.formats.money(amount, currency)
  const rows = totalRows(quote, settings).map((row) => ({ ...row, amount: money(row.amount) }))
  if (!hasPendingTaxes(quote, settings)) return rows
  const { taxes: label, taxesOnSend: amount } = settings.strings
  const total = rows.findIndex(({ type }) => type === 'total')
  return rows.toSpliced(total, 0, { type: 'pending', label, amount })
}

/** Returns true if the total is without taxes, which are calculated once the quote is sent. */
export function hasPendingTaxes(
  quote: Quote,
  { taxesOnSend }: Pick<DocumentSettings, 'taxesOnSend'>,
): boolean {
  const { taxes, status } = quote
  if (!taxesOnSend || status === 'canceled') return false
  return (taxes === undefined || taxes.stale === true) && !isAsSent(quote)
}

/** Returns the same with the amounts as the quote has them: decimal strings. */
export function totalRows(quote: Quote, settings: TotalSettings): DocumentTotal[] {
  const { strings } = settings
  const { quote_total: lines, amounts } = quote
  const changes = [...changeRows(quote, settings), ...taxRows(quote, settings)]
  const rows: DocumentTotal[] = [
    ...(changes.length > 0
      ? [{ type: 'lines' as const, label: strings.subtotal, amount: lines }]
      : []),
    ...changes,
    { type: 'total', label: strings.total, amount: amounts?.total ?? lines },
    ...periodRows(quote, settings),
    ...payableRows(quote, settings),
    ...paymentRows(quote, settings),
  ]
  if (unpricedLines(quote).length === 0) return rows
  return rows.map((row) =>
    sumTypes.has(row.type)
      ? { ...row, label: detailed(row.label, strings.withoutUnpriced, strings) }
      : row,
  )
}

/** The rows that are incomplete if the price of a line is not known yet. */
const sumTypes: ReadonlySet<DocumentTotal['type']> = new Set(['lines', 'total', 'payable'])

/** Returns what changes the sum of the lines, without taxes. Shipping is before what lowers it. */
function changeRows(quote: Quote, settings: TotalSettings): DocumentTotal[] {
  const { discounts = [], charges = [] } = quote
  const shipping = shippingRow(quote, settings.strings)
  if (discounts.length + charges.length === 0) return shipping
  const bases = percentBases(quote)
  const rows = discountRows(quote, bases, settings)
  const onShipping = findOnShipping(discounts)
  const ofLines = onShipping === -1 ? rows : rows.slice(0, onShipping)
  return [
    ...ofLines,
    ...(onShipping === -1 ? [] : shipping),
    ...rows.slice(ofLines.length),
    ...chargeRows(quote, bases, settings),
    ...(onShipping === -1 ? shipping : []),
  ]
}

/** Returns what leads from the total to what is paid. None if nothing is withheld or rounded. */
function payableRows(quote: Quote, settings: TotalSettings): DocumentTotal[] {
  const { amounts, taxes } = quote
  if (amounts?.payable === undefined) return []
  const { strings } = settings
  const { rounding = '0', payable } = amounts
  const withheld = taxes?.stale ? [] : (taxes?.rates ?? []).filter((rate) => rate.withheld)
  const rows: DocumentTotal[] = withheld.map((rate) => {
    const label = fill(strings.withheldTax, { tax: taxLabel(rate, quote, settings) })
    return { type: 'withheld', label, amount: takenOff(rate.amount) }
  })
  if (/[1-9]/.test(rounding))
    rows.push({ type: 'rounding', label: strings.cashRounding, amount: rounding })
  if (rows.length === 0) return []
  return [...rows, { type: 'payable', label: strings.payable, amount: payable }]
}

/** Returns the parts of the total that are charged once and in each period. */
function periodRows({ amounts }: Quote, settings: TotalSettings): DocumentTotal[] {
  const { upfront = '0', recurring = [] } = amounts ?? {}
  const { strings } = settings
  const label = (period: string) => fill(strings.partOfTotal, { period })
  return [
    ...(/[1-9]/.test(upfront)
      ? [{ type: 'once' as const, label: label(strings.once), amount: upfront }]
      : []),
    ...recurring.map(({ total: amount, ...billing }) => ({
      type: 'recurring' as const,
      label: label(billingText(billing, settings)),
      amount,
    })),
  ]
}

function chargeRows(
  quote: Quote,
  { charges: bases }: PercentBases,
  settings: TotalSettings,
): DocumentTotal[] {
  return (quote.charges ?? []).map((charge, index) => {
    const { type, value, label, amount } = charge
    const detail =
      type === 'percent'
        ? percentText(value, bases[index], quote, settings)
        : piecesText(charge, quote, settings)
    return { type: 'charge', label: detailed(label, detail, settings.strings), amount }
  })
}

/** Returns a percentage with what it is of, unless that is the sum of the rows above. */
function percentText(
  value: string,
  base: string | undefined,
  { currency }: Pick<Quote, 'currency'>,
  settings: TotalSettings,
): string {
  const { strings, formats } = settings
  const percent = formats.percent(value)
  if (base === undefined) return percent
  const shown = formats.money(base, currency ?? settings.currency)
  return fill(strings.percentOf, { percent, base: shown })
}

/** Returns how a charge for each piece is computed. Undefined for one that is an amount. */
function piecesText(
  charge: QuoteCharge,
  quote: Quote,
  settings: TotalSettings,
): string | undefined {
  const { currency } = quote
  const { type, value, amount } = charge
  const { formats } = settings
  if (type !== 'unit') return undefined
  const chosen = chooseLines(charge, lineTotals(countedLines(quote)))
  const pieces = chosen.reduce((sum, { qty }) => sum + Math.round(qty * 1_000), 0) / 1_000
  // The charge is rounded for each line, so that fractions can sum to another amount.
  if (!isTimesPieces(value, pieces, amount)) return undefined
  const money = formats.money(value, currency ?? settings.currency)
  return `${formats.number(pieces)}\u00a0×\u00a0${money}`
}

function discountRows(
  quote: Quote,
  { discounts: bases }: PercentBases,
  settings: TotalSettings,
): DocumentTotal[] {
  const { strings, describeTarget } = settings
  return (quote.discounts ?? []).map(({ type, value, label, on, amount }, index) => {
    const detail =
      type === 'percent'
        ? percentText(value, bases[index], quote, settings)
        : type === 'target'
          ? describeTarget?.(value)
          : undefined
    const template = on && (on === 'shipping' ? strings.onShipping : strings.onAll)
    const shown = template === undefined ? detail : fill(template, { value: detail ?? '' }).trim()
    const name = label || strings.discount
    return {
      type: 'discount',
      label: detailed(name, shown, strings),
      amount: takenOff(amount),
    }
  })
}

function shippingRow({ shipping }: Quote, strings: DocumentStrings): DocumentTotal[] {
  if (shipping.product === null) return []
  const { name, price } = shipping.product
  const isSame = name.toLowerCase() === strings.shipping.toLowerCase()
  const label = detailed(strings.shipping, isSame ? undefined : name, strings)
  return [{ type: 'shipping', label, amount: price }]
}

/** Returns the name of a tax with how it is computed. */
function taxLabel(
  tax: TaxTotal,
  quote: Quote,
  settings: TotalSettings,
  isContained = false,
): string {
  const { name, rate } = tax
  const { strings, formats } = settings
  if (rate === undefined) return plainText(name)
  const percent = formats.percent(rate)
  const { shownBase, isRoundedPerLine } = taxWay(tax, quote, isContained)
  if (shownBase !== undefined) {
    const base = formats.money(shownBase, quote.currency ?? settings.currency)
    return detailed(name, fill(strings.percentOf, { percent, base }), strings)
  }
  if (isRoundedPerLine) return detailed(name, fill(strings.roundedPerItem, { percent }), strings)
  // Some providers put it into the name: `VAT 19%`.
  return detailed(name, name.includes('%') ? undefined : percent, strings)
}

function taxRows(quote: Quote, settings: TotalSettings): DocumentTotal[] {
  const { taxes } = quote
  if (taxes === undefined || taxes.stale) return []
  const { strings } = settings
  const removed = (taxes.removed?.rates ?? []).map((each): DocumentTotal => {
    const label = fill(strings.removedTax, { tax: taxLabel(each, quote, settings, true) })
    return { type: 'removed', label, amount: takenOff(each.amount) }
  })
  const paid = taxes.rates.filter(({ withheld }) => !withheld)
  const charged = paid.map((each): DocumentTotal => {
    const isContained = taxes.inclusive && !each.added
    const tax = taxLabel(each, quote, settings, isContained)
    const { amount } = each
    return isContained
      ? { type: 'included', label: fill(strings.includedTax, { tax }), amount }
      : { type: 'tax', label: tax, amount }
  })
  return [...removed, ...charged]
}

function detailed(label: string, detail: string | undefined, strings: DocumentStrings): string {
  const plain = plainText(label)
  if (detail === undefined) return plain
  return fill(strings.labelWithDetail, { label: plain, detail: plainText(detail) })
}
