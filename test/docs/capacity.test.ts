import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { computedParts, replaceComputedParts } from '../../bench/capacity/capacity-tables.mjs'

const page = readFileSync('docs/operating/capacity.md', 'utf8')
const record = JSON.parse(readFileSync('docs/capacity.json', 'utf8'))
const parts = computedParts(record)

describe('docs/operating/capacity.md', () => {
  it('has the tables of docs/capacity.json; if not, run npm run docs:capacity', () => {
    for (const part of parts) expect(page).toContain(`\n\n${part}\n\n`)
  })
})

describe('replaceComputedParts', () => {
  it('replaces all of them, and nothing else', () => {
    const outdated = parts.reduce(
      (text, part) => text.replace(part, part.slice(0, part.indexOf(' ', 12) + 1)),
      page,
    )
    expect(outdated).not.toBe(page)
    expect(replaceComputedParts(outdated, record)).toBe(page)
  })

  it('rejects a page without one of the tables', () => {
    const without = page.replace('| Stored |', '| Kept |')
    expect(() => replaceComputedParts(without, record)).toThrow('"| Stored |"')
  })
})
