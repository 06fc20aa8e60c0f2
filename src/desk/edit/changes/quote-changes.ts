import type { FieldErrors } from '../../../errors.js'
import type { NumberKind } from '../../../pages/forms/typed-numbers.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import type { CreateQuoteRequest } from '../../../quote/requests/create-request.js'
import type { UpdateQuoteRequest } from '../../../quote/requests/update-request.js'
import { displayedLines, draftOfQuote } from '../draft/draft-of-quote.js'
import {
  emptyDraft,
  isBlankDiscount,
  isBlankRow,
  isSameValue,
  numberFields,
  type QuoteDraft,
} from '../draft/quote-draft.js'
import {
  customerChanges,
  customerPaths,
  customerValues,
  discountChanges,
  discountKind,
  fieldNameErrors,
  shippingChange,
} from './content-changes.js'
import { type FormPath, fixedPaths } from './error-paths.js'
import { type LineChanges, lineChanges, newLine } from './line-changes.js'
import {
  lineList,
  needsLineList,
  removedKeys,
  reorderedList,
  replacedLineErrors,
} from './line-list.js'
import { orderChange, orderedKeys, positionErrors } from './line-order.js'

/** A request of the engine that says what a form says. */
export interface DraftRequest<Request> {
  readonly request: Request
  /** Where the form has what the request has. */
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
  /** Errors that the engine does not see, by the names of their fields. */
  readonly errors: FieldErrors
}

/** Returns the request that changes a quote to what a form says, with only what differs. */
export function changesOf(
  { quote, version }: QuoteRecord,
  draft: QuoteDraft,
): DraftRequest<UpdateQuoteRequest> {
  const base = draftOfQuote(quote, draft.numbers)
  const changed = lineChanges(base, draft, displayedLines(quote), version + 1)
  const { changes, keys } = changed
  const removed = removedKeys(changes)
  const { discounts, paths: discountPaths } = discountChanges(base, draft, removed)
  const customer = customerChanges(base, draft)
  const shipping = shippingChange(base.shipping, draft.shipping, draft.numbers)
  const order = orderChange(quote, orderedKeys(base, draft, keys), removed)
  const lines = linesRequest(quote, changed, order)
  const isSameTags = isSameSet(base.tags, draft.tags)
  const request = {
    ...(Object.keys(customer).length === 0 ? undefined : { customer }),
    ...lines.request,
    ...(discounts === undefined ? undefined : { discounts }),
    ...(shipping === undefined ? undefined : { shipping }),
    ...(isSameTags ? undefined : { tag_list: draft.tags }),
    ...(draft.owner === base.owner ? undefined : { owner: draft.owner || null }),
  }
  return {
    request,
    paths: [
      ...fixedPaths,
      ...customerPaths(draft),
      ...lines.paths,
      ...namePaths(draft, lines.paths),
      ...discountPaths,
    ],
    keys,
    errors: {
      ...replacedLineErrors(quote, changes, changed.paths),
      ...formOnlyErrors(base, draft),
    },
  }
}

/** Returns the errors that the engine does not see, because they are about the form. */
function formOnlyErrors(base: QuoteDraft, draft: QuoteDraft): FieldErrors {
  return {
    ...fieldNameErrors(base, draft),
    ...positionErrors(draft),
    ...numberErrors(base, draft),
  }
}

/** The lines of a request, and their order, if it changes them. */
interface LinesRequest {
  readonly request: Pick<UpdateQuoteRequest, 'products' | 'product_changes' | 'product_order'>
  readonly paths: readonly FormPath[]
}

