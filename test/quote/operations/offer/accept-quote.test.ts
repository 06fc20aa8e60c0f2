import { describe, expect, it } from 'vitest'
import { createLifecycle } from '../../../../src/quote/model/lifecycle.js'
import type { Acceptance } from '../../../../src/quote/model/lifecycle-fields.js'
import { sealAcceptance } from '../../../../src/quote/model/seal.js'
import {
  type AcceptedOffer,
  type AcceptQuoteInput,
  acceptQuote,
  cancelQuote,
  sendQuote,
} from '../../../../src/quote/operations/offer.js'
import { orderQuote } from '../../../../src/quote/operations/order.js'
import { reviseQuote } from '../../../../src/quote/operations/proposals.js'
import { verifyAcceptance } from '../../../../src/quote/verify/verify-acceptance.js'
import { defaultPolicy } from '../../../../src/testing/default-policy.js'
import { made, quoteOf, rejectionOf, sent, thrownBy, withFields } from '../../lifecycle/samples.js'

const { seal = '' } = sent().value
const salt = '0123456789abcdef'.repeat(2)
const offer: AcceptedOffer = { revision: 1, seal, name: 'Ada', reference: 'PO-7' }
const buyer = { actor: 'ada', role: 'buyer', now: 3_000 } as const

const accept = (
  record = sent(),
  accepted: Partial<AcceptedOffer> = {},
  input: Partial<AcceptQuoteInput> = {},
) => acceptQuote(record, { ...offer, ...accepted }, { ...buyer, ...input }, defaultPolicy)

