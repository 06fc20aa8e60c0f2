import * as z from 'zod'
import { parseUnitAmount } from '../../money/amount.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import { productId, storedQuantity, textFieldSchema } from './line-fields.js'
import { type ProductId, toThousandths } from './product-fields.js'
import type { TextFieldValues, textFields } from './text-fields.js'

/**
 * How the prices of the components of a bundle relate to its own: only the price of the bundle is
 * known (`hidden`), they are listed beside it (`shown`), or it is their sum (`summed`).
 */
export type ComponentPrices = 'hidden' | 'shown' | 'summed'

/** All of {@link ComponentPrices}. */
export const componentPriceModes = [
  'hidden',
  'shown',
  'summed',
] as const satisfies readonly ComponentPrices[]

/** The text fields that a component has of its product. */
export const componentTextFields = [
  'name',
  'sku',
  'unit',
  'tax_code',
] as const satisfies readonly (keyof typeof textFields)[]

/** A component of a bundle: a product, and how much of it one bundle has. */
export interface LineComponent
  extends Pick<TextFieldValues<string>, (typeof componentTextFields)[number]> {
  /** The component's identifier in the catalog of the store. */
  readonly id: ProductId
  /** The quantity in one bundle, more than 0, with up to three decimals. */
  readonly qty: number
  /**
   * Unit price of the component when the line was added, with up to ten decimals. Absent if the
   * prices of the components are hidden.
   */
  readonly price?: number
}

/** The part of a bundle that has a tax code of its own. */
export interface TaxShare {
  /** The tax code of the part. Absent for components that have none, and whose bundle has none. */
  readonly tax_code?: string
  /** The percentage of the bundle, above 0 and below 100, with up to ten decimals. */
  readonly percent: string
}

/** What a line has of the components of its product. */
export interface ComponentFields {
  /** The components of a bundle, in the order of the catalog. Absent if the product has none. */
  readonly components?: readonly LineComponent[]
  /**
   * How the prices of the components are shown: `shown` beside the line, or `summed` if its list
   * price is their sum. Absent if they are hidden: then the line has none of them.
   */
  readonly component_prices?: Exclude<ComponentPrices, 'hidden'>
  /**
   * How the amount of the line is divided among the tax codes of its components, in proportion to
   * what they cost. At least two parts, which add up to 100 percent. Absent if all components have
   * the same tax code, which is then that of the line.
   */
  readonly tax_shares?: readonly TaxShare[]
}

/** The fields of a line about the components of its product. */
export const componentFields = [
  'components',
  'component_prices',
  'tax_shares',
] as const satisfies readonly (keyof ComponentFields)[]

/** The most decimals of the percentage of a {@link TaxShare}. */
export const shareDecimals = 10

/** 100 percent, in units of ten decimals of a percent. */
export const wholeShare = 1_000_000_000_000n

/** Returns the units of ten decimals of a percent that a share of a stored line has. */
export function shareWeight({ percent }: TaxShare): bigint {
  const [integer = '0', fraction = ''] = percent.split('.')
  return BigInt(integer + fraction.padEnd(shareDecimals, '0'))
}

/** Returns how much of a component a line with so many bundles has, with up to six decimals. */
export function totalQuantity({ qty }: Pick<LineComponent, 'qty'>, bundles: number): number {
  return (toThousandths(qty) * toThousandths(bundles)) / 1_000_000
}

/** Maximum number of components of a bundle. */
export const maxComponents = 100

const mustBeArray = { error: 'must be an array' }

/** Accepts the fields of a line about components as they are stored. */
export const componentSchemas = lazy(() => {
  const qty = storedQuantity()
  const price = z
    .number({ error: 'must be a number' })
    .min(0, { error: 'must not be negative' })
    .refine((value) => parseUnitAmount(value) !== undefined, {
      error: 'must be an exact amount with up to ten decimals',
    })
  const percent = z
    .string({ error: 'must be a string' })
    .regex(/^(?!0$)(0|[1-9][0-9]?)(\.[0-9]{0,9}[1-9])?$/, {
      error: 'must be a percent above 0 and below 100 with up to ten decimals',
    })
  const component = z.strictObject(
    {
      id: productId,
      name: textFieldSchema('name').exactOptional(),
      sku: textFieldSchema('sku').exactOptional(),
      unit: textFieldSchema('unit').exactOptional(),
      qty,
      price: price.exactOptional(),
      tax_code: textFieldSchema('tax_code').exactOptional(),
    },
    mustBeObject,
  )
  const share = z.strictObject(
    { tax_code: textFieldSchema('tax_code').exactOptional(), percent },
    mustBeObject,
  )
  return {
    components: listSchema(component, mustBeArray, {
      min: [1, 'must be absent if the product has none'],
      max: [maxComponents, `must have at most ${maxComponents} components`],
    }).exactOptional(),
    component_prices: z
      .literal(['shown', 'summed'], { error: 'must be shown, summed or absent' })
      .exactOptional(),
    tax_shares: listSchema(share, mustBeArray, {
      min: [2, 'must be absent if there is one tax code'],
      max: [maxComponents, `must have at most ${maxComponents} parts`],
    }).exactOptional(),
  }
})
