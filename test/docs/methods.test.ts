import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { methodsTable } from './methods-table.js'

it('docs/interface.md has the table of methods; if not, replace it by what is printed', () => {
  const page = readFileSync('docs/interface.md', 'utf8')
  const [table] = /^\| Method \|[\s\S]*?(?=\n\n)/m.exec(page) ?? []
  expect(table).toBe(methodsTable())
})
