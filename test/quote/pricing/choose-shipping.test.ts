import { describe, expect, it } from 'vitest'
import { getPrecision } from '../../../src/quote/model/precision.js'
import type { Shipping } from '../../../src/quote/model/pricing-fields.js'
import type { ShippingChoice } from '../../../src/quote/pricing/pricing-request.js'
import {
  chooseShipping,
  needsShippingOptions,
  noShipping,
  parseShippingOptions,
} from '../../../src/quote/pricing/shipping.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { rules } from '../samples.js'

const options = parseShippingOptions(
  [
    { type: 'courier', name: 'Courier', price: '4.9', taxCode: 'freight' },
    { type: 'pickup', name: 'Pickup', price: 0 },
  ],
  2,
)
const courier: Shipping = {
  type: 'courier',
  product: { name: 'Courier', price: '4.90', tax_code: 'freight' },
}

interface ChoiceInput {
  readonly stored?: Shipping
  /** Undefined for a store without a provider. */
  readonly offered?: typeof options | undefined
  readonly decimals?: number
}

const choose = (
  choice: ShippingChoice | undefined,
  { stored = noShipping, decimals = 2, ...input }: ChoiceInput = {},
) => {
  const errors = new FieldErrorCollector()
  const offered = 'offered' in input ? input.offered : options
  const precision = getPrecision({ currency: 'EUR', decimals }, rules)
  const shipping = chooseShipping(choice, stored, offered, precision, errors)
  return { shipping, errors: errors.toFieldErrors() }
}

describe('chooseShipping', () => {
  it('keeps the stored shipping if nothing is chosen, or if it is sent back', () => {
    expect(choose(undefined, { stored: courier }).shipping).toBe(courier)
    expect(choose({ ...courier }, { stored: courier, offered: undefined }).shipping).toBe(courier)
  })

  it('freezes the price of an option', () => {
    expect(choose({ type: 'courier' })).toEqual({ shipping: courier, errors: {} })
    expect(choose({ type: 'pickup', product: null }).shipping).toEqual({
      type: 'pickup',
      product: { name: 'Pickup', price: '0.00' },
    })
  })

  it('takes the price that a stored option has now', () => {
    const stored = { type: 'courier', product: { name: 'Courier', price: '3.90' } }
    expect(choose({ type: 'courier' }, { stored }).shipping).toEqual(courier)
  })

  it('sets a custom charge with the decimals of the quote', () => {
    const product = { name: 'Van', price: 80, tax_code: 'freight' }
    expect(choose({ type: 'custom', product }).shipping).toEqual({
      type: 'custom',
      product: { name: 'Van', price: '80.00', tax_code: 'freight' },
    })
    expect(choose({ type: 'custom', product }, { decimals: 0 }).shipping?.product?.price).toBe('80')
  })

  it('removes the charge with no_additional', () => {
    expect(choose({ type: 'no_additional' }, { stored: courier }).shipping).toBe(noShipping)
  })

  it.each<[ShippingChoice, string, string]>([
    [{ type: 'custom' }, 'shipping.product', 'is required for custom shipping: { name, price }'],
    [
      { type: 'custom', product: { name: 'Van', price: '1.005' } },
      'shipping.product.price',
      'must be an amount with up to 2 decimals',
    ],
    [
      { type: 'courier', product: { name: 'Courier', price: '0.00' } },
      'shipping.product',
      'can be set for custom shipping only; leave it out to choose an option',
    ],
    [
      { type: 'no_additional', product: { name: 'Free', price: 0 } },
      'shipping.product',
      'can be set for custom shipping only; leave it out to choose an option',
    ],
    [
      { type: '__proto__' },
      'shipping.type',
      'is not offered for this quote; offered: courier, pickup',
    ],
  ])('rejects %j', (choice, path, message) => {
    expect(choose(choice)).toEqual({ shipping: undefined, errors: { [path]: message } })
  })

  it('rejects an option without a provider, or if nothing is offered', () => {
    expect(choose({ type: 'courier' }, { offered: undefined }).errors).toEqual({
      'shipping.type': 'must be no_additional or custom, as there is no shipping provider',
    })
    expect(choose({ type: 'courier' }, { offered: [] }).errors).toEqual({
      'shipping.type': 'is not offered for this quote; offered: nothing',
    })
  })
})

describe('needsShippingOptions', () => {
  it.each<[ShippingChoice | undefined, boolean]>([
    [undefined, false],
    [{ type: 'no_additional' }, false],
    [{ type: 'custom', product: { name: 'Van', price: 1 } }, false],
    [{ ...courier }, false],
    [{ type: 'courier' }, true],
    [{ type: 'pickup' }, true],
  ])('of %j is %s', (choice, expected) => {
    expect(needsShippingOptions(choice, courier)).toBe(expected)
  })
})
