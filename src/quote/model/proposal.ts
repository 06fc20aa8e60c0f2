import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject, requiredOr } from '../../validation/schemas/scalars.js'
import {
  maxNameLength,
  maxReasonLength,
  shortString,
  storedId,
  storedTime,
} from './lifecycle-fields.js'
import { productId, storedQuantity } from './line-fields.js'
import { storedStrings } from './pricing-fields.js'
import type { ProductId } from './product-fields.js'
import { type Role, roles } from './transitions.js'

/** A counter-offer: what a customer wishes to have changed of an offer, line by line. */
export interface Proposal {
  /** Identifies it in its quote: `proposal-1`. */
  readonly key: string
  /** The revision that the customer has seen. */
  readonly revision: number
  /** The version of the quote with which it came. */
  readonly version: number
  /** When it came, in milliseconds since the Unix epoch. */
  readonly time: number
  /** The `actor` of the call. Absent if it had none. */
  readonly by?: string
  /** The `role` of the call. */
  readonly role?: Role
  /** The name of the person who asks. */
  readonly name?: string
  /** What the customer wrote about it. */
  readonly reason?: string
  /** The wishes for lines of the offer. */
  readonly lines?: readonly LineWish[]
  /** What is to be added. */
  readonly add?: readonly AdditionWish[]
  /** What became of the wishes. Absent until the seller has answered. */
  readonly outcomes?: ProposalOutcomes
}

/** What a customer wishes for a line. Fields that are absent are to stay as they are. */
export interface LineWish {
  /** The key of the line. */
  readonly key: string
  /** The name of the line when the wish was made. */
  readonly name?: string
  /** What was offered when the wish was made. */
  readonly offered: OfferedTerms
  /** The quantity that is wished. */
  readonly qty?: number
  /** The unit price that is wished, as those of the offer: with or without taxes as they are. */
  readonly price?: string
  /** True if the line is to be left out. */
  readonly remove?: true
  /** What the customer wrote about it. */
  readonly note?: string
}

/** What was offered on a line. */
export interface OfferedTerms {
  /** The quantity. */
  readonly qty: number
  /** The offered unit price. */
  readonly price: string
  /** The total of the line. */
  readonly total: string
  /** The quantity that the unit price is for. Absent for 1. */
  readonly price_quantity?: number
}

/** What a customer wishes to have added: a product, or what its name says. */
export interface AdditionWish {
  /** The id of a product. */
  readonly id?: ProductId
  /** What the customer called it. */
  readonly name?: string
  /** The quantity. */
  readonly qty: number
  /** What the customer wrote about it. */
  readonly note?: string
}

const wishResults = ['taken', 'partly', 'declined', 'open'] as const

/** What became of a wish. `open` is one that only people can compare with the new offer. */
export type WishResult = (typeof wishResults)[number]

/** What became of a wish, and what the line of the new offer is, if that is another thing. */
export interface WishOutcome {
  /** Whether the new offer fulfils the wish. */
  readonly result: WishResult
  /** The quantity of the line. */
  readonly qty?: number
  /** The unit price of the line. */
  readonly price?: string
}

/** What became of the wishes of a proposal, each list in the order of the wishes. */
export interface ProposalOutcomes {
  /** The revision that answers them. Absent while it is being prepared. */
  readonly revision?: number
  /** Those of the wishes for lines. */
  readonly lines?: readonly WishOutcome[]
  /** Those of what is to be added. */
  readonly add?: readonly WishOutcome[]
}

/** Maximum number of proposals of a quote. The next one replaces the oldest. */
export const maxProposals = 20
/** Maximum number of wishes for lines of a proposal, and for what is to be added. */
export const maxLineWishes = 500
export const maxAdditions = 50
/** Maximum length of a note of a wish, in UTF-16 code units. */
export const maxWishNoteLength = 500

/** Exceeds the length of a proposal as JSON: each wish has a name, a note, amounts, an outcome. */
export const maxProposalSize =
  (maxLineWishes + maxAdditions) * (maxNameLength + maxWishNoteLength + 400) +
  maxReasonLength +
  1_500

const keyMessage = 'must be the key of a proposal, such as proposal-1'
const mustBeArray = { error: 'must be an array' }

/** Accepts the key of a proposal, known or not. */
export const proposalKey = lazy(() =>
  z
    .string({ error: requiredOr(keyMessage) })
    .regex(/^proposal-[1-9][0-9]{0,9}$/, { error: keyMessage }),
)

function wishes<Wish>(wish: z.ZodType<Wish>, max: number) {
  return listSchema(wish, mustBeArray, {
    min: [1, 'must be absent if there are none'],
    max: [max, `must have at most ${max} wishes`],
  }).exactOptional()
}

/** Accepts the proposals of a quote as they are stored. */
export const proposalsSchema = lazy(() => {
  const { decimal, lineKey, unitPrice } = storedStrings()
  const integerMessage = { error: 'must be an integer of at least 1' }
  const count = z.int(integerMessage).min(1, integerMessage)
  const qty = storedQuantity()
  const note = shortString(maxWishNoteLength).exactOptional()
  const lineWish = z.strictObject(
    {
      key: lineKey,
      name: shortString(maxNameLength).exactOptional(),
      offered: z.strictObject(
        { qty, price: unitPrice, total: decimal, price_quantity: qty.exactOptional() },
        mustBeObject,
      ),
      qty: qty.exactOptional(),
      price: unitPrice.exactOptional(),
      remove: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
      note,
    },
    mustBeObject,
  )
  const additionWish = z.strictObject(
    { id: productId.exactOptional(), name: shortString(maxNameLength).exactOptional(), qty, note },
    mustBeObject,
  )
  const outcome = z.strictObject(
    {
      result: z.literal([...wishResults], { error: `must be one of ${wishResults.join(', ')}` }),
      qty: qty.exactOptional(),
      price: unitPrice.exactOptional(),
    },
    mustBeObject,
  )
  const proposal = z.strictObject(
    {
      key: proposalKey(),
      revision: count,
      version: count,
      time: storedTime,
      by: storedId.exactOptional(),
      role: z.literal(roles, { error: 'must be a role' }).exactOptional(),
      name: shortString(maxNameLength).exactOptional(),
      reason: shortString(maxReasonLength).exactOptional(),
      lines: wishes(lineWish, maxLineWishes),
      add: wishes(additionWish, maxAdditions),
      outcomes: z
        .strictObject(
          {
            revision: count.exactOptional(),
            lines: wishes(outcome, maxLineWishes),
            add: wishes(outcome, maxAdditions),
          },
          mustBeObject,
        )
        .exactOptional(),
    },
    mustBeObject,
  )
  return listSchema(proposal, mustBeArray, {
    min: [1, 'must be absent if there are none'],
    max: [maxProposals, `must have at most ${maxProposals} proposals`],
  })
})