/** Lines without keys cannot be ordered by them, so they are sent in their new order. */
function linesRequest(
  quote: Quote,
  { changes, paths }: LineChanges,
  order: readonly string[] | undefined,
): LinesRequest {
  const product_order = order === undefined ? undefined : { product_order: order }
  if (changes.length === 0) {
    const isKeyed = quote.products.every(({ key }) => key !== null)
    if (order === undefined || isKeyed) return { request: { ...product_order }, paths }
    const { products } = reorderedList(quote, order)
    return { request: { products }, paths }
  }
  if (!needsLineList(quote, changes))
    return { request: { product_changes: changes, ...product_order }, paths }
  const list = lineList(quote, changes, paths)
  return { request: { products: list.products, ...product_order }, paths: list.paths }
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(right)
  return left.length === names.size && left.every((name) => names.has(name))
}

/** The name of a new line is typed into the field of its product. */
function namePaths({ rows }: QuoteDraft, paths: readonly FormPath[]): readonly FormPath[] {
  const added = new Set(
    rows.flatMap(({ key }, index) => (key === '' ? [`products[${index}]`] : [])),
  )
  return paths.flatMap(([path, name]) =>
    added.has(name) ? [[`${path}.name`, `${name}.id`] as const] : [],
  )
}

/** Returns the request that creates the quote of a form. Its tags are set afterwards. */
export function createRequestOf(draft: QuoteDraft): DraftRequest<CreateQuoteRequest> {
  const customer = [...customerValues(draft)].filter(([, value]) => value !== '')
  const keys = draft.rows.map((row, index) => (isBlankRow(row) ? undefined : String(index)))
  const order = orderedKeys(emptyDraft, draft, keys)
  const { discounts, paths } = discountChanges(emptyDraft, draft)
  const shipping = shippingChange(emptyDraft.shipping, draft.shipping, draft.numbers)
  const { owner, currency } = draft
  const request = {
    customer: Object.fromEntries(customer),
    products: order.map((key) =>
      newLine(draft.rows[Number(key)] as QuoteDraft['rows'][number], draft.numbers),
    ),
    ...(discounts === undefined ? undefined : { discounts }),
    ...(shipping === undefined ? undefined : { shipping }),
    ...(owner === '' ? undefined : { owner }),
    ...(currency === '' ? undefined : { currency: currency.toUpperCase() }),
  }
  const linePaths = order.map((key, index) => [`products[${index}]`, `products[${key}]`] as const)
  return {
    request: request as unknown as CreateQuoteRequest,
    paths: [
      ...fixedPaths,
      ...customerPaths(draft),
      ...linePaths,
      ...namePaths(draft, linePaths),
      ...paths,
    ],
    keys: keys.map((key) => (key === undefined ? undefined : `1-${order.indexOf(key) + 1}`)),
    errors: formOnlyErrors(emptyDraft, draft),
  }
}

/**
 * Returns the errors of numbers that were typed and cannot be read, by the names of their fields.
 * What the form showed is valid, however it is written.
 */
function numberErrors(base: QuoteDraft, draft: QuoteDraft): FieldErrors {
  const { numbers } = draft
  const errors: Record<string, string> = {}
  const check = (name: string, value: string, kind: NumberKind, before: string | undefined) => {
    if (value === '' || (before !== undefined && isSameValue(value, before))) return
    if (numbers.parse(value, kind) === undefined) errors[name] = numbers.error(kind)
  }
  const rows = new Map(base.rows.map((row) => [row.key, row.values]))
  for (const [index, row] of draft.rows.entries()) {
    if (row.isRemoved || isBlankRow(row)) continue
    const before = rows.get(row.key)
    for (const field of Object.keys(numberFields) as (keyof typeof numberFields)[])
      check(`products[${index}].${field}`, row.values[field], numberFields[field], before?.[field])
  }
  for (const [index, discount] of draft.discounts.entries()) {
    if (isBlankDiscount(discount)) continue
    const before = base.discounts[index]
    const isSameType = before?.type === discount.type
    const known = isSameType ? before?.value : undefined
    check(`discounts[${index}].value`, discount.value, discountKind(discount), known)
  }
  const { type, price } = draft.shipping
  if (type === 'custom') check('shipping.product.price', price, 'money', base.shipping.price)
  return errors
}
