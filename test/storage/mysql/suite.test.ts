import { describe, it } from 'vitest'
import { type MysqlStorage, mysqlStorage } from '../../../src/storage/mysql/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { describeOnMariadb } from './databases.js'

describeOnMariadb('mysqlStorage', (server) => {
  let opened: { readonly storage: MysqlStorage; readonly database: string } | undefined

  storageSuite({ describe, it }, async () => {
    // Emptied for each test, because creating tables takes longer than most tests.
    opened ??= await server.open()
    const { storage, database } = opened
    for (const table of ['stores', 'records', 'terms', 'history', 'idempotency'])
      await server.pool.query(`delete from ${database}.quotewright_${table}`)
    return { storage, reopen: () => mysqlStorage(server.pool, { database }) }
  })
})
