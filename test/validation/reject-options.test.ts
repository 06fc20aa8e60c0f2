import { expect, it } from 'vitest'
import { rejectOptions } from '../../src/validation/reject-options.js'
import { fieldErrorsOf } from '../quote/samples.js'

it.each([[[]], [[undefined]], [[{}]]])('rejectOptions accepts %j', (args) => {
  expect(() => rejectOptions(args)).not.toThrow()
})

it('rejectOptions names each option that was passed', () => {
  expect(fieldErrorsOf(() => rejectOptions([{ a: 1, b: 2 }]), 'invalid_options')).toEqual({
    a: expect.stringMatching(/^is not a known field/),
    b: expect.stringMatching(/^is not a known field/),
  })
})

it.each([[null], [5], ['options']])('rejectOptions rejects %j', (options) => {
  expect(fieldErrorsOf(() => rejectOptions([options]), 'invalid_options')).toEqual({
    '': 'must be left out: there are no options',
  })
})
