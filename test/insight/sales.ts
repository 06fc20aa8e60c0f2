import fc from 'fast-check'
import type { Insight, InsightFigures } from '../../src/insight/insight.js'
import type { InsightOptions } from '../../src/insight/options.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'

const hour = 3_600_000

/** What happens to a quote, and how long after what happened before. */
interface Step {
  readonly wait: number
  readonly name:
    | 'send'
    | 'ask'
    | 'revise'
    | 'accept'
    | 'decline'
    | 'cancel'
    | 'order'
    | 'tag'
    | 'delete'
  /** For how many hours an offer is valid; 0 for no end. */
  readonly valid: number
  /** The quantity of a revision. */
  readonly qty: number
}

/** A quote and its life. Amounts are in cents, and divisible by ten. */
export interface Script {
  readonly start: number
  readonly currency: 'EUR' | 'JPY' | undefined
  readonly owner: string | undefined
  readonly tags: readonly string[]
  readonly qty: number
  readonly price: number
  readonly offered: number
  readonly hasDiscount: boolean
  readonly steps: readonly Step[]
}

export const owners = ['ann', '__proto__', 'constructor'] as const

const names = [
  ...['send', 'send', 'send', 'ask', 'revise', 'accept', 'accept', 'decline', 'cancel'],
  ...['order', 'tag', 'delete'],
] as const

/** Arbitrary quotes of half a year. */
export const scripts: fc.Arbitrary<readonly Script[]> = fc.array(
  fc.record({
    start: fc.integer({ min: Date.UTC(2026, 3, 20), max: Date.UTC(2026, 8, 10) }),
    currency: fc.constantFrom('EUR' as const, 'JPY' as const, undefined),
    owner: fc.constantFrom(...owners, undefined),
    tags: fc.uniqueArray(fc.constantFrom('Rush', '__proto__', 'toString'), { maxLength: 2 }),
    qty: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 0, max: 90 }).map((price) => price * 1_000),
    offered: fc.integer({ min: 0, max: 90 }).map((price) => price * 1_000),
    hasDiscount: fc.boolean(),
    steps: fc.array(
      fc.record({
        wait: fc.oneof(fc.integer({ min: 0, max: 400 * hour }), fc.integer({ max: hour, min: 0 })),
        name: fc.constantFrom(...names) as fc.Arbitrary<Step['name']>,
        valid: fc.constantFrom(0, 24, 480),
        qty: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 8 },
    ),
  }),
  { maxLength: 12 },
)

/** What the oracle knows of a quote: it is written down while the quote is played. */
export interface Life {
  readonly currency: string | undefined
  readonly owner: string | undefined
  tags: readonly string[]
  status: string
  isDeleted: boolean
  sent?: number
  responded?: number
  ended?: { outcome: 'accepted' | 'declined' | 'expired' | 'canceled'; time: number }
  expires?: number
  /** What the latest revision offers; what it would, until it is sent. */
  qty: number
  offeredQty: number
  readonly price: number
  readonly unit: number
  readonly hasDiscount: boolean
}

/** A clock that the engine of the scripts has. */
export interface Clock {
  now: number
}

/** The time at which all scripts have ended. */
const end = Date.UTC(2027, 5, 1)

/** Plays scripts in a store, and returns what has happened. */
export async function playAll(
  engine: QuoteEngine,
  clock: Clock,
  storeId: string,
  all: readonly Script[],
): Promise<readonly Life[]> {
  for (const id of owners)
    await engine.setUser({ storeId }, id, { name: id, email: 'a@b.example', position: 'editor' })
  const lives: Life[] = []
  for (const script of all) lives.push(await play(engine, clock, storeId, script))
  clock.now = end
  for (const life of lives)
    if (life.status === 'sent' && life.expires !== undefined) {
      life.status = 'expired'
      life.ended = { outcome: 'expired', time: life.expires }
    }
  return lives
}

async function play(
  engine: QuoteEngine,
  clock: Clock,
  storeId: string,
  script: Script,
): Promise<Life> {
  const context = { storeId }
  const { currency, owner, tags, qty, price, offered: unit, hasDiscount } = script
  clock.now = script.start
  const money = (cents: number) => (cents / 100).toFixed(2)
  const { quoteId } = await engine.createQuote(context, {
    customer: { name: 'Ada' },
    products: [{ name: 'Desk', price: money(price), quote: money(unit), qty }],
    currency,
    owner,
    ...(hasDiscount && { discounts: [{ type: 'percent', value: '10' }] }),
  })
  if (tags.length > 0) await engine.updateQuote(context, quoteId, { tag_list: [...tags] })
  const life: Life = {
    ...{ currency, owner, tags, status: 'new', isDeleted: false, price, unit, hasDiscount },
    ...{ qty, offeredQty: qty },
  }
  for (const step of script.steps) {
    clock.now += step.wait
    await take(engine, clock, { storeId, quoteId }, life, step)
    if (life.isDeleted) break
  }
  return life
}

