import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { type Amount, isNegative, parseAmount, toExactNumber } from '../../money/amount.js'
import { type RoundingMode, roundingModes } from '../../money/rounding.js'
import { FieldErrorCollector, parseOrThrow } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import { lazy } from '../../validation/lazy.js'
import { inexactTotalMessage, lineAtQuantity } from '../lines/line-pricing.js'
import {
  isInRange,
  lineChoiceFields,
  type QuoteSection,
  type Selection,
  selectionSchema,
} from '../model/choice-fields.js'
import { countedLines, hasSelection } from '../model/counted-lines.js'
import { displayedLines, getLineKey, withKeys } from '../model/line-keys.js'
import { precisionOf } from '../model/precision.js'
import type { QuoteTaxes, Shipping } from '../model/pricing-fields.js'
import type { ProductLine, Quote } from '../model/quote.js'
import { sealOf } from '../model/seal.js'
import { withAmounts } from '../pricing/amounts.js'
import { keepCharges } from '../pricing/charges.js'
import { keepDiscounts } from '../pricing/discounts.js'
import { priceQuote, termsOf } from '../pricing/price-quote.js'
import { reservedTypes } from '../pricing/shipping.js'
import { type PricedTaxes, pricedByTable, withTaxes } from '../taxes/price-taxes.js'
import { describeRange } from './merge-choices.js'

/** Options of {@link selectQuote}. */
export interface SelectOptions {
  /**
   * How amounts are rounded: that of the engine that made the quote.
   *
   * @default 'half-up'
   */
  readonly rounding?: RoundingMode | undefined
}

/**
 * Returns a quote of just what is selected, at the quantities that are selected: a plain quote, in
 * which there is nothing to choose, with discounts, charges, taxes and totals of its own. A quote
 * in which there is nothing to choose is returned as it is. Pure.
 *
 * The quote can be an offer, and its prices are those of the offer: a price of the catalog follows
 * the price breaks that the line has frozen, any other stays. A plain quote of an offer has a seal
 * of its own.
 *
 * @param selection What is selected, all of it. The proposal by default.
 * @throws QuoteError `invalid_request` with every error of the selection, or if only a provider of
 * taxes or shipping knows what it costs: call `priceSelection` of the engine then
 *
 * @example
 * selectQuote(quote, { selected: ['1-2', 'wall-units'], quantities: { '1-4': 12 } }).amounts
 */
export function selectQuote(
  quote: Quote,
  selection?: Selection,
  { rounding = 'half-up' }: SelectOptions = {},
): Quote {
  if (!hasSelection(quote) && selection === undefined) return quote
  const selected = selection === undefined ? getProposal(quote) : parseSelection(quote, selection)
  if (!hasSelection(quote)) return quote
  return priceSelected(quote, selected, {}, rounding)
}

/** Returns the quote that was accepted: just what the customer has selected. Pure. */
export function getAcceptedQuote(quote: Quote): Quote {
  const { acceptance } = quote
  if (acceptance?.selection === undefined) return quote
  const { selection, shipping, taxes, amounts } = acceptance
  const price = (rounding: RoundingMode) =>
    priceSelected(quote, selection, { shipping, taxes }, rounding)
  const [usual, ...others] = roundingModes
  const plain = price(usual)
  if (jsonEqual(plain.amounts, amounts)) return plain
  return others.map(price).find((each) => jsonEqual(each.amounts, amounts)) ?? plain
}

/** Returns what the seller proposes of a quote, in the form of a selection. */
export function getProposal(quote: Quote): Selection {
  const selected = selectableParts(quote).flatMap(({ key, part }) => (part.selected ? [key] : []))
  return completeSelection(quote, new Set(selected), {})
}

/** A line or a section that a customer can choose. */
interface SelectablePart {
  readonly key: string
  readonly part: Pick<ProductLine, 'optional' | 'choice' | 'selected' | 'section'>
}

