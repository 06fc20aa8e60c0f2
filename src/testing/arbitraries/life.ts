import type { Arbitrary, GeneratorValue } from 'fast-check'
import { QuoteError } from '../../errors.js'
import { sum } from '../../money/allocation.js'
import { type Amount, toDecimalString } from '../../money/amount.js'
import { multiplyRatio } from '../../money/rounding.js'
import { getOpenLines } from '../../quote/lifecycle/order-parts.js'
import { hasSelection } from '../../quote/model/counted-lines.js'
import { deliveryTypes } from '../../quote/model/lifecycle-fields.js'
import { getLineKey, withKeys } from '../../quote/model/line-keys.js'
import { payableOf } from '../../quote/model/payable.js'
import type { QuotePolicy } from '../../quote/model/policy.js'
import { getPrecision, publishedDecimals } from '../../quote/model/precision.js'
import { shippingKey } from '../../quote/model/pricing-fields.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import type { QuoteChange } from '../../quote/model/quote-record.js'
import { type Signature, signatureArea } from '../../quote/model/signature.js'
import type { quoteStatuses } from '../../quote/model/transitions.js'
import {
  acceptQuote,
  cancelQuote,
  declineQuote,
  expireQuote,
  recordDelivery,
  sendQuote,
} from '../../quote/operations/offer.js'
import { orderQuote, startOrder } from '../../quote/operations/order.js'
import type {
  RequestRevisionRequest,
  TakenWishes,
} from '../../quote/operations/proposal-requests.js'
import {
  planRevision,
  requestRevision,
  reviseQuote,
  takeWishes,
} from '../../quote/operations/proposals.js'
import { recordPayment } from '../../quote/operations/record-payment.js'
import { remindQuote } from '../../quote/operations/remind-quote.js'
import type { UpdateQuoteRequest } from '../../quote/operations/requests.js'
import { updateQuote } from '../../quote/operations/update-quote.js'
import {
  needsProviders,
  type PricedSelection,
  parseSelection,
  priceSelected,
  type SelectionResponses,
} from '../../quote/selection/select-quote.js'
import { type PricedTaxes, withTaxes } from '../../quote/taxes/price-taxes.js'
import {
  parseTaxResponse,
  type TaxContext,
  type TaxRate,
  type TaxResponse,
} from '../../quote/taxes/tax-response.js'
import { getTaxables } from '../../quote/taxes/taxables.js'
import type { StoredRecord } from '../../record/record.js'
import { chooseSelection } from './choices.js'
import type { FastCheck } from './options.js'

/** A status that is stored. */
export type StoredStatus = (typeof quoteStatuses)[number]

/** Returns a quote after an update at a time. The update may change nothing. */
export type Edit = (record: StoredRecord<Quote>, now: number) => StoredRecord<Quote>

/** How a quote is changed on its way. */
interface Way {
  readonly edit: Edit
  /** Returns the taxes of a quote when it is sent. */
  readonly taxesOf: (quote: Quote) => PricedTaxes | undefined
  readonly policy: QuotePolicy
  /** True for quotes without custom lines. */
  readonly isPublished: boolean
}

interface Input {
  readonly now: number
  readonly actor?: string
}

type Change = (record: StoredRecord<Quote>, input: Input) => QuoteChange | undefined

/** Takes a new quote to a status. */
type LiveUntil = (
  generate: GeneratorValue,
  start: StoredRecord<Quote>,
  status: StoredStatus,
  way: Way,
) => Quote

/**
 * Returns a function that takes a new quote to a status by the operations that the engine uses,
 * with up to two earlier offers, updates, and facts about deliveries.
 */
