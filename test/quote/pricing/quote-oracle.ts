import { Decimal as Base } from 'decimal.js'

/**
 * Computes what a quote costs by the decisions alone, with decimal.js, and shares no code with the
 * library. Slow and plain: each figure is written as its rule says.
 */
export interface OracleQuote {
  readonly decimals: number
  readonly lines: readonly {
    readonly price: string
    readonly qty: number
    readonly per: number
    readonly percent?: string | undefined
    readonly period?: string | undefined
  }[]
  readonly discounts: readonly {
    readonly type: 'percent' | 'amount' | 'target'
    readonly value: string
    readonly on?: 'shipping' | 'all' | undefined
    readonly lines?: readonly number[] | undefined
  }[]
  readonly charges: readonly {
    readonly type: 'percent' | 'amount' | 'unit'
    readonly value: string
    readonly lines?: readonly number[] | undefined
    readonly isTaxedAlone: boolean
  }[]
  readonly shipping: string | undefined
  readonly inclusive: boolean
  readonly rounding: 'line' | 'rate' | 'unit'
  readonly isProportional: boolean
  readonly rates: readonly OracleRate[]
  readonly cashStep?: string | undefined
}

export interface OracleRate {
  readonly rate: string
  readonly kind: 'plain' | 'compound' | 'added' | 'withheld'
  /** The positions of its lines. */
  readonly lines: readonly number[]
  readonly charges: boolean
  readonly shipping: boolean
}

export interface OracleAmounts {
  readonly lines: string
  readonly discounts: string
  readonly charges: string
  readonly taxes: string
  readonly total: string
  readonly withheld: string
  readonly payable: string
  readonly upfront: string
  readonly recurring: Readonly<Record<string, string>>
}

const Decimal = Base.clone({ precision: 90, rounding: Base.ROUND_HALF_UP })
type Num = Base
const num = (value: Base.Value) => new Decimal(value)
const nothing = num(0)
const sumOf = (values: readonly Num[]) => values.reduce((left, right) => left.plus(right), nothing)

/** What is taxed: a line, a charge by itself, shipping, or a part of it. */
interface Item {
  readonly period: string | undefined
  readonly qty: number
  amount: Num
  readonly rates: readonly number[]
}