/** Returns the sections and the lines that a customer can choose, in the order of display. */
function selectableParts(quote: Quote): readonly SelectablePart[] {
  const lines = displayedLines({ ...quote, products: withKeys(quote.products) })
  const parts = [
    ...(quote.sections ?? []).map((part) => ({ key: part.key, part })),
    ...lines.map((part) => ({ key: part.key as string, part })),
  ]
  return parts.filter(({ part }) => part.selected !== undefined)
}

/** Returns a selection of valid keys with every quantity that it leaves to the offer. */
function completeSelection(
  quote: Quote,
  selected: ReadonlySet<string>,
  quantities: Readonly<Record<string, number>>,
): Selection {
  const lines = countedLines(withSelection(quote, selected))
  const chosen = lines.flatMap((line, index) => {
    if (line.qty_range === undefined) return []
    const key = getLineKey(line, index)
    return [[key, Object.hasOwn(quantities, key) ? quantities[key] : line.qty] as const]
  })
  const leftOut = leftOutSections(quote, selected)
  const parts = selectableParts(quote).filter(({ part }) => !leftOut.has(part.section ?? ''))
  return {
    selected: parts.flatMap(({ key }) => (selected.has(key) ? [key] : [])),
    ...(chosen.length > 0 && { quantities: Object.fromEntries(chosen) as Record<string, number> }),
  }
}

/** Returns the keys of the sections that are not selected. What is in them is left out as well. */
function leftOutSections(
  { sections = [] }: Quote,
  selected: ReadonlySet<string>,
): ReadonlySet<string> {
  const leftOut = sections.filter((each) => each.selected !== undefined && !selected.has(each.key))
  return new Set(leftOut.map(({ key }) => key))
}

/** Returns a quote in which what is selected is what is proposed. */
function withSelection(quote: Quote, selected: ReadonlySet<string>): Quote {
  const propose = <Part extends Pick<ProductLine, 'selected'>>(part: Part, key: string): Part =>
    part.selected === undefined ? part : { ...part, selected: selected.has(key) }
  const products = withKeys(quote.products).map((line) => propose(line, line.key as string))
  const { sections } = quote
  return {
    ...quote,
    products,
    ...(sections && { sections: sections.map((each) => propose(each, each.key)) }),
  }
}

/**
 * Returns a selection as it is stored: all that is taken, in the order of display, with the
 * quantities of all lines that have a range.
 *
 * @throws QuoteError `invalid_request` with every error by its path
 */
export function parseSelection(quote: Quote, input: unknown): Selection {
  const { selection } = parseOrThrow(selectionRequest(), { selection: input }, 'invalid_request')
  const errors = new FieldErrorCollector()
  const parts = new Map(selectableParts(quote).map(({ key, part }) => [key, part]))
  const selected = new Set<string>()
  const lineKeys = new Set(quote.products.map(getLineKey))
  for (const [index, key] of selection.selected.entries()) {
    const path = ['selection', 'selected', index]
    if (selected.has(key)) errors.add(path, `is a duplicate, received ${key}`)
    else if (!parts.has(key))
      errors.add(
        path,
        lineKeys.has(key)
          ? `must be a line that can be chosen, received ${key}, which is always included`
          : `must be the key of a line or a section that can be chosen, received ${key}`,
      )
    selected.add(key)
  }
  if (errors.isEmpty) rejectChoices(quote, selected, errors)
  const { quantities = {} } = selection
  if (errors.isEmpty) rejectQuantities(quote, selected, quantities, errors)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return completeSelection(quote, selected, quantities)
}