export function createLiveUntil(fc: FastCheck): LiveUntil {
  // fast-check shrinks a value only if its builder returns the same arbitrary in each run.
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter(isText)
  const optionalText = fc.option(text, { nil: undefined })
  const actor = fc.constantFrom({}, { actor: 'ann' })
  const deliveryType = fc.constantFrom(...deliveryTypes)
  const signature = fc.option(signatures(fc), { nil: undefined })
  const builders: Builders = {
    text: () => optionalText,
    actor: () => actor,
    deliveryType: () => deliveryType,
    signature: () => signature,
    isTrue: fc.boolean,
    count: fc.nat,
  }
  return (generate, start, status, way) => live(builders, generate, start, status, way)
}

const salt = '0123456789abcdef'.repeat(2)

/** Generates signatures that are typed, or drawn with a line from left to right. */
function signatures(fc: FastCheck): Arbitrary<Signature> {
  const { width, height } = signatureArea
  const point = fc.tuple(fc.nat(width), fc.nat(height))
  const stroke = fc.array(point, { minLength: 1, maxLength: 4 }).map((points) => points.flat())
  const drawn = fc.array(stroke, { maxLength: 3 })
  return fc.oneof(
    fc.constantFrom('Ada', '李').map((name) => ({ type: 'typed' as const, name })),
    drawn.map((strokes) => ({ type: 'drawn' as const, strokes: [[0, 9, width, 9], ...strokes] })),
  )
}

interface Builders {
  readonly text: () => Arbitrary<string | undefined>
  readonly actor: () => Arbitrary<{ readonly actor?: string }>
  readonly deliveryType: () => Arbitrary<(typeof deliveryTypes)[number]>
  readonly signature: () => Arbitrary<Signature | undefined>
  readonly isTrue: () => Arbitrary<boolean>
  readonly count: (constraints: { readonly max: number }) => Arbitrary<number>
}

