import { describe, expect, it } from 'vitest'
import { eventWords } from '../../../src/desk/activity/event-words.js'

function event(kind: string, operation: string) {
  const entry = { version: 1, timestamp: 0, operation, patches: [], inversePatches: [] }
  return { kind, id: 'x', position: 1, entry }
}

describe('eventWords', () => {
  it('says what was done', () => {
    expect(eventWords(event('quote', 'requestRevision'))).toBe('Revision requested')
    expect(eventWords(event('messages', 'erase'))).toBe('Messages erased')
  })

  it.each([
    ['quote', 'markAsWon', 'Quote: mark as won'],
    ['price_lists', 'update', 'Price lists: update'],
    ['__proto__', 'toString', ' proto : to string'],
    ['quote', 'constructor', 'Quote: constructor'],
  ])('separates the words of an unknown %s, %s', (kind, operation, expected) => {
    expect(eventWords(event(kind, operation))).toBe(expected)
  })
})
