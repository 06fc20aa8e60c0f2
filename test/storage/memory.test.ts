import { describe, it } from 'vitest'
import { memoryStorage } from '../../src/storage/memory.js'
import { storageSuite } from '../../src/testing/storage-suite.js'

describe('memoryStorage', () => {
  storageSuite({ describe, it }, () => {
    const storage = memoryStorage()
    return { storage, reopen: () => storage }
  })
})
