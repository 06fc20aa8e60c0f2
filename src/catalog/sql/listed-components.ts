import type { CatalogComponent } from '../../quote/lines/product-components.js'
import type { ProductId } from '../../quote/model/product-fields.js'
import type { ColumnType } from './column-types.js'
import type { SqlWriter } from './dialect.js'
import { aggregates, writeIs } from './listed-price.js'
import type { SqlComponentTable } from './options.js'
import { readNumber } from './read-value.js'

/**
 * Writes a subquery with the components of a product, as JSON for {@link parseListedComponents}.
 *
 * @param id The column with the id of the product.
 */
export function writeComponents(
  sql: SqlWriter,
  { table, bundle, product, qty, store }: SqlComponentTable,
  storeId: string,
  id: string,
): string {
  const column = (name: string) => `c.${sql.name(name)}`
  const [ofRows, ofValues] = aggregates[sql.dialect]
  // In SQLite each id has its own type.
  const own = sql.dialect === 'sqlite' ? column(product) : sql.asText(column(product))
  const values = [own, sql.asText(column(qty))]
  const conditions = [`${column(bundle)} = ${id}`]
  if (store !== undefined) conditions.push(writeIs(sql, column(store), storeId))
  return [
    `(select ${sql.asText(`${ofRows}(${ofValues}(${values.join(', ')}))`)}`,
    `from ${sql.table(table)} c where ${conditions.join(' and ')})`,
  ].join(' ')
}

/**
 * Parses the components of a product, in the order of their ids: that of rows is any. The engine
 * validates them.
 *
 * @param json What {@link writeComponents} selects.
 */
export function parseListedComponents(
  json: string | null | undefined,
  kind: ColumnType['kind'],
): readonly CatalogComponent[] {
  const rows = JSON.parse(json ?? '[]') as readonly (readonly [id: ProductId, qty: string | null])[]
  const components = rows.map(([id, qty]) => ({
    id: kind === 'integer' ? Number(id) : id,
    qty: Number(readNumber(qty ?? '', 'text') || Number.NaN),
  }))
  return components.sort(({ id: left }, { id: right }) =>
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : String(left) < String(right)
        ? -1
        : 1,
  )
}
