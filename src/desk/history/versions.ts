import { html } from 'hono/html'
import type { DocumentTotal } from '../../document/model/quote-document.js'
import { QuoteError } from '../../errors.js'
import { type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { Approval } from '../../quote/model/approval.js'
import {
  lineChoiceFields,
  type QuantityRange,
  type SelectedAcceptance,
} from '../../quote/model/choice-fields.js'
import type { LineComponent, TaxShare } from '../../quote/model/component-fields.js'
import type { Exchange } from '../../quote/model/exchange.js'
import type {
  CustomersRequest,
  DeliveryFact,
  Reminder,
} from '../../quote/model/lifecycle-fields.js'
import type { OrderPart, QuoteOrder } from '../../quote/model/order-fields.js'
import type { Payment, PaymentPart } from '../../quote/model/payment-fields.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type {
  Billing,
  QuoteAmounts,
  QuoteCharge,
  QuoteDiscount,
  QuoteTaxes,
  Shipping,
} from '../../quote/model/pricing-fields.js'
import type { Proposal } from '../../quote/model/proposal.js'
import type { PriceBreak, ProductLine, Quote, QuoteRecord } from '../../quote/model/quote.js'
import { quoteFieldsWith } from '../../quote/model/quote-fields.js'
import { describeScalarField, mapQuoteScalarFields } from '../../quote/model/quote-scalar-fields.js'
import {
  type DifferenceKind,
  diffQuotes,
  type FieldDifference,
  type LineDifference,
  type QuoteDifferences,
} from '../../quote/verify/quote-differences.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { describePart } from '../edit/choice-fields.js'
import { draftOfQuote, type PartList, partLists } from '../edit/draft.js'
import { givenRows } from '../edit/requests.js'
import { parseVersion } from '../forms.js'
import { loadNames, type NameOf, renderDateTime, timeOnDay } from '../parts/changes.js'
import { type FieldLabels, getLabel, shipToLabels } from '../parts/fields.js'
import { lineName, quoteHeader, quoteTitle, statusLabel } from '../parts/names.js'
import { type ShownField, storedFields } from '../parts/own-fields.js'
import { partTerms, paymentTitle } from '../parts/payments.js'
import {
  chosenParts,
  customerCard,
  describeBilling,
  exchangeText,
  factsList,
  getTotals,
  linesCard,
  ownValue,
  wordingCard,
} from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'

/**
 * Parses the number of a version in an address.
 *
 * @throws QuoteError `version_not_found` for what no version has as its number
 */
export function requireVersion(value: string, quoteId: string): number {
  const version = parseVersion(value)
  if (version === undefined) throw new QuoteError('version_not_found', { quoteId })
  return version
}

/** Two versions of a quote to compare. */
interface ChosenVersions {
  readonly quoteId: string
  readonly from: number
  readonly to: number
  /** The current version. */
  readonly last: number
}

