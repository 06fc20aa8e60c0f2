import type { Arbitrary } from 'fast-check'
import type { DiscountRequest, ShippingChoice } from '../../quote/requests/pricing-request.js'
import type { FastCheck } from './fast-check.js'
import { optional, percents } from './lines.js'
import type { Scope } from './options.js'
import { offeredPrices } from './prices.js'

/** Generates the currency of a new quote: undefined for none, in more than half of the cases. */
export function currencies(fc: FastCheck): Arbitrary<string | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF') },
  )
}

/** Generates up to three discounts of all lines, or of some of the lines with these keys. */
export function discountLists(
  fc: FastCheck,
  keys: readonly string[],
  { decimals }: Scope,
): Arbitrary<readonly DiscountRequest[]> {
  const label = fc.constantFrom('Loyalty', 'Añadido')
  const lines = fc.subarray([...keys], { minLength: Math.min(1, keys.length) })
  const shared = { label, ...optional(keys.length > 0, { lines }) }
  const requiredKeys: ['type', 'value'] = ['type', 'value']
  const type = fc.constantFrom('amount' as const, 'target' as const)
  const discount: Arbitrary<DiscountRequest> = fc.oneof(
    fc.record(
      { type: fc.constant('percent' as const), value: percents(fc), ...shared },
      { requiredKeys },
    ),
    fc.record({ type, value: offeredPrices(fc, decimals), ...shared }, { requiredKeys }),
  )
  return fc.array(discount, { maxLength: 3 })
}

/** Generates the shipping of a quote: none, or a charge of the seller's own. */
export function shippingChoices(fc: FastCheck, { decimals }: Scope): Arbitrary<ShippingChoice> {
  const charge = {
    name: fc.constantFrom('Courier', 'Spedición'),
    price: offeredPrices(fc, decimals),
    tax_code: fc.constant('freight'),
  }
  const product = fc.record(charge, { requiredKeys: ['name', 'price'] })
  return fc.oneof(
    fc.constant<ShippingChoice>({ type: 'no_additional' }),
    fc.record({ type: fc.constant('custom'), product }),
  )
}
