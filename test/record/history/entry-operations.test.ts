import { describe, expect, it } from 'vitest'
import { entryTitles } from '../../../src/record/history/entry-operations.js'

describe('entryTitles', () => {
  it('has names in camel case', () => {
    const names = Object.values(entryTitles).flatMap((titles) => Object.keys(titles))
    expect(names.filter((name) => !/^[a-z][a-zA-Z]+$/.test(name))).toEqual([])
  })
})
