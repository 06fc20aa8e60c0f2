import { describe, expect, it } from 'vitest'
import { createLifecycle } from '../../../src/quote/model/lifecycle.js'
import type { Acceptance } from '../../../src/quote/model/lifecycle-fields.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { redactAcceptance, sealAcceptance, sealOf } from '../../../src/quote/model/seal.js'
import {
  acceptQuote,
  cancelQuote,
  recordDelivery,
  sendQuote,
} from '../../../src/quote/operations/offer.js'
import { reviseQuote } from '../../../src/quote/operations/proposals.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'
import { accepted, made, quoteOf, sent } from '../lifecycle/samples.js'

const quote = accepted().value

/** Returns the violations of an accepted quote with other fields. */
const verify = (fields: object) => verifyAcceptance({ ...quote, ...fields })

/** Returns an accepted quote with another acceptance. */
const withAcceptance = (fields: object) =>
  verify({ acceptance: { ...quote.acceptance, ...fields } })

/** Returns an accepted quote that was changed, and sealed again. */
function resealed(fields: Partial<Quote>): Quote {
  const seal = sealOf({ ...quote, ...fields })
  return { ...quote, ...fields, seal, acceptance: { time: 3_000, revision: 1, seal } }
}

const otherSeal = 'a'.repeat(64)

const signed = made(
  acceptQuote(
    sent(),
    {
      revision: 1,
      name: 'Ada',
      signature: { type: 'typed', name: 'Ada' },
      consent: 'I agree',
      address: '::1',
    },
    { now: 3_000, salt: 'e'.repeat(32) },
    defaultPolicy,
  ),
).value

/** Returns the beginnings of the violations of a signed acceptance with other fields. */
function violationsWith(fields: object): readonly string[] {
  const acceptance = JSON.parse(JSON.stringify({ ...signed.acceptance, ...fields }))
  return verifyAcceptance({ ...signed, acceptance }).map(
    ({ path, message }) => `${path.slice('acceptance.'.length)}: ${message.split(/: | this/)[0]}`,
  )
}

