import fc from 'fast-check'
import { afterAll, inject } from 'vitest'
import { originals } from './originals.js'

fc.configureGlobal({ seed: inject('seed'), numRuns: inject('runs') })

/** A fake clock that a file leaves behind would stop the files after it. */
afterAll(() => {
  const now = (name: string): unknown =>
    name === 'random' ? Math.random : Reflect.get(globalThis, name)
  const left = Object.entries(originals).filter(([name, original]) => now(name) !== original)
  if (left.length > 0)
    throw new Error(`must be restored after the tests: ${left.map(([name]) => name).join(', ')}`)
})
