import { describe, expect, it } from 'vitest'
import { QuoteError, quoteErrorCodes } from '../../src/errors.js'

describe('the message of each code', () => {
  const errors = { '[0]': 'is bad' }
  const locked = { quoteId: 'q', operation: 'orderQuote', status: 'sent' }
  const expected = [
    [new QuoteError('invalid_request', { errors }), 'Invalid request: [0] is bad'],
    [new QuoteError('invalid_context', { errors }), 'Invalid context: [0] is bad'],
    [new QuoteError('invalid_options', { errors }), 'Invalid options: [0] is bad'],
    [
      new QuoteError('quote_not_found', { quoteId: 'q' }),
      'Quote not found in this store; check the quote id and the store id',
    ],
    [
      new QuoteError('version_not_found', { quoteId: 'q' }),
      'Version not found: the quote has no such version, or did not exist at that time',
    ],
    [
      new QuoteError('record_not_found', { kind: 'template', id: 't' }),
      'This store has no such template; check its id and the store id',
    ],
    [
      new QuoteError('quote_locked', { ...locked, possible: ['acceptQuote', 'reviseQuote'] }),
      'The quote is locked: its customer and lines cannot be changed while it is sent; ' +
        'call reviseQuote first',
    ],
    [
      new QuoteError('invalid_transition', { ...locked, possible: ['acceptQuote', 'cancelQuote'] }),
      'orderQuote is not possible while the quote is sent; possible: acceptQuote, cancelQuote',
    ],
    [
      new QuoteError('quote_expired', { quoteId: 'q', expires: Date.parse('2026-12-31') }),
      'The offer expired at 2026-12-31T00:00:00.000Z; the seller can make a new one with ' +
        'reviseQuote and sendQuote',
    ],
    [
      new QuoteError('total_changed', { quoteId: 'q', total: '756.00' }),
      'The total is 756.00, and not what the customer has seen; show it before it is accepted',
    ],
    [
      new QuoteError('offer_mismatch', {
        quoteId: 'q',
        currentRevision: 2,
        currentSeal: 'f'.repeat(64),
      }),
      'Offer mismatch: the current offer is revision 2 with the seal ffffffff…; reload the quote ' +
        'and show it to the customer before it is accepted',
    ],
    [
      new QuoteError('order_rejected', { quoteId: 'q', reason: 'out of stock' }),
      'The order was rejected: out of stock; the quote is still accepted, so retry, or call ' +
        'cancelQuote',
    ],
    [
      new QuoteError('orders_failed', { operation: 'placeOrder' }),
      'Orders failed in placeOrder; an order may exist, so call orderQuote again to find or place it',
    ],
    [
      new QuoteError('orders_invalid_response', { errors }),
      'Orders returned an invalid response: [0] is bad; an order may exist, so call orderQuote ' +
        'again to find or place it',
    ],
    [
      new QuoteError('shipping_failed', { operation: 'listShippingOptions' }),
      'Shipping failed in listShippingOptions',
    ],
    [
      new QuoteError('shipping_invalid_response', { errors }),
      'Shipping returned an invalid response: [0] is bad',
    ],
    [
      new QuoteError('tax_rejected', { quoteId: 'q', reason: 'unknown address' }),
      'The taxes cannot be priced: unknown address; correct the quote, and retry',
    ],
    [new QuoteError('tax_failed', { operation: 'calculateTaxes' }), 'Tax failed in calculateTaxes'],
    [
      new QuoteError('tax_invalid_response', { errors }),
      'Tax returned an invalid response: [0] is bad',
    ],
    [
      new QuoteError('not_permitted', { operation: 'updateQuote', reason: 'buyers only read' }),
      'updateQuote is not permitted: buyers only read',
    ],
    [
      new QuoteError('version_mismatch', { quoteId: 'q', expectedVersion: 3, currentVersion: 5 }),
      'Version mismatch: expected version 3, but the quote is at version 5; ' +
        'reload the quote and retry',
    ],
    [
      new QuoteError('idempotency_key_reused', { idempotencyKey: 'k' }),
      'Idempotency key was already used for a different request; ' +
        'send a new key with a new request',
    ],
    [
      new QuoteError('conflict', { kind: 'quote', id: 'q', attempts: 4 }),
      'Gave up after 4 conflicting attempts; nothing was stored, so retry later',
    ],
    [
      new QuoteError('catalog_failed', { operation: 'findProducts' }),
      'Catalog failed in findProducts',
    ],
    [
      new QuoteError('catalog_invalid_response', { errors }),
      'Catalog returned an invalid response: [0] is bad',
    ],
    [new QuoteError('storage_failed', { operation: 'load' }), 'Storage failed in load'],
    [
      new QuoteError('transaction_failed', { operation: 'commit' }),
      'Storage failed in commit inside your transaction; roll it back and run all of it again',
    ],
    [
      new QuoteError('storage_invalid_response', { operation: 'load', errors }),
      'Storage returned an invalid response for load: [0] is bad',
    ],
    [
      new QuoteError('storage_schema_mismatch', { found: 'x', supported: 'y' }),
      'Database schema mismatch: found x; this release of quotewright requires y',
    ],
    [
      new QuoteError('storage_permission_denied', { requiredPrivileges: 'write access' }),
      'Database permission denied; required: write access',
    ],
    [
      new QuoteError('approval_required', {
        quoteId: 'quote-1',
        requirements: [
          { id: 'a', label: 'A discount above 20 %', by: 'sales lead', status: 'pending' },
          { id: 'b', label: 'A margin below 15 %', status: 'required' },
        ],
      }),
      'The quote must be approved before it is sent: A discount above 20 % (pending, sales lead); ' +
        'A margin below 15 % (required); call requestApproval, and approveQuote by who may approve it',
    ],
    [
      new QuoteError('store_frozen', { storeId: 's' }),
      'The store is being moved to another storage, or was moved; nothing was stored, so retry, ' +
        'and check that this process uses the new storage',
    ],
    [
      new QuoteError('move_failed', { storeId: 's', reason: 'they differ' }),
      'The store cannot be moved: they differ',
    ],
    [
      new QuoteError('timeout', { operation: 'load', timeoutMs: 30 }),
      'load timed out after 30 ms; retry, or raise timeoutMs',
    ],
    [new QuoteError('aborted', {}), 'Aborted by the caller'],
    [new QuoteError('engine_closed', {}), 'The engine is closed; create a new engine'],
    [
      new QuoteError('pdf_failed', { reason: 'its thread failed; retry' }),
      'The PDF file could not be created: its thread failed; retry',
    ],
    [new QuoteError('callback_failed', { option: 'now' }), 'Option now failed'],
  ] as const

  it.each(expected.map(([error, message]) => [error.code, error.message, message]))(
    '%s says what happened and what to do',
    (_, message, expectedMessage) => {
      expect(message).toBe(expectedMessage)
    },
  )

  it('is tested for every code', () => {
    expect(expected.map(([{ code }]) => code).sort()).toEqual([...quoteErrorCodes].sort())
  })
})