/** Shows the form that chooses two versions to compare. */
export function versionChoice(
  { url, strings: { history: strings } }: DeskCall,
  { quoteId, from, to, last }: ChosenVersions,
): Html {
  const options = versionOptions(strings, last, [from, to])
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences`
  return html`<form method="get" action="${url(path)}" class="compare-form no-print">
    ${select({ name: 'from', label: strings.compare, options, value: String(from) })}
    ${select({ name: 'to', label: strings.with, options, value: String(to) })}
    <button>${strings.show}</button>
  </form>`
}

/** So many versions can be chosen; others by the links of the history. */
const maxOptions = 200

function versionOptions(
  strings: DeskStrings['history'],
  last: number,
  chosen: readonly number[],
): readonly SelectOption[] {
  const recent = Array.from({ length: Math.min(last, maxOptions) }, (_, index) => last - index)
  const versions = [...new Set([...recent, ...chosen, 1])].sort((left, right) => right - left)
  return versions.map((version) => [
    String(version),
    version === last ? strings.currentVersion(version) : strings.version(version),
  ])
}

/** Shows a quote as it was at a version. */
export const showVersion: ShowPage = async (call) => {
  const {
    engine,
    user,
    formats,
    strings: { history: strings },
  } = call
  const quoteId = call.param('quoteId')
  const version = requireVersion(call.param('version'), quoteId)
  const [current, past, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId),
    engine.getQuote(user, quoteId, { version }),
    loadNames(call),
  ])
  const heading = strings.version(version)
  const main = html`${quoteHeader(call, past, heading)}
    <div class="stack">
      <p class="notice">${strings.versionOf(version)} ${renderDateTime(formats, past.updated)}.
        ${version === current.version ? strings.isCurrent : strings.isPast(current.version)}</p>
      ${versionLinks(call, current, version)}
      ${quoteContent(call, past.quote, nameOf)}
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(call, current)}`, section: 'quotes', main })
}

function versionLinks(
  { url, strings: { history: strings, documents } }: DeskCall,
  { quoteId, version: last }: QuoteRecord,
  version: number,
): Html {
  const path = `/quotes/${encodeURIComponent(quoteId)}`
  const link = (address: string, text: string) =>
    html`<a class="button" href="${url(`${path}${address}`)}">${text}</a>`
  return html`<nav class="actions no-print" aria-label="${strings.versions}">
    ${version > 1 && link(`/versions/${version - 1}`, strings.before)}
    ${version < last && link(`/versions/${version + 1}`, strings.after)}
    ${version < last && link(`/differences?from=${version}&to=${last}`, strings.fromNow)}
    ${link('/history', strings.title)}
    ${link(`/document?version=${version}`, documents.title)}
  </nav>`
}

/** Shows a version of a quote, to be read. */
function quoteContent(call: DeskCall, quote: Quote, nameOf: NameOf): Html {
  return html`<div class="columns">
    <div class="stack">${wordingCard(call, quote)}${linesCard(call, quote)}</div>
    <div class="stack">
      ${customerCard(call, quote)}
      <section class="card" aria-labelledby="facts">
        <h2 id="facts">${call.strings.quote.facts}</h2>
        ${quoteFacts(quote, { nameOf, desk: call, quote })}
      </section>
    </div>
  </div>`
}

/** The fields that a version shows as facts, in their order. */
const factNames = quoteFieldsWith(({ isFact }) => isFact === true)

function quoteFacts(quote: Quote, shown: ValueFormats): Html {
  const { strings, ownFields } = shown.desk
  const facts = factNames.filter((name) => quote[name] !== undefined && quote[name] !== null)
  return factsList([
    ...facts.map(
      (name) => [strings.labels.quote[name], quoteValue(name, quote[name], shown)] as const,
    ),
    ...storedFields(quote, ownFields.quote).map(
      ([field, value]) => [field.label, ownValue(shown.desk, field, value)] as const,
    ),
  ])
}

/** Shows two versions of a quote side by side, with what they do not have in common. */
export const showDifferences: ShowPage = async (call) => {
  const {
    engine,
    user,
    strings: { history: strings },
  } = call
  const quoteId = call.param('quoteId')
  const current = await engine.getQuote(user, quoteId)
  const last = current.version
  const version = (name: string, otherwise: number) =>
    call.query(name) === '' ? otherwise : requireVersion(call.query(name), quoteId)
  const to = version('to', last)
  const from = version('from', Math.max(1, to - 1))
  const [before, after, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId, { version: from }),
    engine.getQuote(user, quoteId, { version: to }),
    loadNames(call),
  ])
  const differences = diffQuotes(before.quote, after.quote)
  const heading = strings.twoVersions(from, to)
  const main = html`${quoteHeader(call, current, heading)}
    <div class="stack">
      <div class="card">${versionChoice(call, { quoteId, from, to, last })}</div>
      ${differencesTable(differences, { before, after, nameOf, desk: call }) ?? html`<p class="notice">${strings.same}</p>`}
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(call, current)}`, section: 'quotes', main })
}

/** The two versions, and how their values are shown. */
interface ComparedVersions {
  readonly before: QuoteRecord
  readonly after: QuoteRecord
  readonly nameOf: NameOf
  readonly desk: DeskCall
}

/**
 * Shows the differences of two versions in one table: by customer, line and other fields. Returns
 * undefined if people see none.
 */
function differencesTable(
  { customer, lines, isReordered, fields }: QuoteDifferences,
  versions: ComparedVersions,
): Html | undefined {
  const { before, after, desk } = versions
  const { labels, history } = desk.strings
  const { ownFields } = desk
  const customerLabels = labelsOf([...ownFields.customer.values()], ({ name }) => name)
  const [ofQuote, ofLine] = [labelsOf(ownFields.quote), labelsOf(ownFields.line)]
  const quoteLabels = { ...ofQuote, ...labels.quote, ...shipToLabels(desk.strings) }
  const show = (labels: FieldLabels, value: ShowValue) => ({ labels, value, versions })
  const groups = [
    group(
      desk,
      labels.quote.customer,
      fieldRows(
        customer,
        show({ ...customerLabels, ...labels.customer }, (_, value) => String(value ?? '')),
      ),
    ),
    ...lines.map((line) => lineGroup(line, show({ ...ofLine, ...labels.line }, lineValue))),
    isReordered &&
      group(desk, labels.quote.products, [
        html`<tr class="changed"><th scope="row">${history.displayOrder}</th><td class="kind">${kindMark(desk, 'changed')}</td><td colspan="2">${history.reordered}</td></tr>`,
      ]),
    group(desk, history.quote, fieldRows(fields, show(quoteLabels, quoteValue))),
  ].filter((each) => each !== false)
  if (groups.length === 0) return undefined
  return html`<div class="card">
  <table class="rows differences-table">
    <thead><tr><th scope="col">${history.field}</th><th scope="col"><span class="visually-hidden">${history.whatHappened}</span></th>
      <th scope="col">${history.version(before.version)}</th>
      <th scope="col">${history.version(after.version)}</th></tr></thead>
    ${groups}
  </table></div>`
}

/** Returns the labels of own fields, by default by their paths, as differences name them. */
function labelsOf(
  fields: readonly ShownField[],
  getName: (field: ShownField) => string = ({ path }) => path,
): FieldLabels {
  return Object.fromEntries(fields.map((each) => [getName(each), each.label]))
}

type ShowValue = (name: string, value: unknown, shown: ValueFormats) => string

interface ShownFields {
  readonly labels: FieldLabels
  readonly value: ShowValue
  readonly versions: ComparedVersions
  /** False if the heading says what happened to all of the fields. */
  readonly isMarked?: boolean
}

function group(
  desk: DeskCall,
  heading: string,
  rows: readonly Html[],
  kind?: DifferenceKind,
): Html | false {
  if (rows.length === 0) return false
  return html`<tbody>
    <tr class="group"><th scope="rowgroup" colspan="4">${kind !== undefined && kindMark(desk, kind)} ${heading}</th></tr>
    ${rows}
  </tbody>`
}

/** An added or removed line is shown with the fields that people compare. */
function lineGroup(
  { kind, before, after, fields }: LineDifference,
  shown: ShownFields,
): Html | false {
  const line = (after ?? before) as ProductLine
  const { desk } = shown.versions
  if (kind === 'changed') return group(desk, lineName(desk, line), fieldRows(fields, shown), kind)
  const names = [
    ...(['qty', 'quote', 'price_quantity', 'quote_total', 'billing', 'note'] as const),
    ...lineChoiceFields,
  ]
  const found = names.flatMap((name): readonly FieldDifference[] => {
    const value = line[name]
    if (value === undefined) return []
    return [kind === 'added' ? { name, kind, after: value } : { name, kind, before: value }]
  })
  return group(desk, lineName(desk, line), fieldRows(found, { ...shown, isMarked: false }), kind)
}

/** What shows as nothing in both versions, such as an empty list instead of none, has no row. */
function fieldRows(fields: readonly FieldDifference[], shown: ShownFields): readonly Html[] {
  return fields.flatMap((difference) => fieldRow(difference, shown) ?? [])
}

function fieldRow(
  { name, kind, before, after }: FieldDifference,
  shown: ShownFields,
): Html | undefined {
  const { labels, value, versions, isMarked = true } = shown
  const { nameOf, desk } = versions
  const textIn = ({ quote }: QuoteRecord, held: unknown) =>
    value(name, held, { nameOf, desk, quote })
  const [was, is] = [textIn(versions.before, before), textIn(versions.after, after)]
  if (was === '' && is === '') return undefined
  // What shows as nothing was added or removed: the total of an offer is 0 until it is sent.
  const shownKind = was !== '' && is !== '' ? kind : was === '' ? 'added' : 'removed'
  const cell = (record: QuoteRecord, text: string) =>
    html`<td class="${isNumeric(name) ? 'number' : 'as-typed'}" data-label="${desk.strings.history.version(record.version)}">${
      text === ''
        ? html`<span class="muted${isNumeric(name) && ' amount'}">${desk.strings.history.none}</span>`
        : isNumeric(name)
          ? html`<span class="amount">${text}</span>`
          : text
    }</td>`
  return html`<tr class="${shownKind}"><th scope="row">${getLabel(labels, name)}</th><td class="kind">${isMarked && kindMark(desk, shownKind)}</td>${cell(versions.before, was)}${cell(versions.after, is)}</tr>`
}

const signs: Readonly<Record<DifferenceKind, string>> = { added: '+', removed: '−', changed: '±' }

function kindMark({ strings }: DeskCall, kind: DifferenceKind): Html {
  return html`<span class="difference-mark ${kind}"><span aria-hidden="true">${signs[kind]}</span> ${strings.history.kinds[kind]}</span>`
}

/** How the values of a quote are shown. */
interface ValueFormats {
  readonly quote: Quote
  readonly nameOf: NameOf
  readonly desk: DeskCall
}

type Show = (value: never, shown: ValueFormats) => string

const amount: Show = (value: number | string, shown) => amountText(value, shown)
const time: Show = (value: number, { desk }) => desk.formats.dateTime(value)

const lineValues: Readonly<Record<string, Show>> = {
  qty: (value: number, { desk }) => desk.formats.number(value),
  price: amount,
  price_total: amount,
  quote: amount,
  quote_total: amount,
  discount: amount,
  discount_total: amount,
  calculated_price: amount,
  unpriced: (_: unknown, { desk }) => desk.strings.history.yes,
  discount_percent: (value: string, { desk }) => desk.formats.percent(value),
  price_quantity: (value: number, { desk }) => desk.formats.number(value),
  section: (value: string, { quote }) => titleOf(quote.sections, value),
  choice: (value: string, { quote }) => titleOf(quote.choices, value),
  optional: (_: unknown, { desk }) => desk.strings.history.yes,
  selected: (value: boolean, { desk }) => desk.strings.common[value ? 'yes' : 'no'],
  qty_range: ({ min, max, step }: QuantityRange, { desk: { formats, strings } }) => {
    const steps = step === undefined ? '' : formats.number(step)
    return strings.edit.range(formats.number(min), formats.number(max), steps)
  },
  billing: (value: Billing, { desk }) => describeBilling(desk.strings.edit, value),
  components: (value: readonly LineComponent[], { desk }) =>
    value.map((each) => `${desk.formats.number(each.qty)} × ${lineName(desk, each)}`).join(', '),
  component_prices: (value: 'shown' | 'summed', { desk }) =>
    desk.strings.history.componentPrices[value],
  tax_shares: (value: readonly TaxShare[], { desk: { formats, strings } }) =>
    value
      .map(
        ({ tax_code: code, percent }) =>
          `${code ?? strings.history.none} ${formats.percent(percent)}`,
      )
      .join(', '),
  price_breaks: (value: readonly PriceBreak[], shown) =>
    value
      .map(({ qty, price }) =>
        shown.desk.strings.history.priceFrom(
          amountText(price, shown),
          shown.desk.formats.number(qty),
        ),
      )
      .join(', '),
}

const textValues: Readonly<Record<ReturnType<typeof describeScalarField>['kind'], Show>> = {
  user: (value: string, { nameOf }) => nameOf({ by: value }),
  hostId: (value: string) => value,
  day: (value: string, { desk }) => desk.formats.date(timeOnDay(desk, value)),
  line: (value: string) => value,
  text: (value: string) => value,
  days: (value: number, { desk }) => desk.formats.number(value),
}

const quoteValues: Readonly<Record<string, Show>> = {
  quote_total: amount,
  price_total: amount,
  // Before it is sent, a quote has no total that could be accepted.
  total: (value: number, shown) =>
    value === 0 && shown.quote.seal === undefined ? '' : amountText(value, shown),
  status: (value: string, { desk }) => statusLabel(desk, value),
  tags: (value: readonly string[]) => value.join(', '),
  created: time,
  sent: time,
  expires: (value: number, { desk }) => desk.formats.date(value - 1),
  ...mapQuoteScalarFields((name) => textValues[describeScalarField(name).kind]),
  exchange: (value: Exchange, { desk, quote }) => exchangeText(desk, value, quote),
  shipping: ({ type, product, stale }: Shipping, shown) => {
    const { history } = shown.desk.strings
    if (product === null) return type === 'no_additional' ? history.noAdditional : type
    const price = `${product.name}, ${amountText(product.price, shown)}`
    return stale ? history.notPriced(price) : price
  },
  discounts: (value: readonly QuoteDiscount[], shown) =>
    withScopes(shown, value, totalsOf(shown, ['discount'])),
  charges: (value: readonly QuoteCharge[], shown) =>
    withScopes(shown, value, totalsOf(shown, ['charge'])),
  payment_plan: (value: readonly PaymentPart[], shown) =>
    value
      .map((part) => {
        const terms = partTerms(shown.desk, part)
        return shown.desk.strings.payments.part(part.label, terms, amountText(part.amount, shown))
      })
      .join('; '),
  payments: (value: readonly Payment[], { desk }) =>
    value
      .map((each) => `${paymentTitle(desk, each)}, ${desk.formats.dateTime(each.time)}, ${each.id}`)
      .slice(-maxFacts)
      .join('; '),
  taxes: ({ stale }: QuoteTaxes, shown) => {
    const { notCalculated, noTaxes } = shown.desk.strings.history
    const types = ['removed', 'tax', 'included', 'withheld'] as const
    return stale ? notCalculated : totalsOf(shown, types).join('; ') || noTaxes
  },
  amounts: ({ total, payable, upfront, recurring = [] }: QuoteAmounts, shown) => {
    const { edit } = shown.desk.strings
    const text = (label: string, amount: string | undefined) =>
      amount === undefined ? [] : [`${label} ${amountText(amount, shown)}`]
    return [
      amountText(total, shown),
      ...text(edit.amounts.payable, payable === total ? undefined : payable),
      ...text(edit.amounts.upfront, upfront),
      ...recurring.flatMap((each) => text(describeBilling(edit, each), each.total)),
    ].join('; ')
  },
  sections: (_: unknown, shown) => partsText(shown, partLists.sections),
  choices: (_: unknown, shown) => partsText(shown, partLists.choices),
  acceptance: ({ name, reference, revision, selection }: SelectedAcceptance, { desk, quote }) =>
    [
      ...[desk.strings.history.facts.revision(revision), name, reference],
      ...chosenParts(desk, quote, selection).taken,
    ]
      .filter(Boolean)
      .join(', '),
  order: ({ id }: QuoteOrder, { desk }) => id ?? desk.strings.common.beingPlaced,
  order_parts: (value: readonly OrderPart[], { desk }) =>
    value
      .map(({ id, time: ordered }) => `${id} ${desk.formats.dateTime(ordered)}`)
      .slice(-maxFacts)
      .join('; '),
  proposals: (value: readonly Proposal[], { desk: { formats, strings } }) =>
    value
      .map(({ lines = [], add = [], time: asked }) =>
        strings.history.wishes(lines.length + add.length, formats.dateTime(asked)),
      )
      .slice(-maxFacts)
      .join('; '),
  delivery: (value: readonly DeliveryFact[], { desk: { formats, strings } }) =>
    value
      .map((fact) => `${strings.deliveries[fact.type]} ${formats.dateTime(fact.time)}`)
      .slice(-maxFacts)
      .join('; '),
  request: ({ time: when, message = '' }: CustomersRequest, { desk: { formats } }) =>
    [formats.dateTime(when), message].filter(Boolean).join(', '),
  suspicious: (_: unknown, { desk }) => desk.strings.history.yes,
  approvals: (value: readonly Approval[], { desk: { strings } }) =>
    value.map(({ label, status }) => `${label}: ${strings.approvals.statuses[status]}`).join('; '),
  seal: (value: string) => `${value.slice(0, sealLength)}…`,
  expiry_reported: (_: unknown, { desk }) => desk.strings.history.yes,
  reminders: (value: readonly Reminder[], { desk: { formats } }) =>
    value.map(({ rule, time }) => `${rule} ${formats.dateTime(time)}`).join('; '),
}

/** Returns the title of a section or a choice. */
function titleOf(parts: Quote['choices'] = [], key: string): string {
  return parts.find((each) => each.key === key)?.title ?? key
}

/** Describes the sections or the choices of a quote as its form has them. */
function partsText({ desk, quote }: ValueFormats, list: PartList): string {
  const draft = draftOfQuote(quote, desk)
  return givenRows(draft, list)
    .map((row) => describePart(desk.strings, draft, row))
    .join('; ')
}

const maxFacts = 5
const sealLength = 12

/** Returns a value of a field of a quote, for people. */
function quoteValue(name: string, value: unknown, shown: ValueFormats): string {
  const own = shown.desk.ownFields.quote.find(({ path }) => path === name)
  return own === undefined
    ? valueText(quoteValues, { name, value, shown })
    : ownValue(shown.desk, own, value)
}

/** Returns a value of a field of a line, for people. */
function lineValue(name: string, value: unknown, shown: ValueFormats): string {
  const own = shown.desk.ownFields.line.find(({ path }) => path === name)
  return own === undefined
    ? valueText(lineValues, { name, value, shown })
    : ownValue(shown.desk, own, value)
}

const amountFields: ReadonlySet<string> = new Set([
  ...Object.keys(lineValues).filter((name) => lineValues[name] === amount),
  'qty',
  'price_quantity',
  'discount_percent',
  'total',
  'amounts',
])

/** Returns true if the values of a field are amounts or quantities, which are aligned. */
function isNumeric(name: string): boolean {
  return amountFields.has(name)
}

interface NamedValue {
  readonly name: string
  readonly value: unknown
  readonly shown: ValueFormats
}

function valueText(shows: Readonly<Record<string, Show>>, { name, value, shown }: NamedValue) {
  if (value === undefined || value === null) return ''
  const show = Object.hasOwn(shows, name) ? shows[name] : undefined
  if (show !== undefined) return show(value as never, shown)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns an amount with its currency, and with at least the decimals of the quote. */
function amountText(value: number | string, { desk, quote }: ValueFormats): string {
  return desk.formats.money(shownUnitPrice(value, quote), quote.currency)
}

/** Returns the rows of these types below the lines of a quote. */
function totalsOf(
  { desk, quote }: ValueFormats,
  types: readonly DocumentTotal['type'][],
): readonly string[] {
  return getTotals(desk, quote)
    .filter(({ type }) => types.includes(type))
    .map(({ label, amount }) => `${label} ${amount}`)
}

/** Adds to the labels of discounts or charges what each is for. Each has one label. */
function withScopes(
  shown: ValueFormats,
  terms: readonly (QuoteDiscount | QuoteCharge)[],
  labels: readonly string[],
): string {
  const { conflict } = shown.desk.strings
  return terms
    .map((term, index) =>
      [
        labels[index],
        term.lines !== undefined && conflict.ofLines(term.lines.length),
        'tax_code' in term && term.tax_code !== undefined && `(${term.tax_code})`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')
}
