import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documents } from './documents.js'
import { relativeLinks } from './links.js'

const index = readFileSync('llms.txt', 'utf8')
const targets = relativeLinks(index).map(({ target }) => target)
/** Every page below docs but decisions, which have an index of their own. */
const pages = documents()
  .map(({ path }) => path)
  .filter((path) => !path.startsWith('docs/decisions/'))

describe('llms.txt', () => {
  it('starts with a title and a summary, as https://llmstxt.org requires', () => {
    expect(index).toMatch(/^# quotewright\n\n> /)
  })

  it('describes every link in one line', () => {
    const items = index.split('\n').filter((line) => line.startsWith('- ['))
    expect(items).toHaveLength(targets.length)
    for (const item of items) expect(item).toMatch(/^- \[[^\]]+\]\([^)]+\): \S/)
  })

  it('links to files that exist', () => {
    expect(targets.filter((target) => !existsSync(target))).toEqual([])
  })

  it('links to every page below docs', () => {
    expect(targets).toEqual(expect.arrayContaining(pages))
  })
})
