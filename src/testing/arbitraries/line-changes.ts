import type { Arbitrary } from 'fast-check'
import { keyOf } from '../../quote/lines/line-keys.js'
import type { CatalogProduct } from '../../quote/products/catalog-product.js'
import type { ProductLine, Quote } from '../../quote/quote.js'
import type { LineChangeRequest } from '../../quote/requests/line-request.js'
import type { FastCheck } from './fast-check.js'
import { customLines, newLines, notes, optional, percents, quantities } from './lines.js'
import type { Scope } from './options.js'
import { offeredPrices } from './prices.js'

/** Generates changes of single lines, which leave at least one line. */
export function lineChanges(
  fc: FastCheck,
  { products: lines }: Quote,
  products: readonly CatalogProduct[],
  scope: Scope,
): Arbitrary<readonly LineChangeRequest[]> {
  const ids = new Set(lines.map(({ id }) => id))
  const others = products.filter(({ id }) => !ids.has(id))
  // The id of a stored line would change that line.
  const added: Arbitrary<LineChangeRequest> =
    others.length === 0 ? customLines(fc, scope) : newLines(fc, others, scope)
  const changed = fc.tuple(
    ...lines.map((line, index) => fc.option(lineChange(fc, lines, line, index, scope))),
  )
  return fc
    .tuple(changed, fc.array(added, { maxLength: 2 }))
    .map(([some, more]) => [...some.filter((change) => change !== null), ...more])
    .filter((changes) => {
      const removed = changes.filter(({ remove }) => remove).length
      const isAdded = ({ key, id }: LineChangeRequest) =>
        key === undefined && (id === undefined || !ids.has(id) || id === 0)
      return removed < lines.length || changes.some(isAdded)
    })
}

function lineChange(
  fc: FastCheck,
  lines: readonly ProductLine[],
  line: ProductLine,
  index: number,
  scope: Scope,
): Arbitrary<LineChangeRequest> {
  const { id } = line
  const isOnlyOne = id !== 0 && lines.filter((each) => each.id === id).length === 1
  const byKey = { key: keyOf(line, index) }
  const reference = isOnlyOne ? fc.constantFrom(byKey, { id }) : fc.constant(byKey)
  const fields = { qty: quantities(fc, scope), note: fc.option(notes(fc)) }
  const custom = optional(id === 0, { name: fc.constant('Travel') })
  const change = fc.oneof(
    fc.record(
      { ...fields, ...custom, quote: offeredPrices(fc, scope.unitDecimals) },
      { requiredKeys: [] },
    ),
    fc.record({ ...fields, discount_percent: fc.option(percents(fc)) }, { requiredKeys: [] }),
    fc.constant({ remove: true }),
  )
  return fc.tuple(reference, change).map(([named, rest]) => ({ ...named, ...rest }))
}
