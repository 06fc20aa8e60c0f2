import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quoteErrorCodes } from '../src/errors.js'

const maxReadmeLines = 200
const vagueNames = /^(?:utils?|helpers?|common|types?|misc)\b/i

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`)

describe('the source', () => {
  it('has no vague file or folder names', () => {
    const names = sources.flatMap((path) => path.split('/'))
    expect(names.filter((name) => vagueNames.test(basename(name)))).toEqual([])
  })
})

describe('the package', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))

  it('has the documented entries', () => {
    expect(Object.keys(exports)).toEqual([
      '.',
      './sqlite',
      './postgres',
      './catalogs',
      './http',
      './document',
      './pdf',
      './desk',
      './customer-page',
      './testing',
      './openapi.json',
      './package.json',
    ])
  })

  it('has a lockfile without registry URLs', () => {
    expect(readFileSync('package-lock.json', 'utf8')).not.toContain('"resolved": "http')
  })
})

describe('README.md', () => {
  it(`has at most ${maxReadmeLines} lines`, () => {
    expect(linesOf('README.md')).toBeLessThanOrEqual(maxReadmeLines)
  })
})

describe('docs/errors.md', () => {
  it('has every error code exactly once', () => {
    const headings = readFileSync('docs/errors.md', 'utf8').matchAll(/^### `(.*)`$/gm)
    expect([...headings].map(([, code]) => code).sort()).toEqual([...quoteErrorCodes].sort())
  })
})

function linesOf(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}
