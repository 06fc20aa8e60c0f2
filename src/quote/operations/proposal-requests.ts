import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { requiredObject, requiredOr, withReceived } from '../../validation/schemas/scalars.js'
import { lineKey, offeredPriceMessage, quantitySchema } from '../lines/line-request.js'
import {
  maxNameLength,
  maxReasonLength,
  nameSchema,
  textSchema,
} from '../model/lifecycle-fields.js'
import { productId } from '../model/line-fields.js'
import type { RequestLimits } from '../model/policy.js'
import { type ProductId, parseUnitPrice } from '../model/product-fields.js'
import { maxAdditions, maxLineWishes, maxWishNoteLength, proposalKey } from '../model/proposal.js'

/** A wish for a line of the offer: at least one of `qty`, `price` and `remove`. */
export interface LineWishRequest {
  /** The key of the line, each once. */
  readonly key: string
  /** The quantity that is wished, in the bounds of other requests. */
  readonly qty?: number | undefined
  /**
   * The unit price that is wished, as the customer sees those of the offer: with taxes if the
   * prices of the quote include them. 0 or more.
   */
  readonly price?: number | string | undefined
  /** True to leave the line out. Not together with `qty` and `price`. */
  readonly remove?: boolean | undefined
  /** What the customer writes about it: 1 to 500 characters. */
  readonly note?: string | undefined
}

/** A wish for something to be added: a product by its `id`, or anything by a `name`. */
export interface AdditionWishRequest {
  /** The id of a product. Not together with `name`. */
  readonly id?: ProductId | undefined
  /** What is to be added, in the customer's words: 1 to 255 characters. */
  readonly name?: string | undefined
  /** The quantity, in the bounds of other requests. */
  readonly qty: number
  /** What the customer writes about it: 1 to 500 characters. */
  readonly note?: string | undefined
}

/** What `requestRevision` takes: a reason, wishes by line, or both. */
export interface RequestRevisionRequest {
  /** What the customer wants to have changed: 1 to 2,000 characters. Required without wishes. */
  readonly reason?: string | undefined
  /**
   * The `revision` that the customer has seen.
   *
   * @default The current one.
   */
  readonly revision?: number | undefined
  /** The name of the person who asks: 1 to 255 characters. Only with wishes. */
  readonly name?: string | undefined
  /** Wishes for lines of the offer: 1 to 500. */
  readonly lines?: readonly LineWishRequest[] | undefined
  /** What is to be added: 1 to 50. */
  readonly add?: readonly AdditionWishRequest[] | undefined
}

/** A wish to add something that a seller takes over, by its place in `add` of the proposal. */
export interface TakenAddition {
  /** Its place, from 0. */
  readonly index: number
  /** The unit price of what the customer has named. Not for a product, which the catalog prices. */
  readonly price?: number | string | undefined
}

/** The wishes of a proposal that a seller takes over. All others are declined. */
export interface TakenWishes {
  /** The `key` of the proposal. */
  readonly proposal: string
  /**
   * The keys of the lines whose wishes are taken over.
   *
   * @default none
   */
  readonly lines?: readonly string[] | 'all' | undefined
  /**
   * What is added: places in `add` of the proposal, from 0.
   *
   * @default none
   */
  readonly add?: readonly (number | TakenAddition)[] | undefined
}

/** What `reviseQuote` takes. */
export interface ReviseQuoteRequest {
  /** Takes over wishes of a proposal in the same commit. */
  readonly take?: TakenWishes | undefined
}