function live(
  builders: Builders,
  generate: GeneratorValue,
  start: StoredRecord<Quote>,
  status: StoredStatus,
  { edit, taxesOf, policy, isPublished }: Way,
): Quote {
  const isTrue = () => generate(builders.isTrue)
  let record = start
  let now = 0

  function apply(change: Change): void {
    now += 1
    record = change(record, { now, ...generate(builders.actor) })?.record ?? record
  }

  function update(): void {
    now += 1
    record = edit(record, now)
  }

  function send(): void {
    const lifetime = generate(builders.count, { max: 20 })
    const expires = lifetime === 0 ? undefined : now + 10 + lifetime
    const taxes = taxesOf(record.value)
    const sent = { number: '1', expires, taxes }
    try {
      apply((each, input) => sendQuote(each, { ...input, ...sent }, policy))
    } catch (error) {
      if (!isNoOffer(error)) throw error
      apply((each, input) => updateQuote(each, toOfferable(each.value), notPriced(input), policy))
      const others = { ...sent, taxes: taxesOf(record.value) }
      apply((each, input) => sendQuote(each, { ...input, ...others }, policy))
    }
    const reports = generate(builders.count, { max: 2 })
    for (let count = 0; count < reports; count += 1) {
      const report = { type: generate(builders.deliveryType), recipient: generate(builders.text) }
      apply((each, input) => recordDelivery(each, report, input, policy))
    }
    if (isTrue())
      apply((each, input) => recordPayment(each, { id: 'pay-1', amount: 1 }, input, policy))
    const rule = { rule: 'no-answer', days_after_sending: 0 }
    if (isTrue()) apply((each, input) => remindQuote(each, rule, input, policy))
  }

  const withReason = (change: typeof cancelQuote) => {
    const reason = generate(builders.text)
    apply((each, input) => change(each, { ...input, reason }, policy))
  }

  function accept(): void {
    const { revision = 1, seal } = record.value
    const offer = { revision, name: generate(builders.text), reference: generate(builders.text) }
    const signature = generate(builders.signature)
    const sealed = signature && { signature, consent: generate(builders.text), address: '::1' }
    const accepted = { ...(isTrue() ? offer : { ...offer, seal }), ...sealed }
    const who = { role: 'buyer', salt } as const
    const selected = select()
    const { selection } = selected ?? {}
    const chosen = selected && { selection, total: payableOf(selected.plain) }
    const offered = { ...accepted, ...chosen }
    apply((each, input) => acceptQuote(each, offered, { ...input, ...who, selected }, policy))
  }

  /** Returns what the customer selects; undefined for what is proposed. */
  function select(): PricedSelection | undefined {
    const { value: quote } = record
    if (!hasSelection(quote) || !isTrue()) return undefined
    const chosen = chooseSelection(quote, (max) => generate(builders.count, { max }))
    return attempt(() => {
      const selection = parseSelection(quote, chosen)
      const price = (given: SelectionResponses) => priceSelected(quote, selection, given, 'half-up')
      if (!needsProviders(quote, selection).taxes) return { selection, plain: price({}) }
      const { taxes: _, ...untaxed } = price(quote)
      const priced = taxesOf(untaxed)
      if (priced?.inclusive !== quote.taxes?.inclusive) return undefined
      const precision = getPrecision(quote, policy)
      const { taxes } = withTaxes(untaxed, priced as PricedTaxes, policy.taxRounding, precision)
      return { selection, plain: price({ taxes }), taxes }
    })
  }

  /** Orders up to two parts, and leaves some of the last line open. */
  function orderParts(): void {
    const count = isPublished ? 0 : generate(builders.count, { max: 2 })
    for (let number = 1; number <= count; number += 1) {
      const open = getOpenLines(record.value)
      const lines = open.flatMap(({ key, qty }, index) => {
        if (index < open.length - 1) return isTrue() ? [{ key, qty }] : []
        const most = Math.min(Math.ceil(qty) - 1, 1_000)
        const taken = generate(builders.count, { max: most })
        return taken === 0 ? [] : [{ key, qty: taken }]
      })
      const part = { orderId: `part-${number}`, lines }
      if (lines.length > 0) apply((each, input) => orderQuote(each, { ...input, ...part }, policy))
    }
  }

  function startOrdering(): void {
    orderParts()
    const attempts = generate(builders.count, { max: 3 })
    for (let count = 0; count < attempts; count += 1)
      apply((each, input) => startOrder(each, { keyOf: () => 'key-1' }, input, policy))
  }

  /** Asks for another offer, for a reason or with wishes for some lines and what is added. */
  function askForRevision(): void {
    const reason = generate(builders.text)
    const wishes = isTrue() ? getWishes(record.value, isTrue) : {}
    apply((each, input) => requestRevision(each, { reason, ...wishes }, input, policy))
  }

  /** Sends an offer, withdraws it, and may change the quote. */
  function withdrawOffer(): void {
    send()
    const end = generate(builders.count, { max: 3 })
    if (end === 1) askForRevision()
    if (end > 1) withReason(end === 2 ? declineQuote : cancelQuote)
    apply((each, input) => takeOver(each, input) ?? reviseQuote(each, input, policy))
    if (isTrue()) update()
  }

  /** Withdraws the offer and takes over some wishes. Undefined if there are none it can have. */
  function takeOver(each: StoredRecord<Quote>, input: Input): QuoteChange | undefined {
    const { key, lines = [], add = [] } = each.value.proposals?.at(-1) ?? {}
    if (key === undefined || !isTrue()) return undefined
    const take = {
      proposal: key,
      lines: lines.filter(isTrue).map((wish) => wish.key),
      add: isPublished ? [] : add.map((_, index) => ({ index, price: 9 })),
    }
    return attempt(() => reviseWithWishes(each, take, input, policy))
  }

  const minRounds = status === 'draft' ? 1 : 0
  const rounds = status === 'new' ? 0 : minRounds + generate(builders.count, { max: 2 - minRounds })
  for (let round = 0; round < rounds; round += 1) withdrawOffer()

  const ends: Record<StoredStatus, () => void> = {
    new: () => undefined,
    draft: () => undefined,
    sent() {
      send()
      const { expires } = record.value
      if (expires === undefined || !isTrue()) return
      now = expires
      apply((each, input) => expireQuote(each, input, policy))
    },
    revision_requested() {
      send()
      askForRevision()
    },
    accepted() {
      send()
      accept()
      startOrdering()
    },
    declined() {
      send()
      if (isTrue()) askForRevision()
      withReason(declineQuote)
    },
    canceled() {
      const steps = generate(builders.count, { max: 2 })
      if (steps > 0) send()
      if (steps > 1) accept()
      withReason(cancelQuote)
    },
    ordered() {
      send()
      accept()
      startOrdering()
      apply((each, input) => orderQuote(each, { ...input, orderId: 'order-1' }, policy))
    },
  }
  ends[status]()
  if (isTrue()) update()
  return record.value
}

