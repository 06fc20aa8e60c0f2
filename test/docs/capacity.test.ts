import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { computedParts, replaceComputedParts } from '../../bench/capacity/capacity-tables.mjs'

const page = readFileSync('docs/capacity.md', 'utf8')
const record = JSON.parse(readFileSync('docs/capacity.json', 'utf8'))

describe('docs/capacity.md', () => {
  it('has the tables of docs/capacity.json; if not, run npm run docs:capacity', () => {
    for (const part of computedParts(record)) expect(page).toContain(`\n\n${part}\n\n`)
  })

  it('says between what ratios measured and forecast are', () => {
    const medians = record.forecasts.map(
      ({ ratio }: { ratio: { median: number } }) => ratio.median,
    ) as number[]
    const [, least, greatest] = /between ([\d.]+) and ([\d.]+) times/.exec(page) ?? []
    expect([Number(least), Number(greatest)]).toEqual(
      [Math.min(...medians), Math.max(...medians)].map((ratio) => Number(ratio.toFixed(2))),
    )
  })
})

describe('replaceComputedParts', () => {
  it('replaces each table and the line on the machine, and nothing else', () => {
    const outdated = page.replaceAll(/^(\| [^|]+ \|).*\n(?:\|.*\n)+/gm, '$1 of before |\n| --- |\n')
    expect(outdated).not.toBe(page)
    expect(replaceComputedParts(outdated, record)).toBe(page)
  })

  it('rejects a page without one of the tables', () => {
    const without = page.replace('| Stored |', '| Kept |')
    expect(() => replaceComputedParts(without, record)).toThrow('"| Stored |"')
  })
})
