import { afterAll, beforeAll, describe, it } from 'vitest'
import { postgresStorage } from '../../../src/storage/postgres/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { createTestSchemas, type TestSchemas } from './schemas.js'
import { type OpenClient, postgresServers } from './servers.js'

for (const { name, missing, open, options } of postgresServers) {
  describe.skipIf(missing !== undefined)(
    `postgresStorage on ${name} (${missing ?? 'here'})`,
    () => {
      let client: OpenClient
      let schemas: TestSchemas
      beforeAll(async () => {
        client = await open()
        schemas = createTestSchemas(client, options)
      })
      afterAll(() => client.close())

      storageSuite({ describe, it }, async () => {
        const schema = schemas.next()
        const storage = postgresStorage(client, { schema, ...options })
        await storage.migrate()
        const reopen = () => postgresStorage(client, { schema, ...options })
        return { storage, reopen, dispose: () => schemas.drop(schema) }
      })
    },
  )
}
