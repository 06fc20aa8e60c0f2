import { describe, expect, it } from 'vitest'
import type { ApprovalOptions } from '../../../../src/engine/approvals.js'
import type { Approval } from '../../../../src/quote/model/approval.js'
import { replayQuote } from '../../../../src/quote/model/quote-record.js'
import { verifyQuote } from '../../../../src/quote/verify/verify-quote.js'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, engineWith, errorOf } from '../../ports.js'
import { approvedShop, requirement } from './approved-shop.js'

const valid = { id: 'a', label: 'A', covers: null }
const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
const circular: unknown[] = []
circular.push(circular)

/** Values that no function may return, each with what is wrong with it. */
const wrong: readonly (readonly [name: string, returned: unknown, message: string])[] = [
  ['undefined', undefined, 'it must be an array of requirements, received undefined'],
  ['true', true, 'it must be an array of requirements, received true'],
  ['a single requirement', valid, 'it must be an array of requirements, received an object'],
  ['null in it', [null], '[0] must be an object'],
  ['a promise', Promise.resolve([]), 'it must return a value, received a promise; it cannot be'],
  ['a promise that rejects', Promise.reject(new Error('x')), 'it cannot be async'],
  ['1,000 requirements', Array(1_000).fill(valid), 'it must have at most 50 requirements'],
  ['an id twice', [valid, valid], '[1].id must not be that of another, the string "a"'],
  ['no id', [{ label: 'A', covers: 1 }], '[0].id is required'],
  ['an id that is a number', [{ ...valid, id: 7 }], '[0].id must be a string of 1 to 255'],
  ['a long id', [{ ...valid, id: 'x'.repeat(256) }], '[0].id must be a string of 1 to 255'],
  ['no label', [{ id: 'a', covers: 1 }], '[0].label is required'],
  ['an empty label', [{ ...valid, label: '' }], '[0].label must be a string of 1 to 255'],
  ['a lone surrogate', [{ ...valid, label: '\ud800' }], '[0].label must be a string of 1 to 255'],
  ['NUL for by', [{ ...valid, by: '\0' }], '[0].by must be a string of 1 to 255'],
  ['an unknown field', [{ ...valid, role: 'lead' }], '[0].role is not a known field'],
  ['no covers', [{ id: 'a', label: 'A' }], '[0].covers is required'],
  ['covers of a megabyte', [{ ...valid, covers: 'x'.repeat(2 ** 20) }], 'at most 4000 characters'],
  ['covers of a long list', [{ ...valid, covers: Array(10 ** 6) }], 'at most 4000 characters'],
  ['deep covers', [{ ...valid, covers: deep(9) }], '[0].covers must have at most 8 levels'],
  ['circular covers', [{ ...valid, covers: circular }], 'must have at most'],
  ['a function', [{ ...valid, covers: () => 1 }], 'must be JSON, received'],
  ['a bigint', [{ ...valid, covers: { n: 1n } }], 'must be JSON, received'],
  ['NaN', [{ ...valid, covers: [Number.NaN] }], 'must be JSON, received'],
  ['Infinity', [{ ...valid, covers: Infinity }], 'must be JSON, received'],
  ['a Date', [{ ...valid, covers: new Date(0) }], 'must be JSON, received'],
  ['a Map', [{ ...valid, covers: new Map() }], 'must be JSON, received'],
  ['a hole', [{ ...valid, covers: Array(2) }], 'must be JSON, received'],
  ['NUL in covers', [{ ...valid, covers: 'a\0' }], 'must not contain NUL or lone surrogates'],
  ['a name with NUL', [{ ...valid, covers: { '\0': 1 } }], 'must not have names with NUL'],
]
for (const [, returned] of wrong) if (returned instanceof Promise) returned.catch(() => undefined)

const causes: readonly (readonly [string, ApprovalOptions['require']])[] = [
  [
    'throws',
    () => {
      throw new TypeError('no rules today')
    },
  ],
  [
    'changes the quote',
    (quote) => {
      ;(quote.products as unknown[]).push({})
      return []
    },
  ],
  [
    'returns a getter that throws',
    () => [
      {
        ...valid,
        get covers(): never {
          throw new TypeError('no rules today')
        },
      },
    ],
  ],
]

describe('approvals.require', () => {
  const calls = ['sendQuote', 'requestApproval'] as const

  it.each(wrong)('that returns %s rejects sending and requesting', async (_, returned, message) => {
    const { engine, quoteId, written } = await approvedShop({
      approvals: { require: () => returned as never },
    })
    const before = written.length
    for (const name of calls) {
      const error = await errorOf(() => engine[name](context, quoteId))
      expect([error.code, error.details]).toEqual([
        'callback_failed',
        { option: 'approvals.require' },
      ])
      expect(error.message).toContain('Option approvals.require failed: ')
      expect((error.cause as Error).message).toContain(message)
    }
    expect(written).toHaveLength(before)
  })

  it.each(causes)('that %s rejects sending and requesting', async (_, require) => {
    const { engine, quoteId, written } = await approvedShop({ approvals: { require } })
    const before = written.length
    for (const name of calls)
      expect((await errorOf(() => engine[name](context, quoteId))).code).toBe('callback_failed')
    const update = () => engine.updateQuote(context, quoteId, { status: 'sent' })
    expect((await errorOf(update)).code).toBe('callback_failed')
    expect(written).toHaveLength(before)
  })
})