/** Returns wishes for the first lines of a quote, and for something to be added. */
function getWishes({ products }: Quote, isTrue: () => boolean): RequestRevisionRequest {
  const lines = products.slice(0, 3).map((line, index) => {
    const key = getLineKey(line, index)
    if (isTrue()) return { key, remove: true, note: 'No space' }
    return isTrue() ? { key, qty: more(line, 1) } : { key, qty: more(line, 2), ...halfPrice(line) }
  })
  return { lines, ...(isTrue() && { add: [{ name: 'Cable', qty: 2 }] }) }
}

/** An integer, as a sum of fractions can have more decimals. */
const more = ({ qty }: ProductLine, count: number) => Math.floor(qty) + count

const halfPrice = ({ price, quote }: ProductLine) =>
  price > 0 ? { price: Math.floor(Number(quote) / 2) } : {}

/** A quote below 0, and one with a line that is to be priced, cannot be sent. */
function isNoOffer(error: unknown): boolean {
  if (!(error instanceof QuoteError)) return false
  const { errors } = error.details as { readonly errors?: object }
  return Object.keys(errors ?? {}).some((path) => path === 'total' || path.endsWith('].price'))
}

/** Returns the update by which lines below 0 take nothing off, and the others have a price. */
function toOfferable({ products }: Quote): UpdateQuoteRequest {
  const changes = products.flatMap((line, index) => {
    const key = getLineKey(line, index)
    if (line.unpriced) return [{ key, price: 2 }]
    return line.price < 0 ? [{ key, price: 0, discount_percent: null }] : []
  })
  return { product_changes: changes }
}

/** Returns the change that withdraws an offer and takes over wishes, but none for a product. */
export function reviseWithWishes(
  record: StoredRecord<Quote>,
  take: TakenWishes,
  input: Input,
  policy: QuotePolicy,
): QuoteChange | undefined {
  const { draft, changes } = planRevision(record, take, input, policy)
  const updated = updateQuote(draft, { product_changes: changes }, notPriced(input), policy)
  return takeWishes(record, take, updated?.record.value ?? draft.value, input, policy)
}

/** Returns undefined if the quote cannot have it, such as a total below 0. */
function attempt<Result>(compute: () => Result): Result | undefined {
  try {
    return compute()
  } catch (error) {
    if (error instanceof QuoteError && error.code === 'invalid_request') return undefined
    throw error
  }
}

const notPriced = (input: Input) => ({ ...input, products: new Map() })

function isText(text: string): boolean {
  return text.length <= 200 && !text.includes('\0') && text.isWellFormed()
}

const taxNames = ['VAT', 'City', 'Späť'] as const
const taxPercents = ['19', '7', '0', '8.875', '2.5', '33.3333'] as const

