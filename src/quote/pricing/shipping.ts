import { QuoteError } from '../../errors.js'
import { type Amount, parseAmount } from '../../money/amount.js'
import { hasAtMostDecimals, toFixed } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import { jsonEqual } from '../../validation/json-equal.js'
import type { Precision } from '../model/precision.js'
import type { Shipping, ShippingProduct } from '../model/pricing-fields.js'
import { parsePrice } from '../model/product-fields.js'
import type { Quote } from '../model/quote.js'
import { textFields } from '../model/text-fields.js'
import type { ShippingChoice } from './pricing-request.js'

/** A shipping method with its price, as a shipping provider returns it. */
export interface ShippingOption {
  /**
   * Identifies the option: 1 to 64 characters, unique among the options of a quote. Neither
   * `no_additional` nor `custom`.
   */
  readonly type: string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly name: string
  /** 0 or more, with at most the decimals of the quote's currency. */
  readonly price: number | string
  /** The tax code of the charge, for the tax provider. */
  readonly taxCode?: string | null | undefined
}

/** The types of shipping that no option of a provider can have. */
export const reservedTypes: readonly string[] = ['no_additional', 'custom']

/** An option of a shipping provider that has been checked. */
export interface ParsedShippingOption {
  readonly type: string
  readonly name: string
  readonly price: Amount
  readonly taxCode?: string | undefined
}

const maxOptions = 1_000
const maxTypeLength = 64
const maxNameLength = 255

/**
 * Returns the options that a shipping provider has returned.
 *
 * @param decimals The decimals of the quote's currency.
 * @throws QuoteError `shipping_invalid_response` with every error by its path in the response
 */
export function parseShippingOptions(
  response: unknown,
  decimals: number,
): readonly ParsedShippingOption[] {
  const errors = new FieldErrorCollector()
  const options: ParsedShippingOption[] = []
  if (!Array.isArray(response) || response.length > maxOptions)
    errors.add([], `must be an array of at most ${maxOptions} options`)
  else
    for (let index = 0; index < response.length && !errors.isFull; index += 1) {
      const option = parseOption(response[index], index, decimals, errors)
      if (option === undefined) continue
      if (options.some(({ type }) => type === option.type))
        errors.add([index, 'type'], 'is that of an earlier option')
      options.push(option)
    }
  if (errors.isEmpty) return options
  throw new QuoteError('shipping_invalid_response', { errors: errors.toFieldErrors() })
}

function parseOption(
  value: unknown,
  index: number,
  decimals: number,
  errors: FieldErrorCollector,
): ParsedShippingOption | undefined {
  const { type, name, price, taxCode } = Object(value) as Partial<ShippingOption>
  const amount = parsePrice(price)
  const add = (field: string, expected: string, received: unknown) =>
    errors.add([index, field], `${expected}, received ${describeValue(received)}`)
  const isType = isStringUpTo(type, maxTypeLength) && !reservedTypes.includes(type)
  const isName = isStringUpTo(name, maxNameLength)
  const isPrice = amount !== undefined && hasAtMostDecimals(amount, decimals)
  const isTaxCode = taxCode == null || isStringUpTo(taxCode, textFields.tax_code.maxLength)
  if (!isType)
    add('type', `must be a string of 1 to ${maxTypeLength} characters, not a reserved type`, type)
  if (!isName) add('name', `must be a string of 1 to ${maxNameLength} characters`, name)
  if (!isPrice) add('price', `must be 0 or more with up to ${decimals} decimals`, price)
  if (!isTaxCode) add('taxCode', 'must be a string of 1 to 255 characters, or absent', taxCode)
  if (!isType || !isName || !isPrice || !isTaxCode) return undefined
  return taxCode == null ? { type, name, price: amount } : { type, name, price: amount, taxCode }
}

/** The shipping of a new quote. */
export const noShipping: Shipping = Object.freeze({ type: 'no_additional', product: null })

/** Returns true if the options of the provider are needed to choose shipping. */
export function needsShippingOptions(
  choice: ShippingChoice | undefined,
  stored: Shipping,
): choice is ShippingChoice {
  if (choice === undefined || reservedTypes.includes(choice.type)) return false
  return !isStored(choice, stored)
}

/** A choice that is sent back as it was read chooses nothing, also if it is stale by now. */
function isStored({ stale: _, ...choice }: ShippingChoice, stored: Shipping): boolean {
  const { stale: __, ...known } = stored
  return jsonEqual(choice, known)
}

/**
 * Returns the quote with the price that its shipping has now, if it is stale. Pure.
 *
 * @param options The options of the provider for the quote. Undefined if there is no provider.
 * @throws QuoteError `invalid_request` at `shipping` if it is not offered any more
 */
export function withCurrentShipping(
  quote: Quote,
  options: readonly ParsedShippingOption[] | undefined,
  precision: Precision,
): Quote {
  const { shipping: stored } = quote
  if (!stored.stale) return quote
  const errors = new FieldErrorCollector()
  if (options === undefined)
    errors.add(
      ['shipping'],
      'is out of date, and the engine has no option shipping to price it again',
    )
  const choice = { type: stored.type }
  const shipping = options && chooseShipping(choice, noShipping, options, precision, errors)
  if (shipping !== undefined) return { ...quote, shipping }
  throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
}

/**
 * Returns the shipping that a request chooses, with its price; undefined if it is invalid.
 *
 * @param options The options of the provider. Undefined if there is no provider.
 */
export function chooseShipping(
  choice: ShippingChoice | undefined,
  stored: Shipping,
  options: readonly ParsedShippingOption[] | undefined,
  precision: Precision,
  errors: FieldErrorCollector,
): Shipping | undefined {
  if (choice === undefined || isStored(choice, stored)) return stored
  const { type, product, stale } = choice
  const add = (field: string, message: string) => {
    errors.add(['shipping', field], message)
    return undefined
  }
  if (stale !== undefined) return add('stale', 'cannot be set; leave it out to choose an option')
  if (type === 'custom')
    return product == null
      ? add('product', 'is required for custom shipping: { name, price }')
      : customShipping(product, precision, errors)
  if (product != null)
    return add('product', 'can be set for custom shipping only; leave it out to choose an option')
  if (type === 'no_additional') return noShipping
  if (options === undefined)
    return add('type', 'must be no_additional or custom, as there is no shipping provider')
  const option = options.find((each) => each.type === type)
  if (option === undefined) {
    const offered = options.slice(0, 10).map((each) => each.type)
    return add('type', `is not offered for this quote; offered: ${offered.join(', ') || 'nothing'}`)
  }
  const { name, price, taxCode } = option
  return { type, product: toProduct(name, price, taxCode, precision) }
}

function customShipping(
  { name, price: sent, tax_code: taxCode }: NonNullable<ShippingChoice['product']>,
  precision: Precision,
  errors: FieldErrorCollector,
): Shipping | undefined {
  const price = parseAmount(sent) as Amount
  if (hasAtMostDecimals(price, precision.decimals))
    return { type: 'custom', product: toProduct(name, price, taxCode, precision) }
  errors.add(
    ['shipping', 'product', 'price'],
    `must be an amount with up to ${precision.decimals} decimals`,
  )
  return undefined
}

function toProduct(
  name: string,
  price: Amount,
  taxCode: string | undefined,
  { decimals, rounding }: Precision,
): ShippingProduct {
  const shown = toFixed(price, decimals, rounding)
  return { name, price: shown, ...(taxCode === undefined ? undefined : { tax_code: taxCode }) }
}