/** Adds an error for each choice that is made twice or not at all, and for what is out of reach. */
function rejectChoices(
  quote: Quote,
  selected: ReadonlySet<string>,
  errors: FieldErrorCollector,
): void {
  const path = ['selection', 'selected']
  const parts = selectableParts(quote)
  const leftOut = leftOutSections(quote, selected)
  for (const { key, part } of parts)
    if (selected.has(key) && leftOut.has(part.section ?? ''))
      errors.add(path, `must have section ${part.section} as well, which ${key} is in`)
  for (const { key: choice, title, optional } of quote.choices ?? []) {
    const members = parts.filter(({ part }) => part.choice === choice)
    const taken = members.filter(({ key }) => selected.has(key)).map(({ key }) => key)
    const [first] = members
    const isOut = leftOut.has(first?.part.section ?? '')
    const keys = members.map(({ key }) => key).join(', ')
    if (taken.length > 1)
      errors.add(path, `must have one of ${keys} (${title}), received ${taken.join(', ')}`)
    if (taken.length === 0 && !optional && !isOut && first !== undefined)
      errors.add(path, `must have one of ${keys} (${title}), received none`)
  }
  if (errors.isEmpty && countedLines(withSelection(quote, selected)).length === 0)
    errors.add(path, 'must leave at least one line')
}

function rejectQuantities(
  quote: Quote,
  selected: ReadonlySet<string>,
  quantities: Readonly<Record<string, number>>,
  errors: FieldErrorCollector,
): void {
  const counted = countedLines(withSelection(quote, selected))
  const lines = new Map(counted.map((line, index) => [getLineKey(line, index), line]))
  for (const [key, qty] of Object.entries(quantities)) {
    if (errors.isFull) return
    const path = ['selection', 'quantities', key]
    const range = lines.get(key)?.qty_range
    if (!lines.has(key)) errors.add(path, 'must be of a line that is selected')
    else if (range === undefined) errors.add(path, 'must be of a line with a range of quantities')
    else if (!isInRange(qty, range))
      errors.add(path, `must be ${describeRange(range)}, received ${qty}`)
  }
}

const selectionRequest = lazy(() => z.strictObject({ selection: selectionSchema() }))

/** What providers have said of a selection. */
export interface SelectionResponses {
  readonly shipping?: Shipping | undefined
  readonly taxes?: QuoteTaxes | undefined
}

/** A selection of an offer, and what it costs. */
export interface PricedSelection extends SelectionResponses {
  readonly selection: Selection
  /** The plain quote of the selection. */
  readonly plain: Quote
}

/** Returns true if only a provider knows what shipping or the taxes of a selection are. */
export function needsProviders(
  quote: Quote,
  selection: Selection,
): { readonly shipping: boolean; readonly taxes: boolean } {
  const isProposal = jsonEqual(selection, getProposal(quote))
  const { shipping, taxes } = quote
  return {
    shipping: !isProposal && !reservedTypes.includes(shipping.type),
    taxes: !isProposal && taxes !== undefined && !taxes.stale && taxes.table === undefined,
  }
}

/**
 * Returns the plain quote of a selection. Pure.
 *
 * @param selection A selection of the quote, with all quantities.
 * @param responses What providers have said of this selection, if it needs them.
 * @throws QuoteError `invalid_request` if it needs them and has none, or a number cannot hold it
 */
export function priceSelected(
  quote: Quote,
  selection: Selection,
  responses: SelectionResponses,
  rounding: RoundingMode,
): Quote {
  const { taxes } = quote
  const needed = needsProviders(quote, selection)
  if ((needed.shipping && !responses.shipping) || (needed.taxes && !responses.taxes))
    throw invalid('must be priced by the provider of taxes or shipping: call priceSelection')
  const precision = precisionOf(quote, rounding)
  const unpriced = takeSelected(quote, selection, rounding)
  const shipped = responses.shipping ? { ...unpriced, shipping: responses.shipping } : unpriced
  const terms = termsOf(quote)
  const priced = priceQuote(
    shipped,
    {
      discounts: keepDiscounts(terms.discounts, shipped.products),
      charges: keepCharges(terms.charges, shipped.products),
    },
    precision,
  )
  const taxed = withSelectedTaxes(priced, taxes, responses.taxes, (each, of) =>
    withTaxes({ ...each, ...(taxes && { taxes }) }, of, 'rate', precision),
  )
  const plain = withAmounts(taxed, precision, quote.seal !== undefined)
  return quote.seal === undefined ? plain : asOffer(plain)
}

