import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** How many files of dist an entry loads at start, and which packages. */
const limits = {
  index: { files: 24, packages: ['decimal.js', 'immer'] },
  sqlite: { files: 5, packages: ['decimal.js'] },
  postgres: { files: 7, packages: ['decimal.js'] },
  mysql: { files: 7, packages: ['decimal.js'] },
}

/** Each file that Node loads takes half a millisecond. */
describe.each(Object.entries(limits))('the entry %s', (name, limit) => {
  it('loads few files as an ES module, and no package of many modules', () => {
    const { files, packages } = loadedBy(`${name}.js`)
    expect(files.length).toBeLessThanOrEqual(limit.files)
    expect(packages).toEqual(limit.packages)
  })

  it('loads the same as CommonJS', () => {
    const { files, packages } = loadedBy(`cjs/${name}.js`)
    expect(files.length).toBeLessThanOrEqual(limit.files)
    expect(packages).toEqual(limit.packages)
  })
})

it('all files of CommonJS are strict, as modules are by themselves', () => {
  const files = readdirSync('dist/cjs').filter((file) => file.endsWith('.js'))
  const isStrict = (file: string) =>
    /^(?:\/\*[\s\S]*?\*\/|#!.*|\s)*"use strict";/.test(readFileSync(join('dist/cjs', file), 'utf8'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !isStrict(file))).toEqual([])
})

it('an engine does not load the names of states at start', () => {
  const isOfStates = (file: string) => readFileSync(join('dist', file), 'utf8').includes('Bihor')
  expect(loadedBy('http.js').files.filter(isOfStates)).toEqual([])
  expect(loadedBy('index.js').files.filter(isOfStates)).toHaveLength(1)
})

/** Follows the imports of an entry in dist, but not those that run later. */
function loadedBy(entry: string): { files: readonly string[]; packages: readonly string[] } {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join('dist', file), 'utf8')
    const imports = file.startsWith('cjs/')
      ? text.matchAll(/= require\("([^"]+)"\)/g)
      : text.matchAll(/^(?:import|export) .*"([^"]+)";$/gm)
    for (const [, specifier = ''] of imports) {
      if (specifier.startsWith('.')) files.add(join(dirname(file), specifier))
      else if (!isBuiltin(specifier)) packages.add(specifier)
    }
  }
  return { files: [...files], packages: [...packages].sort() }
}
