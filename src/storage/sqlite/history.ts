/**
 * Returns a statement that lists history entries in an order. Its parameters are those of the condition, the maximum number of
 * rows, and the length at which a page ends: entries after it are null, so that only their lengths are read.
 */
export function historyPageStatement(order: 'version' | 'position', condition: string): string {
  return `with listed as (
      select rowid as id, ${order}, quote_id, size from quotewright_history
      where ${condition} order by ${order} limit ?),
    measured as (
      select *, sum(size) over (order by ${order} rows unbounded preceding) - size as before from listed)
    select ${order}, quote_id,
      case when before < ? then (select entry from quotewright_history where rowid = id) end as entry
    from measured order by ${order}`
}
