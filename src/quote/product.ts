import { z } from 'zod'
import { QuoteError } from '../errors.js'
import { type Amount, isGreater, isNegative, parseAmount } from '../money/amount.js'
import { FaultList } from './faults.js'

/** A product as a catalogue gives it. Other fields of the object are ignored. */
export interface CatalogProduct {
  /** 1 or greater, unique in the store. */
  readonly id: number
  /** Unit list price from 0 to 10¹¹ with up to four decimals. A decimal text is the safest way to bring one from a database. */
  readonly price: number | string
  /** Unit sale price, in the same form; null or absent where the product is not on sale. 0 is a price: free of charge. */
  readonly salePrice?: number | string | null
}

/** A product's prices as quotes use them. */
export interface Product {
  readonly price: Amount
  /** The sale price where there is one, else the list price. */
  readonly calculatedPrice: Amount
}

/** What is said of an `id` that the catalogue does not have. */
export const unknownProduct = 'is not a product of this store'

const largestUnitPrice = parseAmount(1e11) as Amount

/** Whether an amount can be the price of one unit. */
export function isUnitPrice(amount: Amount): boolean {
  return !isNegative(amount) && !isGreater(amount, largestUnitPrice)
}

/** The unit price that a value stands for, or undefined. */
export function parseUnitPrice(value: unknown): Amount | undefined {
  const amount = parseAmount(value)
  return amount !== undefined && isUnitPrice(amount) ? amount : undefined
}

const unitPrice = z.custom<number | string>((value) => parseUnitPrice(value) !== undefined, {
  error: 'must be a price from 0 to 100000000000 with up to four decimals',
})

const productSchema = z.object(
  {
    id: z
      .int({ error: 'must be an integer of at least 1' })
      .min(1, { error: 'must be an integer of at least 1' }),
    price: unitPrice,
    salePrice: unitPrice.nullish(),
  },
  { error: 'must be a product object' },
)

const answerSchema = z.array(productSchema, { error: 'must be an array of products' })

/**
 * Reads a catalogue's answer as the foreign data it is.
 *
 * Products that nobody asked for are passed over, if they are sound. Two products of one id are a fault: which of them would be charged?
 *
 * @throws QuoteError `catalog_invalid`, naming the faults by their place in the answer
 */
export function readProducts(
  answer: unknown,
  wanted: Pick<ReadonlySet<number>, 'has'>,
): ReadonlyMap<number, Product> {
  const faults = new FaultList()
  const products = new Map<number, Product>()
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) faults.addIssues(parsed.error.issues)
  for (const [index, { id, price, salePrice }] of (parsed.data ?? []).entries()) {
    if (!wanted.has(id)) continue
    if (products.has(id)) faults.add([index, 'id'], `is that of an earlier product, ${id}`)
    const listPrice = parseAmount(price) as Amount
    const calculatedPrice = salePrice == null ? listPrice : (parseAmount(salePrice) as Amount)
    products.set(id, { price: listPrice, calculatedPrice })
  }
  if (!faults.isEmpty) throw new QuoteError('catalog_invalid', { errors: faults.toFaults() })
  return products
}
