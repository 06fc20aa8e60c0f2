import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choiceChange,
  choiceValue,
  newChoiceKey,
  parseChoice,
} from '../../../src/desk/edit/choice-values.js'
import { mergeChoiceFields } from '../../../src/quote/model/choice-fields.js'

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/)
const selectable = fc.oneof(
  fc.constant({}),
  fc.record({ optional: fc.constant<true>(true), selected: fc.boolean() }),
  fc.record({ choice: fc.oneof(key, fc.constant('optional')), selected: fc.boolean() }),
)

describe('choiceValue', () => {
  it('is read back, and changes to another by a request', () => {
    fc.assert(
      fc.property(selectable, selectable, (before, after) => {
        expect(parseChoice(choiceValue(after))).toEqual(after)
        const change = choiceChange(choiceValue(before), choiceValue(after))
        expect(mergeChoiceFields(change, before)).toEqual(after)
      }),
    )
  })
})

describe('newChoiceKey', () => {
  it.each([
    ['Wall units', 'wall-units'],
    ['  Küche & Bad! ', 'kuche-bad'],
    ['1. Floor', 'section-1-floor'],
    ['台所', 'section'],
    ['', 'section'],
    ['__proto__', 'proto'],
  ])('makes %s readable: %s', (title, expected) => {
    expect(newChoiceKey(title, 'section', new Set())).toBe(expected)
  })

  it('is a key of its own for every title', () => {
    const titles = fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 300 })))
    fc.assert(
      fc.property(titles, (all) => {
        const taken = new Set<string>()
        for (const title of all) taken.add(newChoiceKey(title, 'choice', taken))
        expect(taken.size).toBe(all.length)
        for (const each of taken) expect(each).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/)
      }),
    )
  })
})
