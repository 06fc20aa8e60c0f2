import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawArchitecture } from '../../.ci/architecture-diagram.mjs'

describe('docs/architecture.svg', () => {
  it('is current; if not, run npm run docs:architecture', () => {
    expect(readFileSync('docs/architecture.svg', 'utf8')).toBe(drawArchitecture())
  })
})

describe.each([
  'docs/contributing/ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/contributing/adding-an-operation.md',
])('%s', (page) => {
  const markdown = readFileSync(page, 'utf8')

  it('names only files and folders that exist', () => {
    const paths = [...markdown.matchAll(/`((?:src|test|docs|\.ci|bench)\/[\w./-]+)`/g)]
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(path))).toEqual([])
  })

  it('names only scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const named = [...markdown.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})
