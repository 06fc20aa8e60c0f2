import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { storageModel } from '../../src/testing/model/index.js'
import { type Defect, defects } from './model-defects.js'

/** Enough to find every defect, however few runs FC_NUM_RUNS asks for. */
const numRuns = 1_000

/** Checks the model against a storage with a defect. */
function checkModel(replace: Defect) {
  const property = storageModel(fc, () => {
    const correct = memoryStorage()
    const storage = { ...correct, ...replace(correct) }
    return { storage, reopen: () => storage }
  })
  return fc.check(property, { numRuns, endOnFailure: true })
}

describe('storageModel', () => {
  it.each(defects)('fails a storage that %s', async (_name, defect) => {
    expect((await checkModel(defect)).failed).toBe(true)
  })

  it('fails a storage that loses its data when reopened', async () => {
    const reopen = memoryStorage
    const property = storageModel(fc, () => ({ storage: memoryStorage(), reopen }))
    expect((await fc.check(property, { numRuns, endOnFailure: true })).failed).toBe(true)
  })

  it('shrinks to the failing command and names it', async () => {
    const property = storageModel(fc, () => {
      const correct = memoryStorage()
      const listHistory: StoragePort['listHistory'] = async (storeId, ref, range) => {
        const [record] = await correct.load(storeId, [ref])
        if (record === undefined) throw new Error('no such record')
        return correct.listHistory(storeId, ref, range)
      }
      const storage = { ...correct, listHistory }
      return { storage, reopen: () => storage }
    })
    const { counterexample } = await fc.check(property, { numRuns })
    expect(String(counterexample?.[0])).toMatch(
      /^list [123] of the history of .+ of store [01] after \d \/\*replayPath.*\*\/$/,
    )
  })

  it('disposes of the fixtures of failed runs', async () => {
    let open = 0
    const property = storageModel(fc, () => {
      open += 1
      const storage = { ...memoryStorage(), load: () => Promise.reject(new Error('no')) }
      const dispose = () => {
        open -= 1
      }
      return { storage, reopen: () => storage, dispose }
    })
    expect((await fc.check(property, { numRuns })).failed).toBe(true)
    expect(open).toBe(0)
  })
})
