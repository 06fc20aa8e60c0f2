import { describe, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'

describe('memoryStorage', () => {
  storageSuite({ describe, it }, () => {
    const storage = memoryStorage()
    return { storage, reopen: () => storage }
  })
})
