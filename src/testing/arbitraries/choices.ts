import type { Arbitrary } from 'fast-check'
import type { CreateLineRequest, LineChangeRequest } from '../../quote/lines/line-request.js'
import { matchChanges, matchLines } from '../../quote/lines/match-lines.js'
import {
  type ChoiceRequest,
  isInRange,
  type LineChoiceRequest,
  mergeChoiceFields,
  type QuantityRange,
  type QuantityRangeRequest,
  quantitiesAround,
  type SectionRequest,
  type Selection,
} from '../../quote/model/choice-fields.js'
import { hasSelection } from '../../quote/model/counted-lines.js'
import { getLineKey, withKeys } from '../../quote/model/line-keys.js'
import { defaultLimits } from '../../quote/model/policy.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import { mergeChoices } from '../../quote/selection/merge-choices.js'
import { getProposal } from '../../quote/selection/select-quote.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { FastCheck } from './options.js'

/** What the customer can choose of a new quote: for each of its first lines, and in sections. */
interface QuoteChoices {
  readonly lines: readonly LineChoiceRequest[]
  /** How the range of each line is made from its quantity; 0 for none. */
  readonly ranges: readonly number[]
  readonly sections: readonly SectionRequest[]
  readonly choices: readonly ChoiceRequest[]
  /** Which members of choices are proposed. */
  readonly proposed: number
}

/** What a line can be. Members of one choice are lines of one section, or of none. */
const lineKinds: readonly LineChoiceRequest[] = [
  {},
  { section: 'goods' },
  { section: 'extras' },
  { section: 'basic' },
  { section: 'full' },
  { optional: true },
  { optional: true, selected: true },
  { section: 'goods', optional: true, selected: true },
  { section: 'extras', optional: true },
  { choice: 'one' },
  { choice: 'one' },
  { section: 'extras', choice: 'two' },
  { section: 'extras', choice: 'two' },
]

/** Generates what the customer can choose of a new quote of up to this number of lines. */
function quoteChoices(fc: FastCheck, count: number): Arbitrary<QuoteChoices> {
  const each = <T>(arbitrary: Arbitrary<T>) =>
    fc.array(arbitrary, { minLength: count, maxLength: count })
  const optional = fc.boolean()
  return fc.record({
    lines: each(fc.constantFrom(...lineKinds)),
    ranges: each(fc.nat(rangeKinds + 2)),
    sections: sectionLists(fc),
    choices: fc.record({ optional }).map((shared) => [
      { key: 'one', title: 'One of these', ...shared },
      { key: 'two', title: 'Zwei & drei' },
      { key: 'package', title: 'Package <b>' },
    ]),
    proposed: fc.nat(2),
  })
}

/** Generates sections: one that is always there, one that can be left out, and two packages. */
function sectionLists(fc: FastCheck): Arbitrary<readonly SectionRequest[]> {
  const view = {
    text: fc.constantFrom('First line\nsecond', null),
    show: fc.constantFrom('prices' as const, 'lines' as const, 'total' as const),
    page_break: fc.boolean(),
  }
  const section = (key: string, said: Omit<SectionRequest, 'key' | 'title'>) =>
    fc
      .record({ ...view, selected: fc.boolean() }, { requiredKeys: [] })
      .map((rest): SectionRequest => ({ ...rest, key, title: `Späť <${key}>`, ...said }))
  const choice = 'package'
  return fc
    .tuple(
      section('goods', {}),
      section('extras', { optional: true }),
      section('basic', { choice, selected: null }),
      section('full', { choice }),
    )
    .chain((all) => fc.subarray(all))
}

/** Gives a third of the requests sections, options, choices and ranges of quantities. */
export function withChoices(
  fc: FastCheck,
  requests: Arbitrary<CreateQuoteRequest>,
  maxLines: number,
): Arbitrary<CreateQuoteRequest> {
  const choices = fc.option(quoteChoices(fc, maxLines), { freq: 2, nil: undefined })
  return fc
    .tuple(fc.oneof({ withCrossShrink: true }, fc.constant(undefined), choices), requests)
    .map(([chosen, request]) => (chosen === undefined ? request : choosable(request, chosen)))
}

