import { describe, expect, it } from 'vitest'
import { removeEntry, setEntry } from '../../../src/features/store-lists/named-list.js'
import {
  storeTags,
  type Tag,
  type TagList,
  tagsByName,
  tagsRef,
} from '../../../src/features/tags/tags.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const input = { actor: 'ann', now: 1_000 }

function tagOf(value: string, label = value): Tag {
  return { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)', label, value }
}

/** The record of a store that set these tags. */
function recordOf(...names: string[]): StoredRecord<TagList> | undefined {
  let record: StoredRecord<TagList> | undefined
  for (const name of names)
    record = setEntry(storeTags, record, tagOf(name), input, defaultLimits)?.record
  return record
}

const namesOf = (tags: TagList | undefined) => tags?.map(({ value }) => value)

describe('setEntry of tags', () => {
  it('creates the record with the first tag', () => {
    expect(setEntry(storeTags, undefined, tagOf('a'), input, defaultLimits)).toEqual({
      previousVersion: 0,
      record: {
        ...tagsRef,
        version: 1,
        updated: 1_000,
        replay: { base: 1, size: 0 },
        value: [tagOf('a')],
      },
      historyEntry: {
        version: 1,
        time: 1_000,
        operation: 'setTag',
        by: 'ann',
        patches: [{ op: 'replace', path: [], value: [tagOf('a')] }],
      },
    })
  })

  it('adds a new tag at the end', () => {
    const change = setEntry(
      storeTags,
      recordOf('b', '10'),
      tagOf('2'),
      { now: 2_000 },
      defaultLimits,
    )
    expect(namesOf(change?.record.value)).toEqual(['b', '10', '2'])
    expect(change).toMatchObject({
      previousVersion: 2,
      record: { version: 3, updated: 2_000 },
      historyEntry: { operation: 'setTag' },
    })
    expect(change?.historyEntry).not.toHaveProperty('by')
  })

  it('replaces the tag of the same name in its place', () => {
    const replaced = tagOf('b', 'Beta')
    const change = setEntry(storeTags, recordOf('a', 'b', 'c'), replaced, input, defaultLimits)
    expect(change?.record.value).toEqual([tagOf('a'), replaced, tagOf('c')])
  })

  it('returns undefined if the store has this very tag', () => {
    expect(
      setEntry(storeTags, recordOf('a', 'b'), tagOf('a'), input, defaultLimits),
    ).toBeUndefined()
  })

  it('does not change the record, and returns a deeply frozen change', () => {
    const record = recordOf('a')
    const change = setEntry(storeTags, record, tagOf('b'), input, defaultLimits)
    expect(namesOf(record?.value)).toEqual(['a'])
    expect(Object.isFrozen(change?.record.value)).toBe(true)
    expect(Object.isFrozen(change?.historyEntry.patches)).toBe(true)
    const first = setEntry(storeTags, undefined, tagOf('a'), input, defaultLimits)
    expect(Object.isFrozen(first?.record.value)).toBe(true)
    expect(Object.isFrozen(first?.record.value[0])).toBe(true)
  })

  it('rejects a tag beyond maxStoreTags, but replaces one', () => {
    const limits = { ...defaultLimits, maxStoreTags: 2 }
    const record = recordOf('a', 'b')
    expect(fieldErrorsOf(() => setEntry(storeTags, record, tagOf('c'), input, limits))).toEqual({
      name: 'must be the name of one of the 2 tags of the store; remove one to add another',
    })
    expect(setEntry(storeTags, record, tagOf('a', 'A'), input, limits)).toBeDefined()
    const freed = removeEntry(storeTags, record, 'a', input)?.record
    expect(namesOf(setEntry(storeTags, freed, tagOf('c'), input, limits)?.record.value)).toEqual([
      'b',
      'c',
    ])
  })

  it('makes the tags impossible to find as a record', () => {
    expect(setEntry(storeTags, undefined, tagOf('a'), input, defaultLimits)).not.toHaveProperty(
      'search',
    )
    expect(setEntry(storeTags, recordOf('a'), tagOf('b'), input, defaultLimits)).not.toHaveProperty(
      'search',
    )
  })
})

describe('removeEntry of tags', () => {
  it('removes the tag, and keeps the order of the others', () => {
    const change = removeEntry(storeTags, recordOf('a', 'b', 'c'), 'b', {
      now: 2_000,
      actor: 'bob',
    })
    expect(change).toMatchObject({
      previousVersion: 3,
      record: { version: 4, updated: 2_000 },
      historyEntry: { operation: 'removeTag', by: 'bob' },
    })
    expect(namesOf(change?.record.value)).toEqual(['a', 'c'])
  })

  it('keeps the record if no tag is left, so that its versions go on', () => {
    expect(removeEntry(storeTags, recordOf('a'), 'a', input)?.record).toMatchObject({
      version: 2,
      value: [],
    })
  })

  it.each(['b', 'A', 'a ', '', '__proto__'])('returns undefined for "%s"', (name) => {
    expect(removeEntry(storeTags, recordOf('a'), name, input)).toBeUndefined()
    expect(removeEntry(storeTags, undefined, name, input)).toBeUndefined()
  })

  it('never makes the time go back', () => {
    expect(removeEntry(storeTags, recordOf('a'), 'a', { now: 1 })?.record.updated).toBe(1_000)
  })
})

describe('tagsByName', () => {
  it('has an own key for each name, even __proto__', () => {
    const tags = tagsByName([tagOf('__proto__'), tagOf('b')])
    expect(Object.keys(tags)).toEqual(['__proto__', 'b'])
    expect(Object.getPrototypeOf(tags)).toBe(Object.prototype)
    expect(Object.getOwnPropertyDescriptor(tags, '__proto__')?.value).toEqual(tagOf('__proto__'))
  })

  it('is deeply frozen', () => {
    const tags = tagsByName([tagOf('a')])
    expect(Object.isFrozen(tags)).toBe(true)
    expect(Object.isFrozen(tags.a)).toBe(true)
  })
})

describe('setEntry of a tag that an earlier release has stored with blanks around it', () => {
  const record = recordOf('VIP') as StoredRecord<TagList>
  const before = { ...record, value: [tagOf(' VIP', ' gold '), tagOf(' ')] }
  const set = (tag: Tag) => setEntry(storeTags, before, tag, input, defaultLimits)?.record.value

  it('replaces it', () => {
    const red = { ...tagOf(' VIP', ' gold '), color: 'rgb(100%, 0%, 0%)' }
    expect(set(red)).toEqual([red, tagOf(' ')])
    expect(set(tagOf(' VIP'))?.[0]).toEqual(tagOf(' VIP'))
    expect(set(tagOf(' ', 'none'))?.[1]).toEqual(tagOf(' ', 'none'))
  })

  it.each([
    [tagOf('VIP '), { name: 'must not begin or end with a space' }],
    [tagOf(' VIP', 'gold '), { label: 'must not begin or end with a space' }],
    [tagOf('new', ' gold '), { label: 'must not begin or end with a space' }],
    [tagOf('  '), { name: 'must have a character that can be seen' }],
  ])('rejects a new name in %j', (tag, errors) => {
    expect(fieldErrorsOf(() => set(tag))).toEqual(errors)
  })
})
