import { expect, it } from 'vitest'
import { createOnFirstCall } from '../../src/validation/create-on-first-call.js'

it('createOnFirstCall creates the function with the first call only', () => {
  let created = 0
  const add = createOnFirstCall(() => {
    created += 1
    return (left: number, right: number) => left + right
  })
  expect(created).toBe(0)
  expect([add(1, 2), add(3, 4)]).toEqual([3, 7])
  expect(created).toBe(1)
})

it('createOnFirstCall creates again after an error', () => {
  let isReady = false
  const call = createOnFirstCall(() => {
    if (!isReady) throw new Error('not ready')
    return () => 'called'
  })
  expect(call).toThrow('not ready')
  isReady = true
  expect(call()).toBe('called')
})