function choosable(request: CreateQuoteRequest, said: QuoteChoices): CreateQuoteRequest {
  const { lines, ranges, sections, choices, proposed } = said
  const known = new Set(sections.map(({ key }) => key))
  const seen = new Map<string, number>()
  const products = request.products.map((line, index): CreateLineRequest => {
    const { section, ...kind } = lines[index] as LineChoiceRequest
    const range = rangeOf(line.qty, ranges[index] as number)
    const place = section != null && known.has(section) ? { section } : {}
    // The first line is always proposed.
    const taken = index === 0 ? withoutChoice(place) : { ...kind, ...place }
    const { choice } = taken as LineChoiceRequest
    const nth = choice == null ? 0 : (seen.get(choice) ?? 0) + 1
    if (choice != null) seen.set(choice, nth)
    const selected = nth > 0 && nth === proposed ? { selected: true } : {}
    return { ...line, ...taken, ...selected, ...(range && { qty_range: range }) }
  })
  return {
    ...request,
    ...(request.discounts && { discounts: request.discounts.map(withoutTarget) }),
    products,
    sections,
    choices,
  }
}

/** A line in a section that can be left out can be left out as well. */
const withoutChoice = ({ section }: LineChoiceRequest): LineChoiceRequest =>
  section === 'goods' ? { section } : {}

/** What lines cost together is not known if the customer can leave one out. */
function withoutTarget<Discount extends { readonly type: string }>(discount: Discount): Discount {
  return discount.type === 'target' ? { ...discount, type: 'amount' } : discount
}

/** The number of ways in which a range is made from a quantity. */
const rangeKinds = 3

/** Returns a range that has a quantity. */
function rangeOf(qty: number, kind: number): QuantityRangeRequest | undefined {
  if (kind === 0 || kind > rangeKinds) return undefined
  if (kind === 1) return { min: qty, max: qty }
  const min = Number.isInteger(qty) ? 1 : qty
  const max = Math.min(Number((2 * qty).toFixed(3)), defaultLimits.maxQuantity)
  return { min, max, step: kind === 2 ? null : min }
}

/**
 * Generates updates of what the customer can choose: of a line, of all sections, or of all choices.
 */
export function choiceChanges(fc: FastCheck, quote: Quote): Arbitrary<UpdateQuoteRequest> {
  const said = fc.constantFrom<LineChoiceRequest>(
    { selected: true },
    { selected: false },
    { optional: null, choice: null },
    { optional: true, choice: null },
    { optional: null, choice: 'one' },
    { section: null },
    { section: 'goods' },
    { qty_range: null },
  )
  const changes = quote.products.map((line, index) =>
    said.map((kind): LineChangeRequest => ({ ...kind, key: getLineKey(line, index) })),
  )
  return fc.oneof(
    fc.oneof(...changes).map((change): UpdateQuoteRequest => ({ product_changes: [change] })),
    fc.option(sectionLists(fc)).map((sections): UpdateQuoteRequest => ({ sections })),
    fc.constant<UpdateQuoteRequest>({ choices: null }),
  )
}

/**
 * Returns updates as a quote can get them: with quantities in the ranges of their lines, and
 * without those after which nothing would be proposed.
 */
export function withinChoices(
  quote: Quote,
  updates: Arbitrary<UpdateQuoteRequest>,
): Arbitrary<UpdateQuoteRequest> {
  return updates
    .map((update) => inRanges(quote, update))
    .filter((update) => canBeMerged(quote, update))
}

