import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { drawLifecycle, lifecycleTable } from '../../.ci/lifecycle-diagram.mjs'
import { editableStatuses, quoteStatuses, transitions } from '../../src/quote/model/transitions.js'

const drawing = drawLifecycle(transitions, editableStatuses.seller)
const count = (pattern: RegExp, text = drawing) => [...text.matchAll(pattern)].length
const places = transitions.flatMap(({ from }) => from).length

describe('docs/lifecycle.svg', () => {
  it('is current; if not, run npm run docs:lifecycle', () => {
    expect(readFileSync('docs/lifecycle.svg', 'utf8')).toBe(drawing)
  })
})

describe('docs/from-request-to-order.md', () => {
  it('has the table of transitions; if not, run npm run docs:lifecycle', () => {
    const page = readFileSync('docs/from-request-to-order.md', 'utf8')
    expect(page).toContain(`\n\n${lifecycleTable(transitions).join('\n')}\n\n`)
  })
})

describe('drawLifecycle', () => {
  it('has a title, and names every transition in its description', () => {
    expect(drawing).toContain('role="img"')
    expect(drawing).toContain('<title>The statuses of a quote')
    const [, description = ''] = /<desc>(.*)<\/desc>/.exec(drawing) ?? []
    for (const { operation, from, to, by } of transitions)
      expect(description).toContain(
        `${operation} by ${by.join(' or ')}: from ${from.join(', ')} to ${to}.`,
      )
  })

  it('draws a column for every status', () => {
    const labels = [...drawing.matchAll(/class="status"[^>]*>([^<]*)</g)].map(([, text]) => text)
    for (const status of [...quoteStatuses, 'expired'])
      expect(labels.join(' ').replace('_ ', '_')).toContain(status)
  })

  it('draws a dot for every status from which a transition is possible', () => {
    // One more for the expiry, and one for the legend.
    expect(count(/<circle /g)).toBe(places + 2)
  })

  it('draws arrows from both sides', () => {
    const by = ['seller'] as const
    const from = ['new', 'ordered']
    const both = drawLifecycle([{ operation: 'cancelQuote', from, to: 'sent', by }], [])
    const arrow = /<path class="arrow" d="M([\d.]+) \d+H([\d.]+)"/g
    expect([...both.matchAll(arrow)].map(([, start, end]) => Number(start) < Number(end))).toEqual([
      true,
      false,
    ])
  })

  it('draws statuses of a host', () => {
    const by = ['seller'] as const
    const own = { operation: 'updateQuote', from: ['new'], to: 'in_review', by } as const
    expect(drawLifecycle([...transitions, own], [])).toContain('review<')
  })

  it('draws in light and dark colors', () => {
    expect(count(/\.editable \{ fill: #/g)).toBe(2)
    expect(count(/@media \(prefers-color-scheme: dark\)/g)).toBe(1)
  })
})
