import { describe, expect, it } from 'vitest'
import { hasMethods, identifyLibrary } from '../../src/validation/database-library.js'

describe('identifyLibrary', () => {
  it.each([
    ['Prisma', { $queryRawUnsafe() {} }],
    ['Drizzle', { $client: {} }],
    ['Kysely', { selectFrom() {} }],
    ['Knex', Object.assign(() => {}, { batchInsert() {} })],
    ['TypeORM', { createQueryRunner() {}, query() {} }],
    ['Sequelize', { getQueryInterface() {}, query() {} }],
    ['postgres.js', Object.assign(() => {}, { unsafe() {} })],
  ])('recognizes %s', (library, value) => {
    expect(identifyLibrary(value)).toBe(library)
  })

  it.each([[{ query() {} }], [{}], ['postgres://'], [null], [undefined], [() => {}]])(
    'returns undefined for %o',
    (value) => {
      expect(identifyLibrary(value)).toBeUndefined()
    },
  )
})

describe('hasMethods', () => {
  it('returns true if every method exists, inherited or own', () => {
    class Catalog {
      findProducts() {}
    }
    expect(hasMethods(new Catalog(), ['findProducts'])).toBe(true)
    expect(
      hasMethods(
        Object.assign(() => {}, { a() {}, b() {} }),
        ['a', 'b'],
      ),
    ).toBe(true)
  })

  it.each([[{}], [{ a: 1, b() {} }], [{ a() {} }], [null], [undefined], ['a']])(
    'returns false for %o',
    (value) => {
      expect(hasMethods(value, ['a', 'b'])).toBe(false)
    },
  )
})
