import { describe, expect, it } from 'vitest'
import { describeThrown, isInstance, readMessage, readProperty } from '../../src/errors/thrown.js'
import { thrownValues } from '../hostile/thrown-values.js'

describe.each(thrownValues)('of %s', (_, thrown) => {
  it('describeThrown returns a short text, which every storage can keep', () => {
    const text = describeThrown(thrown)
    expect(text).toMatch(/^[ -~]{1,500}$/)
    expect(text.isWellFormed()).toBe(true)
  })

  it('readMessage returns a string or undefined', () => {
    expect(['string', 'undefined']).toContain(typeof readMessage(thrown))
  })

  it('readProperty and isInstance never throw', () => {
    expect(readProperty(thrown, 'disable')).toBe(undefined)
    expect(typeof isInstance(thrown, Error)).toBe('boolean')
  })
})

describe('describeThrown', () => {
  it.each([
    [new Error('no connection'), 'no connection'],
    ['no connection', 'no connection'],
    [new Error(''), 'an error without a message'],
    [{ message: 'plain' }, 'plain'],
    [{ code: 5 }, 'an error without a message'],
    [new AggregateError([new Error('timed out')]), 'timed out'],
    [null, 'null was thrown'],
    [undefined, 'undefined was thrown'],
    [Symbol('no'), 'Symbol(no) was thrown'],
    [new Error('a\0b\ud800'), 'a b\ufffd'],
    [new Error('x'.repeat(600)), 'x'.repeat(500)],
  ])('%o is %j', (thrown, text) => {
    expect(describeThrown(thrown)).toBe(text)
  })
})
