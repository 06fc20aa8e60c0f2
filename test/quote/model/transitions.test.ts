import { describe, expect, it } from 'vitest'
import { possibleOperations } from '../../../src/quote/model/lifecycle.js'
import {
  editableStatuses,
  quoteStatuses,
  transitions,
} from '../../../src/quote/model/transitions.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'

/** Every transition as a sentence: a change of the table must be repeated here. */
const expected = [
  'sendQuote: new → sent by seller',
  'sendQuote: draft → sent by seller',
  'requestRevision: sent → revision_requested by buyer',
  'reviseQuote: sent → draft by seller',
  'reviseQuote: expired → draft by seller',
  'reviseQuote: revision_requested → draft by seller',
  'reviseQuote: declined → draft by seller',
  'reviseQuote: canceled → draft by seller',
  'acceptQuote: sent → accepted by buyer, seller',
  'declineQuote: sent → declined by buyer, seller',
  'declineQuote: revision_requested → declined by buyer, seller',
  'cancelQuote: new → canceled by seller',
  'cancelQuote: draft → canceled by seller',
  'cancelQuote: sent → canceled by seller',
  'cancelQuote: expired → canceled by seller',
  'cancelQuote: revision_requested → canceled by seller',
  'cancelQuote: accepted → canceled by seller',
  'cancelQuote: declined → canceled by seller',
  'orderQuote: accepted → ordered by seller, system',
]

describe('transitions', () => {
  it('are these, and no other', () => {
    const edges = transitions.flatMap(({ operation, from, to, by }) =>
      from.map((status) => `${operation}: ${status} → ${to} by ${by.join(', ')}`),
    )
    expect(edges).toEqual(expected)
  })

  it('lead from and to stored statuses only, but for expired', () => {
    const stored: readonly string[] = quoteStatuses
    for (const { from, to } of transitions) {
      expect(stored).toContain(to)
      for (const status of from) expect([...stored, 'expired']).toContain(status)
    }
  })

  it('have one operation for each status that they lead to', () => {
    expect(new Set(transitions.map(({ operation }) => operation)).size).toBe(transitions.length)
    expect(new Set(transitions.map(({ to }) => to)).size).toBe(transitions.length)
  })

  it('lead to every status but new, and out of every status but ordered', () => {
    expect(quoteStatuses.filter((status) => transitions.every(({ to }) => to !== status))).toEqual([
      'new',
    ])
    expect(
      quoteStatuses.filter((status) => transitions.every(({ from }) => !from.includes(status))),
    ).toEqual(['ordered'])
  })
})

it('editableStatuses are those without an offer: buyers edit before the first one', () => {
  expect(editableStatuses).toEqual({ seller: ['new', 'draft'], buyer: ['new'], system: [] })
})

describe('possibleOperations', () => {
  const possible = (status: string, role?: 'seller' | 'buyer' | 'system') =>
    possibleOperations(defaultPolicy.lifecycle, { status, role }).join(' ')

  it.each([
    ['new', 'sendQuote cancelQuote', '', ''],
    ['draft', 'sendQuote cancelQuote', '', ''],
    [
      'sent',
      'reviseQuote acceptQuote declineQuote cancelQuote',
      'requestRevision acceptQuote declineQuote',
      '',
    ],
    ['expired', 'reviseQuote cancelQuote', '', ''],
    ['revision_requested', 'reviseQuote declineQuote cancelQuote', 'declineQuote', ''],
    ['accepted', 'cancelQuote orderQuote', '', 'orderQuote'],
    ['declined', 'reviseQuote cancelQuote', '', ''],
    ['canceled', 'reviseQuote', '', ''],
    ['ordered', '', '', ''],
  ])('of %s are [%s] for sellers, [%s] for buyers, [%s] for programs', (status, ...roles) => {
    const all = [possible(status, 'seller'), possible(status, 'buyer'), possible(status, 'system')]
    expect(all).toEqual(roles)
  })

  it('without a role are those of all roles', () => {
    expect(possible('sent')).toBe(
      'requestRevision reviseQuote acceptQuote declineQuote cancelQuote',
    )
  })

  it('of an unknown status are none', () => {
    expect(possible('toString')).toBe('')
  })
})