const priceJsonSchema = [
  { type: 'number', minimum: 0, maximum: 100_000_000_000 },
  { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
] as const

const wishedPrice = lazy(() =>
  z
    .custom<number | string>((value) => parseUnitPrice(value) !== undefined, {
      error: offeredPriceMessage,
    })
    .meta({
      description: 'The unit price that is wished, as the offer shows its prices',
      anyOf: [...priceJsonSchema],
    }),
)

const mustBeArray = { error: 'must be an array' }

const bounded = (max: number) => ({
  min: [1, 'must have at least one wish; leave it out if there is none'] as const,
  max: [max, `must have at most ${max} wishes`] as const,
})

function lineWishSchema(limits: RequestLimits) {
  return z
    .strictObject(
      {
        key: lineKey(),
        qty: quantitySchema(limits).optional(),
        price: wishedPrice().optional(),
        remove: z.boolean({ error: 'must be true or false' }).optional(),
        note: textSchema(maxWishNoteLength).optional(),
      },
      requiredObject,
    )
    .superRefine(({ qty, price, remove }, context) => {
      const add = (path: string[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const isChanged = qty !== undefined || price !== undefined
      if (remove === true && isChanged) add(['remove'], 'cannot be combined with qty and price')
      if (remove !== true && !isChanged) add([], 'must have qty, price or remove: true')
    })
    .meta({ description: 'A wish for a line: at least one of qty, price and remove' })
}

function additionSchema(limits: RequestLimits) {
  return z
    .strictObject(
      {
        id: productId.optional(),
        name: nameSchema(maxNameLength).optional(),
        qty: quantitySchema(limits),
        note: textSchema(maxWishNoteLength).optional(),
      },
      requiredObject,
    )
    .superRefine(({ id, name }, context) => {
      const add = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (id === undefined && name === undefined) add('id', 'is required if there is no name')
      if (id !== undefined && name !== undefined) add('name', 'cannot be combined with id')
    })
    .meta({ description: 'A product by its id, or anything by a name' })
}

const seenMessage = {
  error: withReceived('must be the revision that the customer has seen, an integer of at least 1'),
}

/** Creates the schema of a request for another offer. */
export function revisionRequestSchema(limits: RequestLimits) {
  return z
    .strictObject(
      {
        reason: textSchema(maxReasonLength)
          .describe(`Why: 1 to ${maxReasonLength} characters. Required without wishes`)
          .optional(),
        revision: z
          .int(seenMessage)
          .min(1, seenMessage)
          .describe('The revision that the customer has seen; the current one by default')
          .optional(),
        name: nameSchema(maxNameLength)
          .describe('The name of the person who asks; only with wishes')
          .optional(),
        lines: listSchema(lineWishSchema(limits), mustBeArray, bounded(maxLineWishes)).optional(),
        add: listSchema(additionSchema(limits), mustBeArray, bounded(maxAdditions)).optional(),
      },
      requiredObject,
    )
    .superRefine(({ reason, name, lines, add }, context) => {
      if (lines !== undefined || add !== undefined) return
      const report = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (reason === undefined) report('reason', 'is required')
      if (name !== undefined) report('name', 'needs wishes: lines or add')
    })
    .meta({
      not: {
        not: { anyOf: [{ required: ['reason'] }, { required: ['lines'] }, { required: ['add'] }] },
      },
    })
}

const indexMessage = 'must be the place of a wish in add of the proposal, from 0'

/** The schema of what `reviseQuote` takes. */
export const reviseRequestSchema = lazy(() => {
  const index = z
    .int({ error: requiredOr(indexMessage) })
    .min(0, { error: indexMessage })
    .max(maxAdditions - 1, { error: indexMessage })
  const place = z.strictObject({ index, price: wishedPrice().optional() }, requiredObject)
  const addition = z
    .preprocess((value) => (typeof value === 'number' ? { index: value } : value), place)
    .meta({
      anyOf: [
        { type: 'integer', minimum: 0, maximum: maxAdditions - 1 },
        {
          type: 'object',
          properties: {
            index: { type: 'integer', minimum: 0, maximum: maxAdditions - 1 },
            price: { anyOf: [...priceJsonSchema] },
          },
          required: ['index'],
          additionalProperties: false,
        },
      ],
    })
  const take = z.strictObject(
    {
      proposal: proposalKey(),
      lines: z
        .union(
          [
            z.literal('all'),
            listSchema(lineKey(), mustBeArray, {
              max: [maxLineWishes, `must have at most ${maxLineWishes} keys`],
            }),
          ],
          { error: "must be an array of line keys, or 'all'" },
        )
        .optional(),
      add: listSchema(addition, mustBeArray, {
        max: [maxAdditions, `must have at most ${maxAdditions} wishes`],
      }).optional(),
    },
    requiredObject,
  )
  return z.strictObject({ take: take.optional() }, requiredObject)
})
