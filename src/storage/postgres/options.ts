export interface PostgresStorageOptions {
  /**
   * The schema that holds the tables: 1 to 63 lower-case letters, digits and underscores, without a
   * digit or `pg_` at the beginning. Words of SQL such as `order` are names like any other.
   * `quotewright` by default.
   */
  readonly schema?: string
  /**
   * Whether connections keep the statements that they have been sent, which spares the server reading and planning them again. Needs a
   * client of `pg` (`query({ name, text, values })`), and a connection that stays with it: the server itself, or a pooler that knows prepared
   * statements (PgBouncer from 1.21 on). False by default.
   */
  readonly preparedStatements?: boolean
}
