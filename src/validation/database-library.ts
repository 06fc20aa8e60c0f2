/** A library whose objects are often passed where a database connection is expected. */
export type DatabaseLibrary =
  | 'Drizzle'
  | 'Knex'
  | 'Kysely'
  | 'Prisma'
  | 'Sequelize'
  | 'TypeORM'
  | 'postgres.js'

/** Properties that only objects of this library have: its databases or its transactions. */
const signatures: readonly (readonly [library: DatabaseLibrary, property: string])[] = [
  ['Prisma', '$queryRawUnsafe'],
  ['Drizzle', '$client'],
  ['Drizzle', '$with'],
  ['Kysely', 'selectFrom'],
  ['Knex', 'batchInsert'],
  ['TypeORM', 'createQueryRunner'],
  ['TypeORM', 'createQueryBuilder'],
  ['Sequelize', 'getQueryInterface'],
  ['postgres.js', 'unsafe'],
]

/** Returns the library that an object belongs to, judging by its properties. */
export function identifyLibrary(value: unknown): DatabaseLibrary | undefined {
  if (!isObjectOrFunction(value)) return undefined
  return signatures.find(([, property]) => value[property] !== undefined)?.[0]
}

/** Returns true if a value has a method of each of these names. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  return isObjectOrFunction(value) && names.every((name) => typeof value[name] === 'function')
}

function isObjectOrFunction(value: unknown): value is Readonly<Record<string, unknown>> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
