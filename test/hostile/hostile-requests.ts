import { expect } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { context, engineWith, errorOf, request } from '../engine/ports.js'

export const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

const pristine = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())

/** Expects that no test has changed Object.prototype. */
export function expectCleanPrototype(): void {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort())).toBe(pristine)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

/** Returns the field errors of a call that rejects with `invalid_request`. */
export async function errorsOf(call: () => unknown) {
  const error = await errorOf(call)
  expect(error.code).toBe('invalid_request')
  return (error.details as { readonly errors: Readonly<Record<string, string>> }).errors
}

export async function engineWithQuote(storage?: StoragePort) {
  const engine = engineWith(storage === undefined ? {} : { storage })
  const { quoteId } = await engine.createQuote(context, request)
  return { engine, quoteId }
}