describe('approvals.mayApprove', () => {
  const never = () => new Promise<never>(() => {})
  it.each([
    ['throws', () => Promise.reject(new Error('down')), 'callback_failed'],
    ['returns undefined', () => undefined, 'callback_failed'],
    ['returns false', () => false, 'callback_failed'],
    ['returns an empty reason', () => '', 'callback_failed'],
    ['does not respond', never, 'timeout'],
    ['rejects', async () => 'not you', 'not_permitted'],
  ])('that %s decides nothing', async (_, mayApprove, code) => {
    const { engine, quoteId, written } = await approvedShop({
      approvals: {
        require: () => [{ ...valid, id: requirement }],
        mayApprove: mayApprove as never,
      },
      timeoutMs: 20,
    })
    await engine.requestApproval(context, quoteId)
    const before = written.length
    for (const call of [
      () => engine.approveQuote(context, quoteId, { requirement }),
      () => engine.rejectApproval(context, quoteId, { requirement, note: 'no' }),
      () => engine.approveQuote(context, quoteId, { requirement }, { preview: true }),
    ])
      expect((await errorOf(call)).code).toBe(code)
    expect(written).toHaveLength(before)
  })

  it('is aborted with its call', async () => {
    const controller = new AbortController()
    const { engine, quoteId } = await approvedShop({
      approvals: {
        require: () => [{ ...valid, id: requirement }],
        mayApprove: (_, __, ___, { signal }) => {
          controller.abort()
          return signal.aborted || 'the signal does not follow the call'
        },
      },
    })
    await engine.requestApproval(context, quoteId)
    const { signal } = controller
    const approve = () => engine.approveQuote(context, quoteId, { requirement }, { signal })
    expect((await errorOf(approve)).code).toBe('aborted')
  })
})

it.each([
  [{ require: 7 }, 'approvals.require'],
  [{}, 'approvals.require'],
  [{ require: () => [], mayApprove: true }, 'approvals.mayApprove'],
  [{ require: () => [], require_: 1 }, 'approvals.require_'],
  [() => [], 'approvals'],
])('an engine rejects the option %j', async (approvals, path) => {
  const { code, details } = await errorOf(() => engineWith({ approvals: approvals as never }))
  expect([code, Object.keys((details as { errors: object }).errors)]).toEqual([
    'invalid_options',
    [path],
  ])
})

/** What an approval can cover at most, with names that objects have from their prototype. */
const extreme = {
  ['__proto__']: { polluted: true },
  constructor: 'x',
  toString: [[[[[-0, 1e300, 5e-324, 0.1, '"\\\u2028é😀']]]]],
  absent: undefined,
  long: 'x'.repeat(3_800),
}

describeOnEveryStorage('what approvals cover', (opened) => {
  it('is stored, replayed and found as it is, however odd', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `${'i'.repeat(250)}${index}`)
    const storeId = 'extreme'
    const engine = engineWith({
      storage: opened().storage,
      catalog: { findProducts: () => [{ id: 1, price: '1.00' }] },
      approvals: {
        require: () => ids.map((id) => ({ id, label: 'L'.repeat(255), covers: extreme as never })),
      },
    })
    const caller = { storeId, actor: 'ann' }
    const products = [{ id: 1, qty: 1 }]
    const { quoteId } = await engine.createQuote(caller, { customer: {}, products })
    const note = 'n'.repeat(2_000)
    await engine.requestApproval(caller, quoteId, { note })
    await engine.approveQuote(caller, quoteId, { requirement: ids, note })
    await engine.updateQuote(caller, quoteId, { customer: { city: 'Paris' } })
    const { quote } = await engine.sendQuote(caller, quoteId)
    const stored = (await engine.getQuote(caller, quoteId)).quote
    expect(stored).toEqual(quote)
    expect(verifyQuote(stored)).toEqual([])
    const [{ covers }] = stored.approvals as readonly [Approval]
    expect(Object.keys(covers as object).sort()).toEqual(
      ['__proto__', 'constructor', 'long', 'toString'].sort(),
    )
    expect(Object.getPrototypeOf(covers)).toBe(Object.prototype)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const { items } = await engine.listHistory(caller, quoteId)
    expect(replayQuote(items)).toEqual(stored)
    const earlier = await engine.getQuote(caller, quoteId, { version: 2 })
    expect(earlier.quote.approvals).toHaveLength(50)
    expect((await engine.countQuotes(caller, { approval: 'approved' })).count).toBe(1)
  })
})
