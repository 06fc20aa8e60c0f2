import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isLongTest } from './long-tests.js'

/** What makes one run differ from another: random values, servers and sizes. */
const varying = /fast-check|process\.env/

/**
 * Returns the test files that `npm test` runs, and that do the same in every run: without random
 * values, and without anything of the environment, in themselves and in what they name of `test/`.
 * CI runs them with `npm test`, and leaves them out of its long run.
 */
export function plainTests(): readonly string[] {
  const known = new Map<string, boolean>()

  function varies(file: string): boolean {
    const before = known.get(file)
    if (before !== undefined) return before
    // Files that name each other vary, to be on the safe side.
    known.set(file, true)
    const text = readFileSync(file, 'utf8')
    const result = varying.test(text) || namedFiles(file, text).some(varies)
    known.set(file, result)
    return result
  }

  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((name) => join('test', name))
    .filter((file) => file.endsWith('.test.ts') && !isLongTest(file) && !varies(file))
}

/** Returns the files of `test/` that a file imports, or names to run them. */
function namedFiles(file: string, text: string): readonly string[] {
  return [...text.matchAll(/['"`](\.{1,2}\/[^'"`\s]+)['"`]/g)]
    .map(([, path]) => join(dirname(file), path as string))
    .flatMap((path) => [path, path.replace(/\.js$/, '.ts')])
    .filter((path) => path.startsWith('test/') && /\.\w+$/.test(path) && existsSync(path))
}
