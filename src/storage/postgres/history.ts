/**
 * Returns a statement that lists history entries in an order. $1 is the store, $2 the number to go on after, $3 the maximum
 * number of rows, and $4 the length at which a page ends: entries after it are null, and not even read.
 */
export function historyPageStatement(
  schema: string,
  order: 'version' | 'position',
  condition = 'true',
): string {
  return `select ${order}::text, quote_id, case when before < $4 then entry::text end as entry
    from (
      select ${order}, quote_id, entry,
        sum(size) over (order by ${order} rows unbounded preceding) - size as before
      from ${schema}.history where store_id = $1 and ${order} > $2 and ${condition}
      order by ${order} limit $3) as page
    order by page.${order}`
}