interface Played {
  readonly storeId: string
  readonly quoteId: string
}

/** Takes a step if it is possible. */
async function take(
  engine: QuoteEngine,
  { now }: Clock,
  { quoteId, ...context }: Played,
  life: Life,
  step: Step,
): Promise<void> {
  const hasExpired = life.status === 'sent' && life.expires !== undefined && life.expires <= now
  const status = hasExpired ? 'expired' : life.status
  const is = (...statuses: readonly string[]) => statuses.includes(status)
  const finish = (outcome: 'accepted' | 'declined' | 'canceled') => {
    life.status = outcome
    if (life.sent !== undefined) life.ended = { outcome, time: now }
    if (outcome !== 'canceled') life.responded ??= now
  }
  if (step.name === 'send' && is('new', 'draft')) {
    const expires = step.valid === 0 ? undefined : now + step.valid * hour
    await engine.sendQuote(context, quoteId, { expires })
    life.status = 'sent'
    life.expires = expires as number
    life.sent ??= now
    life.offeredQty = life.qty
    delete life.ended
  } else if (step.name === 'ask' && is('sent')) {
    await engine.requestRevision(context, quoteId, { reason: 'Later' })
    life.status = 'revision_requested'
    life.responded ??= now
  } else if (
    step.name === 'revise' &&
    is('sent', 'expired', 'revision_requested', 'declined', 'canceled') &&
    life.sent !== undefined
  ) {
    const { quote } = await engine.reviseQuote(context, quoteId)
    const key = quote.products[0]?.key as string
    await engine.updateQuote(context, quoteId, { product_changes: [{ key, qty: step.qty }] })
    life.status = 'draft'
    life.qty = step.qty
    delete life.ended
  } else if (step.name === 'accept' && is('sent')) {
    const { quote } = await engine.getQuote(context, quoteId)
    await engine.acceptQuote(context, quoteId, { revision: quote.revision as number })
    finish('accepted')
  } else if (step.name === 'decline' && is('sent', 'revision_requested')) {
    await engine.declineQuote(context, quoteId)
    finish('declined')
  } else if (
    step.name === 'cancel' &&
    is('new', 'draft', 'sent', 'expired', 'revision_requested', 'accepted', 'declined')
  ) {
    await engine.cancelQuote(context, quoteId)
    finish('canceled')
  } else if (step.name === 'order' && is('accepted')) {
    await engine.orderQuote(context, quoteId)
    life.status = 'ordered'
  } else if (step.name === 'tag') {
    life.tags = ['Late', ...life.tags.slice(0, 1)]
    await engine.updateQuote(context, quoteId, { tag_list: [...life.tags] })
  } else if (step.name === 'delete' && step.qty === 1) {
    await engine.deleteQuote(context, quoteId)
    life.isDeleted = true
  }
}

const closed = ['accepted', 'ordered', 'declined', 'canceled', 'expired']
const limits = [60, 240, 1_440, 2_880, 5_760, 10_080]
const stages = ['new', 'to_approve', 'draft', 'sent', 'revision_requested']

const listOf = ({ price }: Life, qty: number) => price * qty
const offeredOf = ({ unit, hasDiscount }: Life, qty: number) =>
  hasDiscount ? (unit * qty * 9) / 10 : unit * qty

