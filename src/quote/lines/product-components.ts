import { type Amount, parseAmount } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import {
  type ComponentPrices,
  componentPriceModes,
  maxComponents,
} from '../model/component-fields.js'
import {
  invalidQuantity,
  isProductId,
  isQuantity,
  type ProductId,
  productIdMessage,
} from '../model/product-fields.js'

/** A component of a product, as a catalog returns it. */
export interface CatalogComponent {
  /** The id of another product of the store. */
  readonly id: ProductId
  /** How much of it one bundle has, more than 0, with up to three decimals. */
  readonly qty: number
}

/** The components of a product, before their own products are known. */
export interface ParsedBundle {
  readonly components: readonly CatalogComponent[]
  readonly prices: ComponentPrices
  /** The percentage of the sum that the bundle costs, in ten-thousandths of a percent. */
  readonly percent: Amount & number
  /** The index of the product in the response of the catalog. */
  readonly index: number
}

/** The fields of a product about its components, valid or not. */
interface UnparsedBundle {
  readonly components?: unknown
  readonly componentPrices?: unknown
  readonly componentPercent?: unknown
}

const hundred = parseAmount(100) as Amount & number

/**
 * Returns the components of a product, and adds an error for each invalid field. Undefined if it
 * has none: null and an empty array count as none.
 */
export function parseBundle(
  id: unknown,
  { components, componentPrices, componentPercent }: UnparsedBundle,
  index: number,
  errors: FieldErrorCollector,
): ParsedBundle | undefined {
  if (components == null || (Array.isArray(components) && components.length === 0)) return undefined
  const path = [index, 'components']
  if (!Array.isArray(components) || components.length > maxComponents) {
    const expected = `must be an array of at most ${maxComponents} components, { id, qty } each`
    errors.add(path, `${expected}, received ${describeValue(components)}`)
    return undefined
  }
  const byId = new Map<ProductId, CatalogComponent>()
  for (const [position, entry] of components.entries()) {
    const component = Object(entry) as { readonly id?: unknown; readonly qty?: unknown }
    const { id: own, qty } = component
    const at = (field: string) => [...path, position, field]
    if (!isProductId(own)) errors.add(at('id'), productIdMessage(own))
    else if (own === id)
      errors.add(at('id'), `must be that of another product than the bundle, ${describeValue(own)}`)
    else if (byId.has(own))
      errors.add(
        at('id'),
        `is that of an earlier component, ${describeValue(own)}: add up their qty`,
      )
    else if (isQuantity(qty)) byId.set(own, { id: own, qty })
    if (!isQuantity(qty)) errors.add(at('qty'), quantityMessage(qty))
  }
  const prices = parseMode(componentPrices, index, errors)
  const percent = componentPercent == null ? hundred : parseAmount(componentPercent)
  const isPercent = typeof percent === 'number' && percent >= 0 && percent <= hundred
  if (!isPercent) {
    const expected = 'must be a percent from 0 to 100 with up to four decimals'
    errors.add(
      [index, 'componentPercent'],
      `${expected}, received ${describeValue(componentPercent)}`,
    )
  } else if (componentPercent != null && prices !== undefined && prices !== 'summed') {
    const message = "must be absent, unless componentPrices is 'summed'"
    errors.add([index, 'componentPercent'], message)
  }
  if (prices === undefined || !isPercent) return undefined
  return { components: [...byId.values()], prices, percent: percent as Amount & number, index }
}

function parseMode(
  value: unknown,
  index: number,
  errors: FieldErrorCollector,
): ComponentPrices | undefined {
  if (value == null) return 'hidden'
  const mode = componentPriceModes.find((each) => each === value)
  const expected = `must be ${componentPriceModes.join(', ')} or absent`
  if (mode === undefined)
    errors.add([index, 'componentPrices'], `${expected}, received ${describeValue(value)}`)
  return mode
}

function quantityMessage(value: unknown): string {
  return `${invalidQuantity}: how much one bundle has, received ${describeValue(value)}`
}