export function computeByRules(quote: OracleQuote): OracleAmounts {
  const { decimals, rates } = quote
  const round = (value: Num) => value.toDecimalPlaces(decimals, Base.ROUND_HALF_UP)
  const unit = num(10).pow(-decimals)

  // 27. Lines.
  const costs = quote.lines.map(({ price, qty, per, percent }) => {
    const list = round(num(price).times(qty).div(per))
    return percent === undefined ? list : list.minus(round(list.times(percent).div(100)))
  })
  const linesTotal = sumOf(costs)
  const isBelow = quote.lines.map(({ price }) => num(price).lessThan(0))
  const isRecurring = quote.lines.map(({ period }) => period !== undefined)
  const all = quote.lines.map((_, index) => index)

  const choose = (type: string, chosen: readonly number[] | undefined) =>
    all.filter((index) => {
      if (isBelow[index]) return false
      if (chosen !== undefined) return chosen.includes(index)
      return !((type === 'amount' || type === 'target') && isRecurring[index])
    })

  // 29. Discounts, each from what is left.
  const left = [...costs]
  let shippingLeft = num(quote.shipping ?? 0)
  const amounts = quote.discounts.map(({ type, value, on, lines }) => {
    const chosen = on === 'shipping' ? [] : choose(type, lines)
    const withShipping = on !== undefined && quote.shipping !== undefined
    const bases = chosen.map((index) => left[index] ?? nothing)
    if (withShipping) bases.push(shippingLeft)
    const base = sumOf(bases)
    const wanted =
      type === 'percent'
        ? round(base.times(value).div(100))
        : type === 'amount'
          ? num(value)
          : base.minus(value)
    const amount = Decimal.max(0, Decimal.min(wanted, base))
    const shares = divide(amount, bases, unit)
    for (const [place, index] of chosen.entries())
      left[index] = (left[index] ?? nothing).minus(shares[place] ?? 0)
    if (withShipping) shippingLeft = shippingLeft.minus(shares.at(-1) ?? 0)
    return amount
  })

  // 30. Charges, of what the discounts have left.
  const goods = [...left]
  const alone: Num[] = []
  const chargeAmounts = quote.charges.map(({ type, value, lines, isTaxedAlone }) => {
    const chosen = choose(type, lines)
    const bases = chosen.map((index) => left[index] ?? nothing)
    const base = sumOf(bases)
    const perLine =
      type === 'unit'
        ? chosen.map((index) => round(num(value).times(quote.lines[index]?.qty ?? 0)))
        : divide(
            type === 'amount' ? num(value) : round(base.times(value).div(100)),
            base.isZero() ? bases.map(() => num(1)) : bases,
            unit,
          )
    const amount = type === 'amount' ? num(value) : sumOf(perLine)
    if (isTaxedAlone || chosen.length === 0) alone.push(amount)
    else
      for (const [place, index] of chosen.entries())
        goods[index] = (goods[index] ?? nothing).plus(perLine[place] ?? 0)
    return amount
  })

  // 31. What is taxed.
  const applying = (applies: (rate: OracleRate) => boolean) =>
    rates.flatMap((rate, index) => (applies(rate) ? [index] : []))
  const items: Item[] = [
    ...quote.lines.map(({ qty, period }, index) => ({
      period,
      qty,
      amount: goods[index] ?? nothing,
      rates: applying(({ lines }) => lines.includes(index)),
    })),
    ...alone.map((amount) => ({
      period: undefined,
      qty: 1,
      amount,
      rates: applying(({ charges }) => charges),
    })),
  ]
  if (quote.shipping !== undefined) {
    const shipped = (rate: OracleRate) => rate.shipping
    if (!quote.isProportional)
      items.push({ period: undefined, qty: 1, amount: shippingLeft, rates: applying(shipped) })
    else {
      const weights = items.map(({ amount }) => Decimal.max(0, amount))
      const isFree = sumOf(weights).isZero()
      const parts = divide(shippingLeft, isFree ? weights.map(() => num(1)) : weights, unit)
      const groups = new Map<string, Item>()
      for (const [index, item] of [...items].entries()) {
        const own = item.rates.filter((each) => rates[each]?.shipping)
        const group = groups.get(item.rates.join()) ?? {
          period: undefined,
          qty: 1,
          amount: nothing,
          rates: own,
        }
        group.amount = group.amount.plus(parts[index] ?? 0)
        groups.set(item.rates.join(), group)
      }
      items.push(...groups.values())
    }
  }

  // 32. Taxes.
  const taxes = taxesOf(quote, items, { round, unit })
  const isContained = (index: number) =>
    quote.inclusive && ['plain', 'compound'].includes(rates[index]?.kind ?? '')
  const paid = (index: number) => rates[index]?.kind !== 'withheld'
  const sumTaxes = (counts: (rate: number) => boolean, of = items.map((_, index) => index)) =>
    sumOf(taxes.filter(({ item, rate }) => of.includes(item) && counts(rate)).map((t) => t.amount))
  const addedOf = (of?: number[]) => sumTaxes((rate) => paid(rate) && !isContained(rate), of)

  // 33. Amounts.
  const discounts = sumOf(amounts)
  const charges = sumOf(chargeAmounts)
  const total = linesTotal
    .minus(discounts)
    .plus(charges)
    .plus(quote.shipping ?? 0)
    .plus(addedOf())
  const withheld = sumTaxes((rate) => !paid(rate))
  const net = total.minus(withheld)
  const step = quote.cashStep
  const payable = step === undefined ? net : net.div(step).toDecimalPlaces(0).times(step)

  // 34. Recurring.
  const recurring: Record<string, Num> = {}
  for (const [index, { period }] of quote.lines.entries())
    if (period !== undefined)
      recurring[period] = (recurring[period] ?? nothing)
        .plus(items[index]?.amount ?? 0)
        .plus(addedOf([index]))
  const shown = (value: Num) => (value.isZero() ? nothing : value).toFixed(decimals)
  return {
    lines: shown(linesTotal),
    discounts: shown(discounts),
    charges: shown(charges),
    taxes: shown(sumTaxes(paid)),
    total: shown(total),
    withheld: shown(withheld),
    payable: shown(payable),
    upfront: shown(total.minus(sumOf(Object.values(recurring)))),
    recurring: Object.fromEntries(Object.entries(recurring).map(([key, v]) => [key, shown(v)])),
  }
}

interface Tax {
  readonly item: number
  readonly rate: number
  readonly amount: Num
}

interface Rounding {
  readonly round: (value: Num) => Num
  readonly unit: Num
}

