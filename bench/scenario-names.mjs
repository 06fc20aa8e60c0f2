/** The scenarios in the order of the table. Each is a file in `scenarios`. */
export const scenarioNames = [
  'price-lines',
  'create-in-memory',
  'create-in-sqlite',
  'create-in-postgres',
  'update-in-postgres',
  'create-over-http',
  'lone-caller-in-sqlite',
  'cost-per-line',
  'growth-in-sqlite',
  'growth-in-postgres',
  'fair-stores',
  'tag-long-quote',
  'memory-per-quote',
  'event-loop-delay',
  'capacity-in-postgres',
]