describe('verifyAcceptance', () => {
  it('finds nothing in what the engine accepted', () => {
    expect(verifyAcceptance(quote)).toEqual([])
    expect(verifyAcceptance(accepted({ expires: 3_001 }).value)).toEqual([])
    expect(verifyAcceptance(quoteOf('ordered').value)).toEqual([])
    expect(verifyAcceptance(JSON.parse(JSON.stringify(quote)))).toEqual([])
  })

  it('finds nothing in a later revision that was accepted', () => {
    const draft = made(reviseQuote(sent(), { now: 3_000 }, defaultPolicy))
    const again = made(sendQuote(draft, { now: 4_000 }, defaultPolicy))
    const { value } = made(acceptQuote(again, { revision: 2 }, { now: 5_000 }, defaultPolicy))
    expect(verifyAcceptance(value)).toEqual([])
  })

  it('finds nothing in a late acceptance that was permitted', () => {
    const policy = { ...defaultPolicy, lifecycle: createLifecycle({ allowLateAcceptance: true }) }
    const late = acceptQuote(sent({ expires: 2_500 }), { revision: 1 }, { now: 2_500 }, policy)
    expect(made(late).value.acceptance?.late).toBe(true)
    expect(verifyAcceptance(made(late).value)).toEqual([])
  })

  it('finds nothing after what can happen to an accepted quote', () => {
    const delivered = made(
      recordDelivery(accepted(), { type: 'opened' }, { now: 4_000 }, defaultPolicy),
    )
    expect(verifyAcceptance(delivered.value)).toEqual([])
    const canceled = made(cancelQuote(accepted(), { now: 4_000, reason: 'no' }, defaultPolicy))
    expect(verifyAcceptance(canceled.value)).toEqual([])
    expect(verify({ tags: ['vip'], owner: 'ann', status: 'in_production' })).toEqual([])
  })

  it.each([
    ['a total', { quote_total: '19.00' }],
    ['the customer', { customer: { name: 'Bob' } }],
    ['the expiry', { expires: 9_000 }],
    ['the number', { number: '8' }],
  ])('finds another seal if %s was changed', (_, fields) => {
    const message = `must be the seal of this content, ${sealOf({ ...quote, ...fields })}`
    expect(verify(fields)).toEqual([{ path: 'seal', message }])
  })

  it('finds a seal that is absent', () => {
    const { seal, ...unsealed } = quote
    expect(verifyAcceptance(unsealed).map(({ path }) => path)).toEqual(['seal', 'acceptance.seal'])
  })

  it('finds an acceptance that is absent', () => {
    const { acceptance, ...unaccepted } = quote
    expect(verifyAcceptance(unaccepted)).toEqual([{ path: 'acceptance', message: 'is required' }])
  })

  it.each(['new', 'draft', 'sent', 'revision_requested', 'declined'])(
    'finds the status %s, in which no quote is accepted',
    (status) => {
      expect(verify({ status })).toEqual([
        { path: 'status', message: 'must be that of a quote that was accepted' },
      ])
    },
  )

  it('finds an acceptance of another seal', () => {
    expect(withAcceptance({ seal: otherSeal })).toEqual([
      { path: 'acceptance.seal', message: 'must be the seal of the quote' },
    ])
  })

  it('finds an acceptance of another revision', () => {
    expect(withAcceptance({ revision: 2 })).toEqual([
      { path: 'acceptance.revision', message: 'must be the revision of the quote' },
    ])
  })

  it('finds an acceptance before the quote was sent', () => {
    expect(withAcceptance({ time: 1_999 })).toEqual([
      { path: 'acceptance.time', message: 'must not be before the time of sending' },
    ])
    expect(withAcceptance({ time: 2_000 })).toEqual([])
  })

  it('finds an accepted quote that was never sent', () => {
    const { sent: _, ...unsent } = quote
    const seal = sealOf(unsent)
    const acceptance = { ...quote.acceptance, seal }
    expect(verifyAcceptance({ ...unsent, seal, acceptance })).toEqual([
      { path: 'sent', message: 'is required' },
    ])
  })

  it('finds an acceptance at or after the expiry that does not say so', () => {
    expect(verifyAcceptance(resealed({ expires: 3_000 }))).toEqual([
      { path: 'acceptance.late', message: 'must be true: the offer had expired' },
    ])
    expect(verifyAcceptance(resealed({ expires: 3_001 }))).toEqual([])
  })

  it('finds an acceptance that says it is late, and is not', () => {
    expect(withAcceptance({ late: true })).toEqual([
      { path: 'acceptance.late', message: 'must be absent' },
    ])
  })

  it('finds what its seal or a digest of an acceptance contradicts', () => {
    expect(verifyAcceptance(signed)).toEqual([])
    expect(violationsWith({ consent: 'I agree to all' })).toEqual(['sealed: must be the seal of'])
    expect(violationsWith({ name: 'Bob' })).toEqual(['name: must be what its digest is of'])
    expect(violationsWith({ salt: undefined, name: undefined, signature: undefined })).toEqual([
      'name: was erased',
      'signature: was erased',
      'salt: is required to verify address',
    ])
    expect(violationsWith({ sealed: undefined })).toEqual([
      'sealed: is required with a signature, a consent or an address',
    ])
    const signature = { type: 'typed', strokes: [[0, 0, 9, 99]] }
    expect(violationsWith({ signature }).toSorted()).toEqual([
      'signature.name: is required',
      'signature.strokes: must be absent, as the type is typed',
      'signature: must be what its digest is of',
    ])
  })

  it('says what was erased, and verifies the rest', () => {
    const redacted = redactAcceptance(signed)
    const erased = { message: 'was erased: only its digest remains', isErased: true }
    expect(verifyAcceptance(redacted)).toEqual(
      ['name', 'signature', 'address'].map((field) => ({ path: `acceptance.${field}`, ...erased })),
    )
    const acceptance = { ...redacted.acceptance, consent: 'Yes' }
    expect(verifyAcceptance({ ...redacted, acceptance }).some(({ isErased }) => !isErased)).toBe(
      true,
    )
  })

  it('finds what was sealed again by a copy only', () => {
    const { seal = '', acceptance: { sealed } = {} } = signed
    const { signature: _, ...unsigned } = signed.acceptance as Acceptance
    for (const acceptance of [
      sealAcceptance({ ...(signed.acceptance as Acceptance), consent: 'Yes' }, 'f'.repeat(32)),
      { ...quote.acceptance, by: 'ada' } as Acceptance,
      sealAcceptance(unsigned, 'f'.repeat(32)),
    ]) {
      const forged = { ...signed, acceptance }
      expect(verifyAcceptance(forged)).toEqual([])
      expect(verifyAcceptance(forged, { copy: { seal, sealed } })).toEqual([
        { path: 'acceptance.sealed', message: `must be that of the copy, ${sealed}` },
      ])
    }
    const forged = resealed({ number: '8' })
    expect(verifyAcceptance(forged, { copy: { seal } })).toEqual([
      { path: 'seal', message: `must be that of the copy, ${seal}` },
    ])
    expect(verifyAcceptance(signed, { copy: { seal, sealed } })).toEqual([])
  })

  it('finds every violation at once', () => {
    const paths = verify({
      status: 'sent',
      quote_total: '1.00',
      acceptance: { time: 1, revision: 9, seal: otherSeal, late: true },
    }).map(({ path }) => path)
    expect(paths).toEqual([
      'status',
      'seal',
      'acceptance.seal',
      'acceptance.revision',
      'acceptance.time',
      'acceptance.late',
    ])
  })

  it.each([
    undefined,
    null,
    7,
    'quote',
    [],
    {},
    () => quote,
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no')
        },
      },
    ),
    { ...quote, acceptance: 'yes' },
    { ...quote, paid: true },
  ])('never throws, and finds violations in value %#', (value) => {
    expect(verifyAcceptance(value).length).toBeGreaterThan(0)
  })
})
