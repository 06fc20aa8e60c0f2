import type { StoragePort } from '../ports/storage.js'
import { defineCommand } from './command.js'
import { openStorage } from './databases.js'
import { storeOptions } from './engine.js'

/** The command that gives a store back to the database that it was moved away from. */
export const unfreezeCommand = defineCommand({
  name: 'unfreeze',
  summary: 'Lets a store be changed again that a move has left frozen.',
  details: [
    'Run it on the old database after a move that was interrupted and is not to go on, or to use',
    'the store there again: only if no process uses it in another database.',
  ],
  options: {
    database: storeOptions.database,
    store: storeOptions.store,
    schema: storeOptions.schema,
  },

  async run({ database, store, schema }, { log }) {
    const { storage, close } = openStorage(database, { schema })
    try {
      const name = JSON.stringify(store)
      const wasFrozen = await storage.isStoreFrozen?.(store)
      await storage.unfreezeStore(store)
      if (wasFrozen !== false) log(`The store ${name} can be changed again.`)
      else if (await hasStore(storage, store)) log(`The store ${name} was not frozen.`)
      else {
        log(`There is no store ${name}.`)
        return 1
      }
      return 0
    } finally {
      await close()
    }
  },
})

async function hasStore(storage: StoragePort, store: string): Promise<boolean> {
  const { items } = await storage.listEvents(store, { afterPosition: 0, limit: 1, maxBytes: 1 })
  return items.length > 0
}