/** Computes an insight plainly, from all lives at once, with months in UTC. */
export function plainInsight(
  all: readonly Life[],
  { from, to, owner, tag }: InsightOptions,
): Insight {
  const lives = all.filter(
    (life) =>
      !life.isDeleted &&
      (owner === undefined || [owner].flat().includes(life.owner ?? '\0')) &&
      (tag === undefined || [tag].flat().some((each) => life.tags.includes(each))),
  )
  const monthOf = (time: number | undefined) =>
    time === undefined ? '' : new Date(time).toISOString().slice(0, 7)
  const isIn = (time: number | undefined) => monthOf(time) >= from && monthOf(time) <= to
  const months: string[] = []
  for (let month = from; month <= to; ) {
    months.push(month)
    const [year = 0, number = 0] = month.split('-').map(Number)
    month = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
  }
  const happened = (life: Life) =>
    life.sent !== undefined && [life.sent, life.responded, life.ended?.time].some(isIn)
  const shown = lives.filter((life) => happened(life) || !closed.includes(life.status))
  const currencies = [...new Set(shown.map(({ currency }) => currency ?? ''))].sort()
  return {
    from,
    to,
    timeZone: 'UTC',
    currencies: currencies.map((currency) => {
      const decimals = currency === 'JPY' ? 0 : 2
      const mine = shown.filter((life) => (life.currency ?? '') === currency)
      const active = mine.filter(happened)
      const open = mine.filter(({ status }) => !closed.includes(status))
      const figures = (some: readonly Life[], isShown = isIn) =>
        plainFigures(some, isShown, decimals)
      const sums = (some: readonly Life[], useOffer: boolean) => sumOf(some, decimals, useOffer)
      const bySent =
        <T extends InsightFigures>(name: (each: T) => string | null) =>
        (a: T, b: T) =>
          b.sent - a.sent || compare(name(a), name(b))
      return {
        currency: currency === '' ? null : currency,
        pipeline: stages
          .map((stage) => ({ stage, some: open.filter(({ status }) => status === stage) }))
          .filter(({ some }) => some.length > 0)
          .map(({ stage, some }) => ({ stage: stage as 'new', ...sums(some, false) })),
        open: sums(open, false),
        total: figures(active),
        months: months.map((month) => ({
          month,
          ...figures(active, (time) => monthOf(time) === month),
        })),
        owners: [...new Set(active.map((life) => life.owner ?? null))]
          .map((each) => ({
            owner: each,
            ...figures(active.filter((life) => (life.owner ?? null) === each)),
          }))
          .sort(bySent((each) => each.owner)),
        tags: [...new Set(active.flatMap(({ tags }) => tags))]
          .map((each) => ({
            tag: each,
            ...figures(active.filter(({ tags }) => tags.includes(each))),
          }))
          .sort(bySent((each) => each.tag)),
      }
    }),
  }
}

function compare(one: string | null, other: string | null): number {
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

function toMoney(cents: number, decimals: number): string {
  return (cents / 100).toFixed(decimals)
}

function sumOf(lives: readonly Life[], decimals: number, useOffer: boolean) {
  const cents = lives.reduce(
    (sum, life) => sum + offeredOf(life, useOffer ? life.offeredQty : life.qty),
    0,
  )
  return { quotes: lives.length, amount: toMoney(cents, decimals) }
}

function percent(part: number, whole: number): string {
  const hundredths = (Math.abs(part) * 10_000) / whole
  return String((Math.sign(part) * Math.floor(hundredths + 0.5 + 1e-9)) / 100 + 0)
}

function plainFigures(
  lives: readonly Life[],
  isShown: (time: number | undefined) => boolean,
  decimals: number,
): InsightFigures {
  const sent = lives.filter((life) => isShown(life.sent))
  const ended = lives.filter((life) => life.sent !== undefined && isShown(life.ended?.time))
  const by = (outcome: string) => ended.filter((life) => life.ended?.outcome === outcome)
  const responded = lives.filter((life) => isShown(life.responded))
  const minutes = responded
    .map(({ responded: time = 0, sent: start = 0 }) => Math.round((time - start) / 60_000))
    .sort((one, other) => one - other)
  const shown = minutes.map((each) => Number(each.toPrecision(3)))
  const list = sent.reduce((sum, life) => sum + listOf(life, life.offeredQty), 0)
  const offered = sent.reduce((sum, life) => sum + offeredOf(life, life.offeredQty), 0)
  const rank = (share: number) => shown[Math.ceil(shown.length * share) - 1] ?? null
  return {
    sent: sent.length,
    accepted: by('accepted').length,
    declined: by('declined').length,
    expired: by('expired').length,
    canceled: by('canceled').length,
    winRate: ended.length === 0 ? null : percent(by('accepted').length, ended.length),
    acceptedAmount: sumOf(by('accepted'), decimals, true).amount,
    sentAmount: sumOf(sent, decimals, true).amount,
    times: {
      responses: minutes.length,
      median: rank(0.5),
      p90: rank(0.9),
      distribution: [...limits, Number.POSITIVE_INFINITY].map(
        (limit, index) =>
          minutes.filter((each) => each <= limit && each > (limits[index - 1] ?? -1)).length,
      ),
    },
    list: toMoney(list, decimals),
    offered: toMoney(offered, decimals),
    discount: toMoney(list - offered, decimals),
    discountPercent: list > 0 ? percent(list - offered, list) : null,
    statuses: [...new Set(sent.map(({ status }) => status))].sort().map((status) => ({
      status: status as 'new',
      ...sumOf(
        sent.filter((life) => life.status === status),
        decimals,
        true,
      ),
    })),
  }
}
