const tables = /create table (\S+\.(?:records|history|idempotency|search)) \(([\s\S]*?)\n *\);/g

/** Returns the migration with its large tables partitioned, as in docs/operating/scaling.md. */
export function partitioned(migrationSql: string, partitions: number): string {
  return migrationSql.replaceAll(tables, (_, table: string, columns: string) => {
    const parts = Array.from(
      { length: partitions },
      (_, part) =>
        `create table ${table}_${part} partition of ${table} for values with (modulus ${partitions}, remainder ${part});`,
    )
    return [`create table ${table} (${columns}) partition by hash (store_id);`, ...parts].join('\n')
  })
}
