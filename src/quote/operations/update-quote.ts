import { freeze } from 'immer'
import { QuoteError } from '../../errors.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { QuoteCommit } from '../commit.js'
import { mergeCustomer } from '../customer/customer.js'
import { diffQuotes } from '../history/diff.js'
import { nextReplayState } from '../history/snapshots.js'
import type { Limits } from '../limits.js'
import type { ProductPrices } from '../lines/catalog-product.js'
import { resolveLineOrder } from '../lines/line-order.js'
import { newLineProductIds, replaceLines } from '../lines/replace-lines.js'
import type { QuotePolicy } from '../policy.js'
import { quoteTotals } from '../pricing/totals.js'
import type { Quote, QuoteRecord } from '../quote.js'
import { readOnlyFields, rejectReadOnlyChanges } from '../requests/read-only-fields.js'
import { uniqueTags } from '../requests/tag-names.js'
import type { UpdateQuoteRequest } from '../requests/update-request.js'
import type { StoredRecord } from '../stored-record.js'

/** The input of {@link updateQuote} beside the changes. */
export interface UpdateQuoteInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Prices of {@link newProductIds} by id. Absent ids are not products of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/** Returns the ids of the products that an update adds to the quote: their prices are needed. */
export function newProductIds(
  record: QuoteRecord,
  changes: UpdateQuoteRequest,
): ReadonlySet<number> {
  return changes.products === undefined
    ? new Set()
    : newLineProductIds(changes.products, record.quote.products)
}

/**
 * Returns the commit that merges changes into a quote. Pure.
 *
 * @returns undefined if the changes have no effect
 * @throws QuoteError `invalid_request` with every error of the changes for this quote and catalog
 */
export function updateQuote(
  record: StoredRecord,
  changes: UpdateQuoteRequest,
  input: UpdateQuoteInput,
  policy: QuotePolicy,
): QuoteCommit | undefined {
  const version = record.version + 1
  const target = mergeQuote(record.quote, changes, { ...input, version }, policy)
  const { next, patches, inversePatches } = diffQuotes(record.quote, target)
  if (patches.length === 0) return undefined
  if (version > policy.limits.maxVersions) throw tooManyVersionsError(policy.limits)
  const updated = Math.max(input.now, record.updated)
  const replay = nextReplayState(record.replay, version, next, patches, inversePatches)
  const isSnapshot = replay.base === version
  return freeze(
    {
      previousVersion: record.version,
      record: { ...record, version, updated, quote: next, replay },
      historyEntry: {
        version,
        timestamp: updated,
        operation: 'update',
        ...(input.actor === undefined ? undefined : { actor: input.actor }),
        ...(isSnapshot ? undefined : { base: replay.base }),
        patches,
        inversePatches,
        ...(isSnapshot ? { snapshot: next } : undefined),
      },
    },
    true,
  )
}

function tooManyVersionsError({ maxVersions }: Limits): QuoteError {
  const message = `has reached its maximum of ${maxVersions} versions: create a new quote instead`
  return new QuoteError('invalid_request', { errors: { '': message } })
}

function mergeQuote(
  stored: Quote,
  changes: UpdateQuoteRequest,
  input: UpdateQuoteInput & { readonly version: number },
  { rounding, resolveRegion, limits }: QuotePolicy,
): Quote {
  const errors = new FieldErrorCollector()
  rejectReadOnlyChanges(readOnlyFields, stored, changes, [], errors)
  const customer =
    changes.customer === undefined
      ? stored.customer
      : mergeCustomer(stored.customer, changes.customer, resolveRegion)
  const maxFields = Math.max(limits.maxCustomerFields, Object.keys(stored.customer).length)
  if (Object.keys(customer).length > maxFields)
    errors.add(['customer'], `must have at most ${limits.maxCustomerFields} fields once merged`)
  const products =
    changes.products === undefined
      ? stored.products
      : replaceLines(stored.products, changes.products, { ...input, rounding }, errors)
  const order = products && resolveLineOrder(stored, changes.product_order, products, errors)
  if (products === undefined || order === undefined || !errors.isEmpty)
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return {
    ...stored,
    customer,
    products,
    product_order: order,
    ...(products === stored.products ? undefined : quoteTotals(products, rounding)),
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
  }
}