function taxesOf(quote: OracleQuote, items: readonly Item[], rounding: Rounding): readonly Tax[] {
  const { rates, inclusive } = quote
  const kindsOf = (kind: OracleRate['kind']) =>
    rates.flatMap((rate, index) => (rate.kind === kind ? [index] : []))
  const percent = (rate: number) => num(rates[rate]?.rate ?? 0).div(100)
  /** The fractions of a net price that are the taxes of an item, compound ones last. */
  const fractions = (item: Item) => {
    const found = new Map<number, Num>()
    for (const rate of kindsOf('plain'))
      if (item.rates.includes(rate)) found.set(rate, percent(rate))
    for (const rate of kindsOf('compound'))
      if (item.rates.includes(rate))
        found.set(rate, percent(rate).times(sumOf([...found.values()]).plus(1)))
    return found
  }
  const taxes: Tax[] = []
  const sumAt = (item: number) =>
    sumOf(taxes.filter((tax) => tax.item === item).map(({ amount }) => amount))
  const contained = inclusive ? [...kindsOf('plain'), ...kindsOf('compound')] : []
  if (inclusive && quote.rounding !== 'rate')
    for (const [index, item] of items.entries()) {
      const own = fractions(item)
      const whole = sumOf([...own.values()])
      const exact = item.amount.times(whole).div(whole.plus(1))
      taxes.push(
        ...splitByLine(quote, item, own, exact, rounding).map((t) => ({ ...t, item: index })),
      )
    }
  else if (inclusive)
    for (const rate of contained)
      taxes.push(
        ...byRate(
          rate,
          items,
          (item) => {
            const own = fractions(item)
            return item.amount.times(own.get(rate) ?? 0).div(sumOf([...own.values()]).plus(1))
          },
          rounding,
        ),
      )
  const net = items.map((item, index) => item.amount.minus(sumAt(index)))
  const add = (rate: number, baseOf: (index: number) => Num) => {
    if (quote.rounding === 'rate') {
      const bases = new Map(items.map((item, index) => [item, baseOf(index)] as const))
      taxes.push(
        ...byRate(
          rate,
          items,
          (item) => (bases.get(item) ?? nothing).times(percent(rate)),
          rounding,
        ),
      )
      return
    }
    const found = items.flatMap((item, index) => {
      if (!item.rates.includes(rate)) return []
      const exact = baseOf(index).times(percent(rate))
      return [{ item: index, rate, amount: perPiece(quote, item, exact, rounding) }]
    })
    taxes.push(...found)
  }
  const netOf = (index: number) => net[index] ?? nothing
  if (!inclusive) for (const rate of kindsOf('plain')) add(rate, netOf)
  for (const rate of kindsOf('added')) add(rate, netOf)
  if (!inclusive)
    for (const rate of kindsOf('compound')) {
      const before = items.map((_, index) => netOf(index).plus(sumAt(index)))
      add(rate, (index) => before[index] ?? nothing)
    }
  for (const rate of kindsOf('withheld')) add(rate, netOf)
  return taxes
}

/** A tax by line, or by piece if the pieces can be counted. */
function perPiece({ rounding }: OracleQuote, { qty }: Item, exact: Num, { round }: Rounding): Num {
  if (rounding !== 'unit' || !Number.isInteger(qty)) return round(exact)
  return round(exact.div(qty)).times(qty)
}

function splitByLine(
  quote: OracleQuote,
  item: Item,
  own: ReadonlyMap<number, Num>,
  exact: Num,
  rounding: Rounding,
) {
  const isByPiece =
    quote.rounding === 'unit' &&
    Number.isInteger(item.qty) &&
    perPiece(quote, item, exact, rounding).abs().lte(item.amount.abs())
  const pieces = isByPiece ? item.qty : 1
  const tax = rounding.round(exact.div(pieces))
  const shares = divide(tax.abs(), [...own.values()], rounding.unit)
  const sign = tax.isNegative() ? -1 : 1
  return [...own.keys()].map((rate, index) => ({
    rate,
    amount: (shares[index] ?? nothing).times(sign).times(pieces),
  }))
}

/** The tax by a rate is rounded on the sum of its items. */
function byRate(
  rate: number,
  items: readonly Item[],
  exactOf: (item: Item) => Num,
  { round, unit }: Rounding,
): readonly Tax[] {
  const own = items.flatMap((item, index) => (item.rates.includes(rate) ? [{ item, index }] : []))
  const exact = own.map(({ item }) => exactOf(item))
  const total = round(sumOf(exact).toDecimalPlaces(60))
  const hasBelow = own.some(({ item }) => item.amount.isNegative() && !item.amount.isZero())
  const shares = hasBelow ? divideExactly(total, exact, unit) : divide(total, exact, unit)
  return own.map(({ index }, place) => ({ item: index, rate, amount: shares[place] ?? nothing }))
}

/** By largest remainder: of equal ones to the larger weight, then to the earlier. */
function divide(total: Num, weights: readonly Num[], unit: Num): readonly Num[] {
  const base = sumOf(weights)
  if (base.isZero()) return weights.map(() => nothing)
  return handOut(
    total,
    weights.map((weight) => total.times(weight).div(base)),
    weights,
    unit,
  )
}

/** Each is rounded from its own exact value, because some are below 0. */
function divideExactly(total: Num, exact: readonly Num[], unit: Num): readonly Num[] {
  return handOut(
    total,
    exact,
    exact.map(() => nothing),
    unit,
  )
}

function handOut(
  total: Num,
  exact: readonly Num[],
  weights: readonly Num[],
  unit: Num,
): readonly Num[] {
  // A division can leave an error in the last of 90 digits.
  const inUnits = exact.map((each) => each.div(unit).toDecimalPlaces(60))
  const shares = inUnits.map((each) => each.floor())
  const remainders = inUnits.map((each, index) =>
    each.minus(shares[index] ?? 0).toDecimalPlaces(40),
  )
  const left = total.div(unit).minus(sumOf(shares)).toDecimalPlaces(0).toNumber()
  const order = [...exact.keys()].sort((one, other) => {
    const byRemainder = (remainders[other] ?? nothing).comparedTo(remainders[one] ?? nothing)
    const byWeight = (weights[other] ?? nothing).toDecimalPlaces(40)
    return (
      byRemainder ||
      byWeight.comparedTo((weights[one] ?? nothing).toDecimalPlaces(40)) ||
      one - other
    )
  })
  for (const index of order.slice(0, left)) shares[index] = (shares[index] ?? nothing).plus(1)
  return shares.map((share) => share.times(unit))
}