/** Generates the taxes that a provider returns for a quote: rates, or amounts of its own. */
export function pricedTaxes(fc: FastCheck, quote: Quote): Arbitrary<PricedTaxes> {
  const { decimals = publishedDecimals } = quote
  const taxables = getTaxables({ ...quote, products: withKeys(quote.products) })
  const date = fc.nat(1_000)
  return fc
    .tuple(fc.boolean(), fc.boolean())
    .chain(([inclusive, isProportional]) => {
      const context: RateContext = { taxables, decimals, inclusive, isProportional }
      const response = fc.oneof(rateResponses(fc, context), amountResponses(fc, context))
      // Only prices that include taxes contain some, and they can contain others than are paid.
      const included = inclusive ? fc.option(rateLists(fc, context, true)) : fc.constant(null)
      const exemptPrices = fc.constantFrom('net' as const, 'gross' as const)
      return fc.record({ response, included, exemptPrices, context: fc.constant(context), date })
    })
    .map(({ response, included, exemptPrices, context, date: when }) => {
      const parsed = parseTaxResponse({ ...response, included }, context)
      if ('rejected' in parsed) throw new Error('the response must not reject the quote')
      return { parsed, inclusive: context.inclusive, exemptPrices, date: when }
    })
}

function references(fc: FastCheck) {
  return fc.constantFrom(undefined, 'calc-1')
}

/** All rates tax the whole of shipping, or a part of it, in one response and what it contains. */
interface RateContext extends TaxContext {
  readonly isProportional: boolean
}

function rateResponses(fc: FastCheck, context: RateContext): Arbitrary<TaxResponse> {
  const rates = rateLists(fc, context)
  const withheld = fc.record({
    name: fc.constant('Withholding'),
    rate: fc.constantFrom('2', '15'),
    lines: fc.constant(lineKeysOf(context)),
    withheld: fc.constant(true),
  })
  return fc.record({
    rates: fc
      .tuple(rates, fc.option(withheld))
      .map(([list, each]) => (each === null ? list : [...list, each])),
    reference: references(fc),
  })
}

const lineKeysOf = ({ taxables }: TaxContext) =>
  [...taxables.keys()].filter((key) => key !== shippingKey)

/** @param isContained True for the rates that prices contain, to which none is added. */
function rateLists(
  fc: FastCheck,
  { taxables, isProportional }: RateContext,
  isContained = false,
): Arbitrary<readonly TaxRate[]> {
  const keys = lineKeysOf({ taxables, decimals: 0, inclusive: false })
  const shipping: Arbitrary<TaxRate['shipping']> = isProportional
    ? fc.constantFrom(false, 'proportional' as const)
    : fc.boolean()
  const kinds = [{}, {}, { compound: true }, ...(isContained ? [] : [{ added: true }])]
  const rate = fc.record({
    name: fc.constantFrom(...taxNames),
    rate: fc.constantFrom(...taxPercents),
    lines: fc.oneof(fc.constant(keys), fc.shuffledSubarray(keys)),
    shipping,
    kind: fc.constantFrom<Pick<TaxRate, 'compound' | 'added'>>(...kinds),
  })
  const rates = fc.uniqueArray(rate, {
    selector: (each) => `${each.rate} ${each.name}`,
    maxLength: 4,
  })
  return rates.map((list) => list.map(({ kind, ...each }) => ({ ...each, ...kind })))
}

/** Each amount is a part of its line, so that prices can include it. */
function amountResponses(
  fc: FastCheck,
  { taxables, decimals }: TaxContext,
): Arbitrary<TaxResponse> {
  const taxed = [...taxables].map(([line, cost]) =>
    fc
      .option(
        fc.record(
          {
            name: fc.constantFrom(...taxNames),
            part: fc.nat(100),
            rate: fc.constantFrom(...taxPercents),
          },
          { requiredKeys: ['name', 'part'] },
        ),
      )
      .map((tax) => (tax === null ? undefined : { line, cost, ...tax })),
  )
  return fc
    .record({ portions: fc.tuple(...taxed), reference: references(fc) })
    .map(({ portions, reference }) => {
      const amounts = portions
        .filter((portion) => portion !== undefined)
        .map(({ cost, part, ...portion }) => {
          return { ...portion, units: multiplyRatio(cost, part, 100, decimals, 'half-up') }
        })
      const total = toDecimalString(sum(amounts.map(({ units }): Amount => units)))
      const shown = amounts.map(({ units, ...portion }) => {
        return { ...portion, amount: toDecimalString(units) }
      })
      return { amounts: shown, total, reference }
    })
}
