import { freeze } from 'immer'
import { QuoteError } from '../../errors.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import type { QuoteCommit } from '../commit.js'
import { mergeCustomer } from '../customer/customer.js'
import { diffQuotes } from '../history/patches.js'
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

/** What updating a quote needs to know of the world. */
export interface UpdateQuoteInput {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The prices of {@link newProductIds}, by id; an id that is absent is not a product of the store. */
  readonly products: ReadonlyMap<number, ProductPrices>
}

/** The products that an update adds to the quote, whose prices it therefore needs. */
export function newProductIds(
  record: QuoteRecord,
  changes: UpdateQuoteRequest,
): ReadonlySet<number> {
  return changes.products === undefined
    ? new Set()
    : newLineProductIds(changes.products, record.quote.products)
}

/**
 * Decides the next version of a quote: the changes merged into it. Pure: nothing is written, and the same arguments give the
 * same change.
 *
 * @returns undefined where the changes change nothing
 * @throws QuoteError `invalid_request`, with every fault that the changes have in view of the quote
 */
export function updateQuote(
  record: StoredRecord,
  changes: UpdateQuoteRequest,
  facts: UpdateQuoteInput,
  rules: QuotePolicy,
): QuoteCommit | undefined {
  const version = record.version + 1
  const target = mergeQuote(record.quote, changes, { ...facts, version }, rules)
  const { next, patches, inversePatches } = diffQuotes(record.quote, target)
  if (patches.length === 0) return undefined
  if (version > rules.limits.maxVersions) throw tooManyVersionsError(rules.limits)
  const updated = Math.max(facts.now, record.updated)
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
        ...(facts.actor === undefined ? undefined : { actor: facts.actor }),
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
  facts: UpdateQuoteInput & { readonly version: number },
  { rounding, resolveRegion, limits }: QuotePolicy,
): Quote {
  const faults = new FieldErrorCollector()
  rejectReadOnlyChanges(readOnlyFields, stored, changes, [], faults)
  const customer =
    changes.customer === undefined
      ? stored.customer
      : mergeCustomer(stored.customer, changes.customer, resolveRegion)
  const mostFields = Math.max(limits.maxCustomerFields, Object.keys(stored.customer).length)
  if (Object.keys(customer).length > mostFields)
    faults.add(['customer'], `must have at most ${limits.maxCustomerFields} fields once merged`)
  const products =
    changes.products === undefined
      ? stored.products
      : replaceLines(stored.products, changes.products, { ...facts, rounding }, faults)
  const order = products && resolveLineOrder(stored, changes.product_order, products, faults)
  if (products === undefined || order === undefined || !faults.isEmpty)
    throw new QuoteError('invalid_request', { errors: faults.toFieldErrors() })
  return {
    ...stored,
    customer,
    products,
    product_order: order,
    ...(products === stored.products ? undefined : quoteTotals(products, rounding)),
    tags: changes.tag_list === undefined ? stored.tags : uniqueTags(changes.tag_list),
  }
}
