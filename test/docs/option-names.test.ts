import { describe, expect, it } from 'vitest'
import { lifecycleSchema } from '../../src/engine/lifecycle-options.js'
import { pricingSchema } from '../../src/engine/pricing-options.js'
import { limitsSchema } from '../../src/quote/model/policy.js'
import { unsealedFields } from '../../src/quote/model/seal.js'
import { codeBlocks } from './code-blocks.js'
import { documents } from './documents.js'

/** The options of the engine that are in a group. */
const groups: Readonly<Record<string, readonly string[]>> = {
  pricing: Object.keys(pricingSchema().shape),
  lifecycle: Object.keys(lifecycleSchema().shape),
  limits: Object.keys(limitsSchema.shape),
  numbers: ['assign', 'format'],
  orders: ['place', 'parts', 'transaction', 'onError', 'placeOrder'],
  approvals: ['require', 'mayApprove'],
}

/** The pages, without decisions, which tell of the past. */
const pages = documents().filter(({ path }) => !path.startsWith('docs/decisions/'))

interface Span {
  readonly place: string
  readonly text: string
}

/** Returns the code spans of a page, without those in blocks. */
function spansOf({ path, markdown }: (typeof pages)[number]): readonly Span[] {
  const inBlocks = new Set(
    codeBlocks(markdown).flatMap(({ line, code }) =>
      code.split('\n').map((_, index) => line + index),
    ),
  )
  return markdown.split('\n').flatMap((text, index) => {
    if (inBlocks.has(index + 1)) return []
    const spans = [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
    return spans.map((span) => ({ place: `${path}:${index + 1}`, text: span }))
  })
}

const spans = pages.flatMap(spansOf)
const shown = ({ place, text }: Span) => `${place} ${text}`

describe('a code span of the documentation', () => {
  it('names options that are in a group together with the group', () => {
    const names = ['pricing', 'lifecycle'].flatMap((group) => groups[group] ?? [])
    // Words such as rounding and guard have other meanings, too.
    const compound = names.filter((name) => /[A-Z]/.test(name))
    expect(compound.length).toBeGreaterThan(5)
    const pattern = new RegExp(`^(?:${compound.join('|')})\\b`)
    expect(spans.filter(({ text }) => pattern.test(text)).map(shown)).toEqual([])
  })

  it('names no option that its group does not have', () => {
    const pattern = new RegExp(`^(${Object.keys(groups).join('|')})\\.(\\w+)`)
    const named = spans.flatMap((span) => {
      const [, group = '', name = ''] = pattern.exec(span.text) ?? []
      return group === '' ? [] : [{ span, isKnown: groups[group]?.includes(name) === true }]
    })
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ isKnown }) => !isKnown).map(({ span }) => shown(span))).toEqual([])
  })
})

it('from-request-to-order.md lists what the seal leaves out', () => {
  const page = pages.find(({ path }) => path === 'docs/from-request-to-order.md')
  const [, section = ''] = /^### The seal\n([\s\S]*?)Two quotes/m.exec(page?.markdown ?? '') ?? []
  const listed = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  const internal = ['approvals', 'internal_fields']
  const left = unsealedFields.filter((field) => field !== 'seal')
  expect(new Set(listed)).toEqual(new Set(['seal', ...left, ...internal]))
})
