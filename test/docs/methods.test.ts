import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../src/engine/operations/list.js'

const routes = Object.entries(operations).map(
  ([name, { route }]) => [name, `${route.method} ${route.path}`] as const,
)

/** Returns the rows of all tables in a document, each as its cells. */
function rowsOf(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

describe('the tables of methods', () => {
  it('docs/interface.md has every method with its route', () => {
    const rows = rowsOf('docs/interface.md')
    const missing = routes.filter(
      ([name, route]) =>
        !rows.some(
          ([, call = '', over]) => call.startsWith(`\`${name}(`) && over === `\`${route}\``,
        ),
    )
    expect(missing).toEqual([])
  })

  it('docs/serving-http.md has every route with its method', () => {
    const rows = rowsOf('docs/serving-http.md')
    const missing = routes.filter(
      ([name, route]) =>
        !rows.some(([, over, method]) => over === `\`${route}\`` && method === `\`${name}\``),
    )
    expect(missing).toEqual([])
  })
})
