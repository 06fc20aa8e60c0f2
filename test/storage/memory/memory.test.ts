import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { storageSuite } from '../../../src/testing/storage-suite/index.js'
import { fieldErrorsOf } from '../../quote/samples.js'

describe('memoryStorage', () => {
  storageSuite({ describe, it }, () => {
    const storage = memoryStorage()
    return { storage, reopen: () => storage }
  })
})

it('memoryStorage rejects options, naming each', () => {
  const withOptions = memoryStorage as (...values: unknown[]) => unknown
  const construct = () => withOptions({ maxQuotes: 5 })
  expect(Object.keys(fieldErrorsOf(construct, 'invalid_options'))).toEqual(['maxQuotes'])
})
