import { describe, expect, it } from 'vitest'
import { entryOperations } from '../../../src/record/history/entry-operations.js'

describe('entryOperations', () => {
  it('has names in camel case', () => {
    const names = Object.values(entryOperations).flat()
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([])
  })
})