describe('acceptQuote', () => {
  it('records who accepted what and when, and changes nothing else', () => {
    const change = accept()
    expect(made(change).value).toEqual({
      ...sent().value,
      status: 'accepted',
      acceptance: {
        time: 3_000,
        revision: 1,
        seal,
        by: 'ada',
        role: 'buyer',
        name: 'Ada',
        reference: 'PO-7',
      },
    })
    expect(change?.historyEntry).toMatchObject({ operation: 'accept', by: 'ada' })
    expect(verifyAcceptance(made(change).value)).toEqual([])
  })

  it('records the seal of the offer if the caller sends none', () => {
    const change = acceptQuote(sent(), { revision: 1 }, { now: 3_000 }, defaultPolicy)
    expect(made(change).value.acceptance).toEqual({ time: 3_000, revision: 1, seal })
  })

  it('seals a signature, a consent and an address with the offer', () => {
    const signature = { type: 'typed', name: 'Ada Lovelace' } as const
    const signed = { signature, consent: 'I agree', address: '::1' }
    const { acceptance } = made(accept(sent(), signed, { salt })).value
    expect(acceptance).toEqual(
      sealAcceptance({ ...made(accept()).value.acceptance, ...signed } as Acceptance, salt),
    )
    expect(() => accept(sent(), { consent: 'I agree' })).toThrow('needs a salt')
  })

  it('changes nothing if a signed acceptance is repeated, from another address as well', () => {
    const signature = { type: 'drawn', strokes: [[0, 0, 90, 90]] } as const
    const first = made(accept(sent(), { signature, address: '::1' }, { salt }))
    const again = { ...signature, strokes: [[0, 0, 90, 90]] }
    expect(accept(first, { signature: again, address: '::2' }, { salt })).toBeUndefined()
    for (const other of [
      {},
      { signature, consent: 'I agree' },
      { signature: { ...signature, strokes: [[0, 0, 91, 90]] } },
    ])
      expect(rejectionOf(() => accept(first, other, { salt }))[0]).toBe('invalid_transition')
  })

  it('leaves no signature on the next revision', () => {
    const signed = made(accept(sent(), { consent: 'I agree' }, { salt }))
    const canceled = made(cancelQuote(signed, { now: 4_000 }, defaultPolicy))
    const draft = made(reviseQuote(canceled, { now: 5_000 }, defaultPolicy))
    expect(made(sendQuote(draft, { now: 6_000 }, defaultPolicy)).value.acceptance).toBeUndefined()
  })

  it('records that a seller accepted on behalf of the buyer', () => {
    const { acceptance } = made(accept(sent(), {}, { actor: 'sam', role: 'seller' })).value
    expect(acceptance).toMatchObject({ by: 'sam', role: 'seller', name: 'Ada' })
  })

  it('changes nothing if it is repeated, even after the expiry or the order', () => {
    const first = made(accept(sent({ expires: 4_000 }), { seal: undefined }))
    expect(accept(first, { seal: undefined }, { now: 9_000 })).toBeUndefined()
    const ordered = made(orderQuote(first, { now: 5_000, orderId: 'o' }, defaultPolicy))
    expect(accept(ordered, { seal: undefined }, { now: 9_000 })).toBeUndefined()
  })

  it('rejects the same acceptance again once the quote is canceled', () => {
    const canceled = made(cancelQuote(made(accept()), { now: 4_000 }, defaultPolicy))
    expect(canceled.value.acceptance).toMatchObject(offer)
    const [code, message] = rejectionOf(() => accept(canceled, {}, { now: 5_000 }))
    expect(code).toBe('invalid_transition')
    expect(message).toContain('acceptQuote is not possible while the quote is canceled')
  })

  it.each<[Partial<AcceptedOffer>, Partial<AcceptQuoteInput>]>([
    [{ name: 'Bob' }, {}],
    [{ name: undefined }, {}],
    [{ reference: 'PO-8' }, {}],
    [{ revision: 2 }, {}],
    [{ seal: 'a'.repeat(64) }, {}],
    [{}, { actor: 'bob' }],
    [{}, { role: 'seller' }],
    [{}, { role: undefined }],
  ])('rejects another acceptance of an accepted quote: %j %j', (accepted, input) => {
    const call = () => accept(made(accept()), accepted, input)
    expect(rejectionOf(call)[0]).toBe('invalid_transition')
  })

  it.each<[Partial<AcceptedOffer>, string]>([
    [{ revision: 2 }, 'a revision that is not sent yet'],
    [{ seal: 'a'.repeat(64) }, 'another seal'],
    [{ seal: '' }, 'an empty seal'],
    [{ revision: 2, seal }, 'another revision with the right seal'],
  ])('rejects %j: %s', (accepted) => {
    const { code, details, message } = thrownBy(() => accept(sent(), accepted))
    expect([code, details]).toEqual([
      'offer_mismatch',
      { quoteId: 'quote-1', currentRevision: 1, currentSeal: seal },
    ])
    expect(message).toBe(
      `Offer mismatch: the current offer is revision 1 with the seal ${seal?.slice(0, 8)}…; reload ` +
        'the quote and show it to the customer before it is accepted',
    )
  })

  it.each([
    [2_499, undefined],
    [2_500, 'quote_expired'],
    [2_501, 'quote_expired'],
  ])('at %i, an offer that expires at 2,500: %s', (now, code) => {
    const call = () => accept(sent({ expires: 2_500 }), { seal: undefined }, { now })
    if (code === undefined) expect(made(call()).value.acceptance?.time).toBe(now)
    else expect(rejectionOf(call)[0]).toBe(code)
  })

  it.each([
    [2_499, undefined],
    [2_500, true],
  ])('at %i with late acceptance, late is %s', (now, late) => {
    const policy = { ...defaultPolicy, lifecycle: createLifecycle({ allowLateAcceptance: true }) }
    const change = acceptQuote(sent({ expires: 2_500 }), { revision: 1 }, { ...buyer, now }, policy)
    expect(made(change).value.acceptance?.late).toBe(late)
    expect(verifyAcceptance(made(change).value)).toEqual([])
  })

  it('accepts an expired offer in a status of the host only with late acceptance', () => {
    const own = { operation: 'acceptQuote', from: ['in_talks'], to: 'accepted' } as const
    const options = { transitions: [{ ...own, by: ['buyer'] as const }] }
    const record = withFields(sent({ expires: 2_500 }), { status: 'in_talks' })
    const call = (now: number, isLate = false) => {
      const policy = {
        ...defaultPolicy,
        lifecycle: createLifecycle({ ...options, allowLateAcceptance: isLate }),
      }
      return acceptQuote(record, { revision: 1 }, { ...buyer, now }, policy)
    }
    expect(made(call(2_499)).value.status).toBe('accepted')
    expect(rejectionOf(() => call(2_500))[0]).toBe('quote_expired')
    expect(made(call(2_500, true)).value.acceptance?.late).toBe(true)
  })

  it('never accepts before the last change, though the clock went back', () => {
    expect(made(accept(sent(), {}, { now: 10 })).value.acceptance?.time).toBe(2_000)
  })

  it.each(['new', 'draft', 'revision_requested', 'declined', 'canceled'])(
    'rejects a quote that is %s',
    (status) => {
      const call = () => accept(quoteOf(status), {}, { role: undefined })
      expect(rejectionOf(call)[0]).toBe('invalid_transition')
    },
  )

  it('is not for programs', () => {
    expect(rejectionOf(() => accept(sent(), {}, { role: 'system' }))).toEqual([
      'not_permitted',
      'acceptQuote is not permitted: it needs the role buyer or seller',
    ])
  })
})