/** Returns a quote with the taxes of its selection. */
function withSelectedTaxes(
  priced: Quote,
  taxes: QuoteTaxes | undefined,
  returned: QuoteTaxes | undefined,
  compute: (quote: Quote, priced: PricedTaxes) => Quote,
): Quote {
  if (taxes === undefined) return priced
  if (returned !== undefined) return { ...priced, taxes: returned }
  const { table, ...others } = taxes
  if (table === undefined || taxes.stale) return { ...priced, taxes: others }
  return compute(priced, pricedByTable(priced, taxes, table))
}

/** Returns a quote of the lines that are selected, at their quantities, as they were priced. */
function takeSelected(quote: Quote, selection: Selection, rounding: RoundingMode): Quote {
  const { choices: _, sections = [], product_order: order, ...rest } = quote
  const selected = new Set(selection.selected)
  const { quantities = {} } = selection
  const precision = precisionOf(quote, rounding)
  const products = countedLines(withSelection(quote, selected)).map((line) => {
    const key = line.key as string
    const qty = Object.hasOwn(quantities, key) ? (quantities[key] as number) : line.qty
    const taken = qty === line.qty ? line : lineAtQuantity(line, qty, precision)
    if (taken === undefined) throw invalid(inexactTotalMessage)
    return withoutChoice(taken)
  })
  const keys = new Set(products.map(({ key }) => key))
  const kept = keptSections(quote, sections, selected, products)
  return {
    ...rest,
    products: Object.freeze(products),
    product_order: order === null ? null : order.filter((key) => keys.has(key)),
    ...(kept.length > 0 && { sections: kept }),
  }
}

/** Returns a line or a section in which there is nothing to choose. */
function withoutChoice<Part extends ProductLine | QuoteSection>(part: Part): Part {
  if (!selectableFields.some((field) => field in part)) return part
  const plain: Record<string, unknown> = { ...part }
  for (const field of selectableFields) delete plain[field]
  return Object.freeze(plain) as unknown as Part
}

const selectableFields = lineChoiceFields.filter((field) => field !== 'section')

/** Returns the sections that are selected, without those of which no line is. */
function keptSections(
  quote: Quote,
  sections: readonly QuoteSection[],
  selected: ReadonlySet<string>,
  lines: readonly ProductLine[],
): readonly QuoteSection[] {
  const filled = new Set(quote.products.map(({ section }) => section))
  const left = new Set(lines.map(({ section }) => section))
  return sections
    .filter(({ key, selected: proposed }) => proposed === undefined || selected.has(key))
    .filter(({ key }) => left.has(key) || !filled.has(key))
    .map(withoutChoice)
}

/** Returns the plain quote of an offer as an offer of its own: with its total and its seal. */
function asOffer(plain: Quote): Quote {
  const { amounts, acceptance, seal: _, ...unsealed } = plain
  const shown = parseAmount(amounts?.payable ?? amounts?.total) as Amount
  const total = toExactNumber(shown)
  if (total === undefined) throw invalid('must cost a total with fewer digits')
  if (isNegative(shown)) throw invalid(`must not cost less than 0, received ${total}`)
  const content: Quote = { ...unsealed, ...(amounts && { amounts }), total }
  const seal = sealOf(content)
  const { time, revision, by, role, name, reference, late } = acceptance ?? {}
  return {
    ...content,
    seal,
    ...(acceptance && {
      acceptance: {
        time: time as number,
        revision: revision as number,
        seal,
        ...(by !== undefined && { by }),
        ...(role !== undefined && { role }),
        ...(name !== undefined && { name }),
        ...(reference !== undefined && { reference }),
        ...(late && { late }),
      },
    }),
  }
}

function invalid(message: string): QuoteError {
  return new QuoteError('invalid_request', { errors: { selection: message } })
}
