import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { drawProfile } from '../../bench/profile/profile-chart.mjs'
import { profileText } from '../../bench/profile/profile-text.mjs'
import { sharesOf } from '../../bench/profile/shares.mjs'

interface Sampled {
  readonly name: string
  readonly url?: string
  readonly hits: number
  readonly isNative?: boolean
  readonly calls?: readonly number[]
}

/** The id of each node is its index. */
function profileOf(...sampled: readonly Sampled[]) {
  const nodes = sampled.map(({ name, url = '', hits, isNative = url === '', calls = [] }, id) => {
    const scriptId = isNative ? '0' : '1'
    const callFrame = { functionName: name, scriptId, url, lineNumber: 5, columnNumber: 0 }
    return { id, callFrame, hitCount: hits, children: [...calls] }
  })
  return { nodes, startTime: 0, endTime: 1 }
}

const inPackage = pathToFileURL('node_modules/@hono/node-server/dist/index.js').href

describe('sharesOf', () => {
  it('groups by package, Node module and pseudo-function', () => {
    const { groups, functions } = sharesOf(
      profileOf(
        { name: '(root)', hits: 0, calls: [1, 2, 3, 4] },
        { name: '(idle)', hits: 40 },
        { name: 'serve', url: inPackage, hits: 30 },
        { name: 'emit', url: 'node:events', hits: 20 },
        { name: '(garbage collector)', hits: 10 },
      ),
    )
    expect(groups).toEqual([
      { name: 'idle', share: 0.4 },
      { name: '@hono/node-server', share: 0.3 },
      { name: 'node:events', share: 0.2 },
      { name: 'garbage collector', share: 0.1 },
    ])
    expect(functions.map(({ name }) => name)).toEqual(['serve', 'emit'])
  })

  it('counts functions without a file with their caller', () => {
    const { groups, functions } = sharesOf(
      profileOf(
        { name: '(root)', hits: 0, calls: [1] },
        { name: 'serve', url: inPackage, hits: 1, calls: [2, 4] },
        { name: 'writev', hits: 2, calls: [3] },
        { name: 'onwrite', hits: 2 },
        { name: 'parse', hits: 5, isNative: false },
      ),
    )
    expect(groups).toEqual([{ name: '@hono/node-server', share: 1 }])
    expect(functions).toEqual([
      { name: 'parse', place: '@hono/node-server', share: 0.5 },
      { name: 'serve (native)', place: '@hono/node-server', share: 0.4 },
      { name: 'serve', place: '@hono/node-server', share: 0.1 },
    ])
  })
})

const profile = {
  scenario: 'create',
  benchmarks: [
    {
      benchmark: 'a < b',
      groups: [
        { name: 'idle', share: 0.75 },
        { name: 'quotewright: quote', share: 0.248 },
        { name: 'pg', share: 0.002 },
      ],
      functions: [{ name: 'priceLine', place: 'src/quote/lines/line-pricing.ts', share: 0.248 }],
    },
  ],
}

describe('profileText', () => {
  it('formats Markdown and combines small shares', () => {
    const report = profileText(profile)
    expect(report).toMatch(/^a < b$/m)
    expect(report).toMatch(/^\| 24\.8 % \| quotewright: quote \|$/m)
    expect(report).toMatch(/^\| 0\.2 % +\| other +\|$/m)
    expect(report).toMatch(/^\| 24\.8 % \| priceLine \| src\/quote\/lines\/line-pricing\.ts \|$/m)
  })
})

describe('drawProfile', () => {
  it('draws a bar for each group in proportion to its share', () => {
    const chart = drawProfile(profile)
    const bars = chart.matchAll(/<rect class="(\w+)" x="300" y="\d+" width="([\d.]+)"/g)
    expect([...bars].map(([, kind, width]) => [kind, width])).toEqual([
      ['others', '440.0'],
      ['library', '145.5'],
      ['others', '1.2'],
    ])
    expect(chart).toContain('a &lt; b')
  })
})
