import { describe, expect, it } from 'vitest'
import { type Tag, visibleTags } from '../../../src/features/tags/tags.js'

const tag = (value: string): Tag => ({ backgroundColor: '', color: '', label: value, value })
const storeTags = { vip: tag('vip'), new: tag('new') }

describe('visibleTags', () => {
  it('returns the tags of the quote that the store has, in the order of the quote', () => {
    const shown = visibleTags({ tags: ['new', 'unknown', 'vip'] }, storeTags)
    expect(shown).toEqual([tag('new'), tag('vip')])
  })

  it('returns nothing for a quote without tags', () => {
    expect(visibleTags({ tags: null }, storeTags)).toEqual([])
  })

  it('returns nothing for a store without tags', () => {
    expect(visibleTags({ tags: ['vip'] }, {})).toEqual([])
  })

  it.each(['constructor', 'toString', '__proto__'])(
    'does not take what every object inherits for a tag called %s',
    (name) => {
      expect(visibleTags({ tags: [name] }, storeTags)).toEqual([])
    },
  )

  it('returns a tag with the name __proto__', () => {
    const tags = Object.fromEntries([['__proto__', tag('__proto__')]])
    expect(visibleTags({ tags: ['__proto__'] }, tags)).toEqual([tag('__proto__')])
  })

  it('is case-sensitive', () => {
    expect(visibleTags({ tags: ['VIP'] }, storeTags)).toEqual([])
  })

  it('returns a frozen array', () => {
    expect(Object.isFrozen(visibleTags({ tags: ['vip'] }, storeTags))).toBe(true)
  })
})