/** Returns the lines of a quote that the entries of an update are for; undefined for new ones. */
function linesOf(
  { products: stored }: Quote,
  { products, product_changes: changes }: UpdateQuoteRequest,
): readonly (ProductLine | undefined)[] {
  const errors = new FieldErrorCollector()
  const matches =
    products === undefined
      ? matchChanges(changes ?? [], stored, errors)
      : matchLines(products, stored, errors)
  return matches.map(({ line }) => line)
}

function inRanges(quote: Quote, update: UpdateQuoteRequest): UpdateQuoteRequest {
  const lines = linesOf(quote, update)
  const fit = <Entry extends LineChangeRequest>(entry: Entry, index: number): Entry => {
    const { qty } = entry
    const range = entry.qty_range === null ? undefined : lines[index]?.qty_range
    if (range === undefined || qty === undefined || isInRange(qty, range)) return entry
    return { ...entry, qty: quantityIn(range, Math.floor(qty)) }
  }
  const { products, product_changes: changes } = update
  return {
    ...update,
    ...(products && { products: products.map(fit) }),
    ...(changes && { product_changes: changes.map(fit) }),
  }
}

/** Returns a quantity of a range. */
function quantityIn(range: QuantityRange, choice: number): number {
  const quantities = quantitiesAround(range, [2, 5, 10])
  return quantities[choice % quantities.length] as number
}

/** Returns true if sections and choices are valid once an update is merged. */
function canBeMerged(quote: Quote, update: UpdateQuoteRequest): boolean {
  const { products, product_changes: changes = [], discounts } = update
  const lines = linesOf(quote, update)
  const merge = (entry: LineChangeRequest, index: number): ProductLine => {
    const { key = `9-${index + 1}`, qty = 1 } = lines[index] ?? {}
    const said = mergeChoiceFields(entry, lines[index])
    return { key, qty: entry.qty ?? qty, ...said } as ProductLine
  }
  const sent: readonly LineChangeRequest[] = products ?? changes
  const kept = products === undefined ? quote.products.filter((line) => !lines.includes(line)) : []
  const merged = sent.flatMap((entry, index) => (entry.remove ? [] : [merge(entry, index)]))
  const errors = new FieldErrorCollector()
  const next = { products: [...kept, ...merged], product_order: null }
  const chosen = mergeChoices(next, update, quote, errors)
  const terms = discounts === undefined ? quote.discounts : discounts
  const hasTarget = terms?.some(({ type }) => type === 'target') ?? false
  return errors.isEmpty && !(hasTarget && hasSelection(chosen))
}

/**
 * Returns a selection of an offer: what is proposed if nothing else would be left of it.
 *
 * @param pick Returns an integer from 0 to a maximum.
 */
export function chooseSelection(quote: Quote, pick: (max: number) => number): Selection {
  const { sections = [], choices = [] } = quote
  const lines = withKeys(quote.products) as readonly (ProductLine & { readonly key: string })[]
  const parts = [...sections, ...lines].filter(({ selected }) => selected !== undefined)
  const members = choices.map(({ key, optional }) => {
    const all = parts.filter(({ choice }) => choice === key)
    return all[pick(all.length - (optional ? 0 : 1))]
  })
  const taken = parts.filter((part) => (part.optional ? pick(1) === 1 : members.includes(part)))
  const isChosen = (part: (typeof parts)[number]) =>
    part.selected === undefined || taken.includes(part)
  const left = new Set(sections.flatMap((each) => (isChosen(each) ? [] : [each.key])))
  const isIn = (part: (typeof parts)[number]) =>
    isChosen(part) && !('section' in part && left.has(part.section ?? ''))
  if (!lines.some(isIn)) return getProposal(quote)
  const quantities = lines.flatMap((line) =>
    line.qty_range && isIn(line) ? [[line.key, quantityIn(line.qty_range, pick(9))] as const] : [],
  )
  return {
    selected: taken.filter(isIn).map(({ key }) => key),
    ...(quantities.length > 0 && { quantities: Object.fromEntries(quantities) }),
  }
}
