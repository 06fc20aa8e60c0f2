import { freeze } from 'immer'
import { QuoteError } from '../errors.js'
import type { Change } from './change.js'
import { checkComputedFields } from './computed-fields.js'
import { mergeCustomer } from './customer.js'
import { FaultList } from './faults.js'
import type { Limits } from './limits.js'
import { patchesBetween } from './patches.js'
import type { Product } from './product.js'
import { nextProductOrder } from './product-order.js'
import type { Quote, QuoteRecord } from './quote.js'
import { newProductIds, replaceProducts } from './replace-products.js'
import { computedFields, type QuoteChanges } from './requests.js'
import type { QuoteRules } from './rules.js'
import { nextReplayState } from './snapshots.js'
import type { StoredRecord } from './stored-record.js'
import { distinctTags } from './tag-names.js'
import { quoteTotals } from './totals.js'

/** What updating a quote needs to know of the world. */
export interface UpdateFacts {
  readonly actor?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The prices of {@link productIdsToPrice}, by id; an id that is absent is not a product of the store. */
  readonly products: ReadonlyMap<number, Product>
}

/** The products that an update adds to the quote, whose prices it therefore needs. */
export function productIdsToPrice(record: QuoteRecord, changes: QuoteChanges): ReadonlySet<number> {
  return changes.products === undefined
    ? new Set()
    : newProductIds(changes.products, record.quote.products)
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
  changes: QuoteChanges,
  facts: UpdateFacts,
  rules: QuoteRules,
): Change | undefined {
  const version = record.version + 1
  const target = mergedQuote(record.quote, changes, { ...facts, version }, rules)
  const { next, patches, inversePatches } = patchesBetween(record.quote, target)
  if (patches.length === 0) return undefined
  if (version > rules.limits.versions) throw tooManyVersions(rules.limits)
  const updated = Math.max(facts.now, record.updated)
  const replay = nextReplayState(record.replay, version, next, patches, inversePatches)
  const isSnapshot = replay.base === version
  return freeze(
    {
      previousVersion: record.version,
      record: { ...record, version, updated, quote: next, replay },
      entry: {
        version,
        time: updated,
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

function tooManyVersions({ versions }: Limits): QuoteError {
  const message = `has reached its maximum of ${versions} versions: create a new quote instead`
  return new QuoteError('invalid_request', { errors: { '': message } })
}

function mergedQuote(
  stored: Quote,
  changes: QuoteChanges,
  facts: UpdateFacts & { readonly version: number },
  { rounding, regions, limits }: QuoteRules,
): Quote {
  const faults = new FaultList()
  checkComputedFields(computedFields, stored, changes, [], faults)
  const customer =
    changes.customer === undefined
      ? stored.customer
      : mergeCustomer(stored.customer, changes.customer, regions)
  const mostFields = Math.max(limits.customerFields, Object.keys(stored.customer).length)
  if (Object.keys(customer).length > mostFields)
    faults.add(['customer'], `must have at most ${limits.customerFields} fields once merged`)
  const products =
    changes.products === undefined
      ? stored.products
      : replaceProducts(stored.products, changes.products, { ...facts, rounding }, faults)
  const order = products && nextProductOrder(stored, changes.product_order, products, faults)
  if (products === undefined || order === undefined || !faults.isEmpty)
    throw new QuoteError('invalid_request', { errors: faults.toFaults() })
  return {
    ...stored,
    customer,
    products,
    product_order: order,
    ...(products === stored.products ? undefined : quoteTotals(products, rounding)),
    tags: changes.tag_list === undefined ? stored.tags : distinctTags(changes.tag_list),
  }
}
