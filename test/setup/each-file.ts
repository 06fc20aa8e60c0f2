import fc from 'fast-check'
import { afterAll, inject } from 'vitest'
import { currentGlobals, originals } from './originals.js'

fc.configureGlobal({ seed: inject('seed'), numRuns: inject('runs') })

const environment = { ...process.env }

/**
 * Files of one worker share its globals. A fake clock or a variable that one leaves behind would
 * change what the files after it do, in some runs only.
 */
afterAll(() => {
  const left = Object.entries(currentGlobals())
    .filter(([name, current]) => Reflect.get(originals, name) !== current)
    .map(([name]) => name)
  const names = new Set([...Object.keys(environment), ...Object.keys(process.env)])
  for (const name of names)
    if (environment[name] !== process.env[name]) left.push(`process.env.${name}`)
  if (left.length > 0) throw new Error(`must be restored after the tests: ${left.join(', ')}`)
})
