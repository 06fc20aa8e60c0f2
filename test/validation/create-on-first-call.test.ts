import { expect, it } from 'vitest'
import { createOnFirstCall } from '../../src/validation/create-on-first-call.js'

it('createOnFirstCall creates the function with the first call only', () => {
  let created = 0
  const double = createOnFirstCall(() => {
    created += 1
    return (value: number) => value * 2
  })
  expect(created).toBe(0)
  expect([double(1), double(3)]).toEqual([2, 6])
  expect(created).toBe(1)
})

it('createOnFirstCall creates again after an error', () => {
  let isReady = false
  const call = createOnFirstCall(() => {
    if (!isReady) throw new Error('not ready')
    return (name: string) => `called ${name}`
  })
  expect(() => call('once')).toThrow('not ready')
  isReady = true
  expect(call('twice')).toBe('called twice')
})
