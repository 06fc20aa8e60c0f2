import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAmount } from '../../../src/money/amount.js'
import type { PaymentPart } from '../../../src/quote/model/payment-fields.js'
import { applyPaymentPlan } from '../../../src/quote/pricing/payment-plan.js'

const decimals = fc.integer({ min: 0, max: 4 })
const cents = (places: number) => new Decimal(10).pow(-places)

interface Terms {
  readonly type: PaymentPart['type']
  readonly value?: string
}

const plans = decimals.chain((places) =>
  fc.record({
    places: fc.constant(places),
    units: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 20n }),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
    step: fc.option(fc.constantFrom(5, 10, 25), { nil: undefined }),
    others: fc.array(
      fc.oneof(
        fc
          .integer({ min: 1, max: 200_000 })
          .map((count): Terms => ({ type: 'percent', value: String(count / 10_000) })),
        fc.bigInt({ min: 1n, max: 10n ** 20n }).map(
          (count): Terms => ({
            type: 'amount',
            value: cents(places).times(count.toString()).toFixed(places),
          }),
        ),
      ),
      { maxLength: 5 },
    ),
    place: fc.nat(5),
  }),
)

/** What each part is, computed in decimal.js alone. */
function expected(
  terms: readonly Terms[],
  base: Decimal,
  places: number,
  round: { readonly mode: Decimal.Rounding; readonly step: Decimal | undefined },
): readonly string[] {
  let left = Decimal.max(base, 0)
  const whole = left
  const shares = terms.map(({ type, value = '0' }) => {
    if (type === 'rest') return undefined
    const part = whole.times(value).div(100).toDecimalPlaces(places, round.mode)
    const stepped = round.step ? part.toNearest(round.step, round.mode) : part
    const share = Decimal.min(type === 'percent' ? stepped : new Decimal(value), left)
    left = left.minus(share)
    return share
  })
  return shares.map((share) => (share ?? left).toFixed(places))
}

describe('applyPaymentPlan', () => {
  it('returns parts that sum to what is charged once, as decimal.js computes them', () => {
    Decimal.set({ precision: 60 })
    fc.assert(
      fc.property(plans, ({ places, units, rounding, step, others, place }) => {
        const base = cents(places).times(units.toString())
        const terms: readonly Terms[] = others.toSpliced(place, 0, { type: 'rest' })
        const parts = terms.map((each, index): PaymentPart => {
          return { label: `Part ${index}`, due: 'order', amount: '0', ...each }
        })
        const cashStep = step === undefined ? undefined : cents(places).times(step)
        const precision = {
          decimals: places,
          rounding,
          cashStep: cashStep && parseAmount(cashStep.toFixed()),
        }
        const quote = { quote_total: base.toFixed(places) }
        const applied = applyPaymentPlan(parts, quote, precision)
        const mode = rounding === 'half-up' ? Decimal.ROUND_HALF_UP : Decimal.ROUND_HALF_EVEN
        const amounts = applied.map(({ amount }) => amount)
        expect(amounts).toEqual(expected(terms, base, places, { mode, step: cashStep }))
        expect(Decimal.sum(...amounts).toFixed()).toBe(Decimal.max(base, 0).toFixed())
        expect(applyPaymentPlan(applied, quote, precision)).toBe(applied)
      }),
    )
  })
})