describe('the message of details that only some errors have', () => {
  it('says that other attempts to place an order are open', () => {
    const details = { quoteId: 'q', reason: 'out of stock', orderKey: 'key-1', openAttempts: 2 }
    expect(new QuoteError('order_rejected', details).message).toBe(
      'The order was rejected: out of stock; but 2 other attempts have no known outcome, so an ' +
        'order may exist: call orderQuote again, or say with order_key what your order system has ' +
        'for the key key-1',
    )
  })

  it('names the likely cause of a timeout inside or beside a transaction of the host', () => {
    const details = { operation: 'permit', timeoutMs: 30, inTransaction: true } as const
    expect(new QuoteError('timeout', details).message).toBe(
      'permit timed out after 30 ms inside your transaction, probably because it waits for another ' +
        'connection of your pool, which the transactions hold: run its queries on call.client, or ' +
        'on another pool',
    )
    const locked = { operation: 'commit', timeoutMs: 30, lockedByHost: true } as const
    expect(new QuoteError('timeout', locked).message).toBe(
      'commit timed out after 30 ms, probably because it waits for a transaction of yours that has ' +
        'written this store: inside it, call engine.using(client) only, and end it soon',
    )
  })

  it('says what a callback did', () => {
    const cause = new TypeError('it must return true or a reason, received undefined')
    expect(new QuoteError('callback_failed', { option: 'permit' }, { cause }).message).toBe(
      'Option permit failed: it must return true or a reason, received undefined',
    )
  })
})

