import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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

  it('has no two folders that import each other, except a folder and its own folders', () => {
    const imports = sources.filter((path) => path.endsWith('.ts')).flatMap(importsOfFolders)
    const pairs = new Set(imports.map(([from, to]) => `${from} <-> ${to}`))
    const mutual = imports.filter(
      ([from, to]) => from < to && !to.startsWith(`${from}/`) && pairs.has(`${to} <-> ${from}`),
    )
    expect([...new Set(mutual.map(([from, to]) => `${from} <-> ${to}`))]).toEqual([])
  })
})

/** Returns the folder of a file with each other folder from which it imports. */
function importsOfFolders(path: string): readonly (readonly [from: string, to: string])[] {
  const from = dirname(path)
  return [...readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)'/g)]
    .map(([, specifier = '']) => [from, dirname(join(from, specifier))] as const)
    .filter(([, to]) => to !== from)
}

describe('the package', () => {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))

  it('has the documented entries', () => {
    expect(Object.keys(exports)).toEqual([
      '.',
      './sqlite',
      './postgres',
      './mysql',
      './ports',
      './moving',
      './relay',
      './mail',
      './files',
      './insight',
      './catalogs',
      './http',
      './mcp',
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
    const [tables = ''] = readFileSync('docs/errors.md', 'utf8').split('## HTTP codes')
    const rows = tables.matchAll(/^\| `(\w+)` \|/gm)
    expect([...rows].map(([, code]) => code).sort()).toEqual([...quoteErrorCodes].sort())
  })
})

function linesOf(path: string): number {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length
}
