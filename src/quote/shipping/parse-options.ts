import { QuoteError } from '../../errors.js'
import type { Amount } from '../../money/amount.js'
import { hasDecimals } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { isStringUpTo } from '../../validation/identifiers.js'
import { parsePrice } from '../products/unit-price.js'
import { textFields } from '../text-fields.js'
import { reservedTypes, type ShippingOption } from './shipping-option.js'

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
  const isPrice = amount !== undefined && hasDecimals(amount, decimals)
  const isTaxCode = taxCode == null || isStringUpTo(taxCode, textFields.tax_code.maxLength)
  if (!isType)
    add('type', `must be a string of 1 to ${maxTypeLength} characters, not a reserved type`, type)
  if (!isName) add('name', `must be a string of 1 to ${maxNameLength} characters`, name)
  if (!isPrice) add('price', `must be 0 or more with up to ${decimals} decimals`, price)
  if (!isTaxCode) add('taxCode', 'must be a string of 1 to 255 characters, or absent', taxCode)
  if (!isType || !isName || !isPrice || !isTaxCode) return undefined
  return taxCode == null ? { type, name, price: amount } : { type, name, price: amount, taxCode }
}
