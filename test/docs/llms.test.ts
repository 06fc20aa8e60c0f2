import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { relativeLinks } from './links.js'

const text = readFileSync('llms.txt', 'utf8')
const targets = relativeLinks(text).map(({ target }) => target)
const pages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`)

describe('llms.txt', () => {
  it('has a title and a summary first, as https://llmstxt.org asks', () => {
    expect(text).toMatch(/^# quotewright\n\n> /)
  })

  it('describes every link in one line', () => {
    const items = text.split('\n').filter((line) => line.startsWith('- ['))
    expect(items).toHaveLength(targets.length)
    for (const item of items) expect(item).toMatch(/^- \[[^\]]+\]\([^)]+\): \S/)
  })

  it('links to files that exist', () => {
    expect(targets.filter((target) => !existsSync(target))).toEqual([])
  })

  it('links to every page in docs', () => {
    expect(targets).toEqual(expect.arrayContaining(['README.md', ...pages]))
  })
})
