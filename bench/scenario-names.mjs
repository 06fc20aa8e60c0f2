/** The scenarios in the order of the table. Each is a file in `scenarios`. */
export const scenarioNames = [
  'since-baseline',
  'price-lines',
  'price-discounts',
  'create-in-memory',
  'create-in-sqlite',
  'create-in-postgres',
  'create-in-mariadb',
  'update-in-postgres',
  'citus',
  'galera',
  'lifecycle',
  'document-html',
  'create-over-http',
  'lone-caller-in-sqlite',
  'cost-per-line',
  'growth-in-sqlite',
  'growth-in-postgres',
  'list-in-sqlite',
  'list-in-postgres',
  'list-in-mariadb',
  'scoped-list',
  'desk-list',
  'desk-long-quote',
  'fair-stores',
  'tag-long-quote',
  'memory-per-quote',
  'files-memory',
  'document-pdf',
  'event-loop-delay',
  'capacity-model',
  'move-store',
]

/**
 * The scenarios whose results have a file of their own, from which a page is computed.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const ownRecords = { 'capacity-model': 'docs/capacity.json' }