describe('the message of quote_locked and invalid_transition', () => {
  const details = { quoteId: 'q', operation: 'reviseQuote', status: 'ordered', possible: [] }

  it('says so if nothing is possible', () => {
    expect(new QuoteError('quote_locked', details).message).toBe(
      'The quote is locked: its customer and lines cannot be changed while it is ordered; ' +
        'no change of status is possible',
    )
    expect(new QuoteError('invalid_transition', details).message).toBe(
      'reviseQuote is not possible while the quote is ordered; no change of status is possible',
    )
  })

  it('lists what is possible if the quote cannot be revised', () => {
    const possible = ['acceptQuote', 'declineQuote']
    expect(new QuoteError('quote_locked', { ...details, possible }).message).toMatch(
      /; possible: acceptQuote, declineQuote$/,
    )
  })

  it('has the reason of a guard instead', () => {
    const reason = 'needs an e-mail address'
    expect(new QuoteError('invalid_transition', { ...details, reason }).message).toBe(
      'reviseQuote is not possible: needs an e-mail address',
    )
  })
})

describe('the message of storage_failed, catalog_failed and callback_failed', () => {
  const messageWith = (cause: unknown) =>
    new QuoteError('storage_failed', { operation: 'load' }, { cause }).message

  it('includes the message of the cause', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:5432')
    expect(messageWith(cause)).toBe('Storage failed in load: connect ECONNREFUSED 127.0.0.1:5432')
    expect(new QuoteError('catalog_failed', { operation: 'findProducts' }, { cause }).message).toBe(
      'Catalog failed in findProducts: connect ECONNREFUSED 127.0.0.1:5432',
    )
    expect(new QuoteError('callback_failed', { option: 'now' }, { cause }).message).toMatch(
      /: connect ECONNREFUSED 127\.0\.0\.1:5432$/,
    )
  })

  it('includes the first message of an AggregateError without a message', () => {
    const cause = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('b')])
    expect(messageWith(cause)).toBe('Storage failed in load: connect ECONNREFUSED ::1:5432')
  })

  it('prefers the own message of an AggregateError', () => {
    expect(messageWith(new AggregateError([new Error('b')], 'a'))).toBe('Storage failed in load: a')
  })

  it('includes a thrown string', () => {
    expect(messageWith('disk full')).toBe('Storage failed in load: disk full')
  })

  it('is cut to 200 characters of the cause', () => {
    expect(messageWith(new Error('x'.repeat(200)))).toBe(
      `Storage failed in load: ${'x'.repeat(200)}`,
    )
    expect(messageWith(new Error('x'.repeat(201)))).toBe(
      `Storage failed in load: ${'x'.repeat(200)}…`,
    )
  })

  it('stays well-formed if the cut splits a surrogate pair', () => {
    expect(messageWith(new Error(`${'x'.repeat(199)}\u{1f600}`)).isWellFormed()).toBe(true)
  })

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a number', 7],
    ['an empty string', ''],
    ['an object without a message', {}],
    ['an error whose message is no string', Object.assign(new Error('x'), { message: 7 })],
    ['an AggregateError without errors', new AggregateError([])],
    ['an AggregateError of null', new AggregateError([null])],
    [
      'an object whose message throws',
      {
        get message() {
          throw new Error('no')
        },
      },
    ],
    ['a revoked proxy', revokedProxy()],
  ])('leaves out %s', (_, cause) => {
    expect(messageWith(cause)).toBe('Storage failed in load')
  })
})

function revokedProxy(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
