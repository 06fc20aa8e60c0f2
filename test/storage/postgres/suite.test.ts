import { describe, it } from 'vitest'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { describeOnPostgres } from './schemas.js'

describeOnPostgres('postgresStorage', (server) => {
  storageSuite({ describe, it }, async () => {
    const { schema, isMigrated } = server.schemas.take()
    const storage = postgresStorage(server.client, { schema, ...server.options })
    if (!isMigrated) await storage.migrate()
    const reopen = () => postgresStorage(server.client, { schema, ...server.options })
    return { storage, reopen, dispose: () => server.schemas.release(schema) }
  })
})
