import { describe, expect, it } from 'vitest'
import { hasChoiceFields, lineChoiceFields } from '../../../src/quote/model/choice-fields.js'

describe('hasChoiceFields', () => {
  it.each(lineChoiceFields)('knows %s, also if it is to be removed', (field) => {
    expect(hasChoiceFields({ [field]: null })).toBe(true)
  })

  it('returns false for a line without any of them', () => {
    const line = { id: 1, qty: 2 }
    expect(hasChoiceFields(line as object)).toBe(false)
  })
})
