import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../src/engine/options.js'
import { defaultLifecycle } from '../../src/quote/model/lifecycle.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { catalog } from './ports.js'

const ports = { storage: memoryStorage(), catalog }
const errorsOf = (options: object) =>
  fieldErrorsOf(() => resolveOptions({ ...ports, ...options } as never), 'invalid_options')

const review = { operation: 'updateQuote', from: ['new'], to: 'in_review', by: ['seller'] }
const errorsOfTransition = (changes: object) =>
  errorsOf({ lifecycle: { transitions: [{ ...review, ...changes }] } })

describe('resolveOptions: options of the life of a quote', () => {
  it('have defaults', () => {
    const { orders, numbers, timeZone, lifecycle, reviseOnUpdate } = resolveOptions(ports)
    expect([orders, numbers.assign, reviseOnUpdate]).toEqual([undefined, 'send', false])
    expect([numbers.format(7, 'store-1'), timeZone('store-1')]).toEqual(['7', 'UTC'])
    expect(lifecycle).toEqual(defaultLifecycle)
  })

  it('accept a time zone of each store', () => {
    const timeZone = (storeId: string) => (storeId === 'a' ? 'Asia/Tokyo' : 'UTC')
    expect(resolveOptions({ ...ports, timeZone }).timeZone('a')).toBe('Asia/Tokyo')
    expect(resolveOptions({ ...ports, timeZone: 'Europe/Berlin' }).timeZone('a')).toBe(
      'Europe/Berlin',
    )
  })

  it('add transitions, statuses and late acceptance', () => {
    const transitions = [
      review,
      { operation: 'sendQuote', from: ['in_review'], to: 'sent', by: ['seller'] },
    ] as never
    const { lifecycle } = resolveOptions({
      ...ports,
      lifecycle: { transitions, editable: ['in_review'], allowLateAcceptance: true },
    })
    expect(lifecycle.transitions.slice(-2)).toEqual(transitions)
    expect(lifecycle.editable.seller).toEqual(['new', 'draft', 'in_review'])
    const accept = lifecycle.transitions.find(({ operation }) => operation === 'acceptQuote')
    expect(accept?.from).toEqual(['sent', 'expired'])
  })

  const zone = 'must be a time zone such as Europe/Berlin, or a function, received'
  it.each([
    [{ orders: {} }, 'orders', 'must be orders with placeOrder, received an object'],
    [{ orders: 5 }, 'orders', 'must be orders with placeOrder, received a number'],
    [{ numbers: 5 }, 'numbers', 'must be an object, received the number 5'],
    [
      { numbers: { assign: 'x' } },
      'numbers.assign',
      'must be one of send, create, never, received the string "x"',
    ],
    [
      { numbers: { format: 'Q-' } },
      'numbers.format',
      'must be a function, received the string "Q-"',
    ],
    [{ numbers: { start: 5 } }, 'numbers.start', expect.stringMatching(/^is not a known field/)],
    [{ timeZone: 'Berlin' }, 'timeZone', `${zone} the string "Berlin"`],
    [{ timeZone: 5 }, 'timeZone', `${zone} the number 5`],
    [{ timeZone: null }, 'timeZone', `${zone} null`],
    [
      { lifecycle: { reviseOnUpdate: 1 } },
      'lifecycle.reviseOnUpdate',
      'must be true or false, received the number 1',
    ],
    [
      { lifecycle: { allowLateAcceptance: 'yes' } },
      'lifecycle.allowLateAcceptance',
      'must be true or false, received the string "yes"',
    ],
    [
      { lifecycle: { requirePayment: null } },
      'lifecycle.requirePayment',
      'must be true or false, received null',
    ],
    [{ lifecycle: [] }, 'lifecycle', 'must be an object, received an array'],
    [{ lifecycle: { guard: 5 } }, 'lifecycle.guard', 'must be a function, received the number 5'],
    [
      { lifecycle: { states: [] } },
      'lifecycle.states',
      expect.stringMatching(/^is not a known field/),
    ],
    [
      { lifecycle: { editable: 'in_review' } },
      'lifecycle.editable',
      'must be an array, received the string "in_review"',
    ],
    [
      { lifecycle: { editable: ['sent'] } },
      'lifecycle.editable[0]',
      'must be a status of your own, received the string "sent"',
    ],
    [
      { lifecycle: { editable: ['In Review'] } },
      'lifecycle.editable[0]',
      'must be a status of 1 to 32 characters from a to z, 0 to 9 and _, ' +
        'received the string "In Review"',
    ],
    [
      { lifecycle: { transitions: {} } },
      'lifecycle.transitions',
      'must be an array, received an object',
    ],
    [
      { lifecycle: { transitions: [5] } },
      'lifecycle.transitions[0]',
      'must be an object, received the number 5',
    ],
  ])('reject %j', (options, path, message) => {
    expect(errorsOf(options)).toEqual({ [path]: message })
  })

  it.each([
    [
      { operation: 'deleteQuote' },
      'operation',
      'must be updateQuote or an operation of the life cycle, received the string "deleteQuote"',
    ],
    [{ from: 'new' }, 'from', 'must be an array, received the string "new"'],
    [{ from: [] }, 'from', 'must have at least one status'],
    [{ from: [5] }, 'from[0]', 'must be a status, received the number 5'],
    [{ to: null }, 'to', 'must be a status, received null'],
    [
      { to: 'sent' },
      'to',
      'must be a status of your own, received sent; add a transition of the operation sendQuote, ' +
        'which leads there',
    ],
    [
      { to: 'draft' },
      'to',
      'must be a status of your own, received draft; add a transition of the operation ' +
        'reviseQuote, which leads there',
    ],
    [
      { from: ['neww'] },
      'from[0]',
      'must be a status that a quote can have, received neww; did you mean new?',
    ],
    [{ to: 'expired' }, 'to', 'must be a status of your own, received expired'],
    [{ to: 'In Review' }, 'to', 'must be a status of your own, received In Review'],
    [{ by: [] }, 'by', 'must have at least one role'],
    [
      { by: ['admin'] },
      'by[0]',
      'must be one of seller, buyer, system, received the string "admin"',
    ],
    [{ when: 1 }, 'when', expect.stringMatching(/^is not a known field/)],
    [
      { operation: 'sendQuote', from: ['in_review'], to: 'accepted' },
      'to',
      'must be sent, as for every sendQuote',
    ],
    [
      { operation: 'acceptQuote', from: ['in_review', 'new'], to: 'accepted' },
      'from[1]',
      'must be a status of your own, received new',
    ],
  ])('reject the transition %j', (changes, path, message) => {
    expect(errorsOfTransition(changes)).toEqual({ [`lifecycle.transitions[0].${path}`]: message })
  })

  it.each(['in_reviw', 'in_revview', 'in_reveiw', 'in_revieu'])(
    'reject the status %s, which is one letter away from another',
    (from) => {
      expect(errorsOfTransition({ from: ['new', from] })).toEqual({
        'lifecycle.transitions[0].from[1]': `must be a status that a quote can have, received ${from}; did you mean in_review?`,
      })
    },
  )

  it('take a status to which no transition leads any more', () => {
    const retired = { ...review, from: ['new', 'on_hold'] }
    const lifecycle = { transitions: [retired] }
    expect(resolveOptions({ ...ports, lifecycle } as never).lifecycle.transitions).toContainEqual(
      retired,
    )
  })
})
