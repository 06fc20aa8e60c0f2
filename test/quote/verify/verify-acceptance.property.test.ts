import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import type { Acceptance } from '../../../src/quote/model/lifecycle-fields.js'
import { payableOf } from '../../../src/quote/model/payable.js'
import type { Quote } from '../../../src/quote/model/quote.js'
import { sealAcceptance, sealOf, unsealedFields } from '../../../src/quote/model/seal.js'
import { type AcceptedOffer, acceptQuote } from '../../../src/quote/operations/offer.js'
import { selectQuote } from '../../../src/quote/selection/select-quote.js'
import { verifyAcceptance } from '../../../src/quote/verify/verify-acceptance.js'
import { chooseSelection } from '../../../src/testing/arbitraries/choices.js'
import { quoteArbitraries } from '../../../src/testing/arbitraries/index.js'
import { defaultPolicy } from '../../../src/testing/default-policy.js'

type Json = Record<string, unknown>
type Path = readonly (string | number)[]

const salt = '0123456789abcdef'.repeat(2)

/** Returns a selection with its total; nothing if only a provider knows what it costs. */
function select(quote: Quote, choice: number): Pick<AcceptedOffer, 'selection' | 'total'> {
  try {
    const selection = chooseSelection(quote, (max) => choice % (max + 1))
    return { selection, total: payableOf(selectQuote(quote, selection)) }
  } catch (error) {
    if (isQuoteError(error) && error.code === 'invalid_request') return {}
    throw error
  }
}

/** Accepts an offer with everything that an acceptance can have. */
function accept(value: Quote, choice: number): Quote {
  const replay = { base: 1, size: 0 }
  const record = { kind: 'quote', id: '1', version: 9, updated: value.sent ?? 0, value, replay }
  const signature = {
    type: 'drawn',
    strokes: [
      [0, 9, 600, 9],
      [3, 3],
    ],
  } as const
  const offer = { revision: value.revision ?? 0, name: 'Ada', reference: 'PO-7', signature }
  const input = { now: record.updated, actor: 'ada', role: 'buyer', salt } as const
  const accepted = { ...offer, consent: 'I agree', address: '::1', ...select(value, choice) }
  const change = acceptQuote(record, accepted, input, defaultPolicy)
  return change?.record.value as Quote
}

const accepted = fc
  .tuple(quoteArbitraries(fc).quoteIn('sent'), fc.nat(9))
  .map(([quote, choice]) => accept(quote, choice))

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([field, part]) => pathsOf(part, [...path, field]))
}

/** Returns the paths of all values of the acceptance, and of one of each sealed field. */
function sealedPaths(quote: Quote, choice: number): readonly Path[] {
  const { acceptance, ...offer } = quote
  const ofOffer = Object.entries(offer).flatMap(([field, value]) => {
    const paths = pathsOf(value, [field])
    const isSealed = field === 'seal' || !(unsealedFields as readonly unknown[]).includes(field)
    return isSealed ? paths.slice(choice % paths.length).slice(0, 1) : []
  })
  return [...pathsOf(acceptance, ['acceptance']), ...ofOffer]
}

/** Returns a copy of a quote in which one value is another; undefined removes it. */
function altered(quote: Quote, path: Path, alter: (value: unknown) => unknown): unknown {
  const copy = structuredClone(quote) as unknown as Json
  const parent = path.slice(0, -1).reduce<Json>((part, field) => part[field] as Json, copy)
  const name = path.at(-1) ?? ''
  parent[name] = alter(parent[name])
  if (parent[name] === undefined) delete parent[name]
  return copy
}

/** Alters one character or one digit, whatever the value is. */
function otherValue(value: unknown, choice: number): unknown {
  if (typeof value === 'number') return value + (value > 0 && choice % 2 === 0 ? -1 : 1)
  if (typeof value !== 'string') return typeof value === 'boolean' ? !value : 'x'
  const at = choice % Math.max(1, value.length)
  const character = /[1-9a-e]/.test(value.charAt(at)) ? '0' : '1'
  return `${value.slice(0, at)}${character}${value.slice(at + 1)}`
}

const runs = fc.readConfigureGlobal().numRuns ?? 100
/** The 100 runs of CI are made 350, which alter more than 10,000 values. */
const numRuns = runs < 100 ? runs : 3.5 * runs

describe('verifyAcceptance', () => {
  it('finds every value of the offer or the acceptance that is another, or is missing', () => {
    let altering = 0
    fc.assert(
      fc.property(accepted, fc.nat(), fc.boolean(), (quote, choice, isRemoved) => {
        expect(verifyAcceptance(quote)).toEqual([])
        const alter = (value: unknown) => (isRemoved ? undefined : otherValue(value, choice))
        for (const path of sealedPaths(quote, choice)) {
          expect(verifyAcceptance(altered(quote, path, alter)), path.join('.')).not.toEqual([])
          altering += 1
        }
      }),
      { endOnFailure: true, numRuns },
    )
    expect(altering).toBeGreaterThan(30 * numRuns)
  })

  it('finds what was sealed again by the seals of a copy, and by nothing else', () => {
    fc.assert(
      fc.property(accepted, (quote) => {
        const { seal = '', acceptance: { sealed } = {} } = quote
        const resealed = (offer: Quote, changes: Partial<Acceptance>): Quote => {
          const next = { ...offer, seal: sealOf({ ...offer, seal: undefined } as never) }
          const acceptance = { ...(offer.acceptance as Acceptance), ...changes, seal: next.seal }
          return { ...next, acceptance: sealAcceptance(acceptance, salt) }
        }
        for (const forged of [
          resealed({ ...quote, customer: { name: 'Forged' } }, {}),
          resealed(quote, { consent: 'Forged' }),
          resealed(quote, { signature: { type: 'typed', name: 'Forged' } }),
        ]) {
          expect(verifyAcceptance(forged)).toEqual([])
          expect(verifyAcceptance(forged, { copy: { seal, sealed } })).not.toEqual([])
        }
      }),
      { endOnFailure: true },
    )
  })
})
