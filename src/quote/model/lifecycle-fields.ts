import * as z from 'zod'
import { blankEdgesMessage, blankMessage, hasBlankEdges, isBlank } from '../../validation/blanks.js'
import { isValidId, isValidString, validId } from '../../validation/identifiers.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject, requiredOr } from '../../validation/schemas/scalars.js'
import { type Signature, signatureTypes, storedStrokes } from './signature.js'
import { type Role, roles } from './transitions.js'

/** Who accepted a revision of a quote, when, and what it was. */
export interface Acceptance {
  /** When it was accepted, in milliseconds since the Unix epoch. */
  readonly time: number
  /** The revision that was accepted. */
  readonly revision: number
  /** The seal of that revision. */
  readonly seal: string
  /** The `actor` of the call. Absent if it had none. */
  readonly by?: string
  /** The `role` of the call: `seller` if the seller accepted on behalf of the buyer. */
  readonly role?: Role
  /** The name of the person who accepted. */
  readonly name?: string
  /** The buyer's reference, such as the number of a purchase order. */
  readonly reference?: string
  /** True if the offer had expired, which the option `lifecycle.allowLateAcceptance` permits. */
  readonly late?: true
  /** What it was signed with. */
  readonly signature?: Signature
  /** The text to which the person agreed. */
  readonly consent?: string
  /** The network address of the person, as the host gave it. */
  readonly address?: string
  /**
   * The SHA-256 of the canonical JSON of salt, name and value of each field that is about a person.
   * `sealed` covers these instead of the fields, so that it still verifies what is left if they are
   * removed together with the salt.
   */
  readonly digests?: Readonly<Partial<Record<PersonalField, string>>>
  /** The salt of the digests: 32 hexadecimal digits at random. */
  readonly salt?: string
  /**
   * The SHA-256 of the canonical JSON of the acceptance without this field, the salt and what the
   * digests stand for. Present with a signature, a consent or an address.
   */
  readonly sealed?: string
}

/** The fields of an acceptance that are about a person. */
export const personalFields = Object.freeze(['by', 'name', 'signature', 'address'] as const)

/** What a caller can send that gives an acceptance a seal of its own, as a selection does. */
export const sealedFields = Object.freeze(['signature', 'consent', 'address'] as const)

/** The name of a field of an acceptance that is about a person. */
export type PersonalField = (typeof personalFields)[number]

/** The kinds of facts about the delivery of an offer. */
export const deliveryTypes = Object.freeze([
  'delivered',
  'opened',
  'deferred',
  'bounced',
  'dropped',
] as const)

/** What became of an offer on its way to the customer. */
export type DeliveryType = (typeof deliveryTypes)[number]

/** A fact about the delivery of an offer. */
export interface DeliveryFact {
  /** What happened. */
  readonly type: DeliveryType
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly time: number
  /** The revision that was delivered. */
  readonly revision: number
  /** To whom, for example an e-mail address. */
  readonly recipient?: string
  /** What the mail provider said, for example why a message bounced. */
  readonly detail?: string
}

/** A reminder of an offer: an event that tells the host to write to the customer. */
export interface Reminder {
  /** The name of the rule by which it was due. */
  readonly rule: string
  /** When it was recorded, in milliseconds since the Unix epoch. */
  readonly time: number
}

/** That a customer has requested a quote, by `requestQuote` or on a public page. */
export interface CustomersRequest {
  /** When it was requested, in milliseconds since the Unix epoch. */
  readonly time: number
  /** What the customer wrote. */
  readonly message?: string
}

/** Accepts a time as it is stored. */
export const storedTime = z.int({ error: 'must be an integer in milliseconds' })
/** Accepts an id as it is stored. */
export const storedId = z
  .custom<string>(isValidId, { error: `must be ${validId}` })
  .meta({ type: 'string' })

/** Returns the schema of a string without NUL and lone surrogates. */
export const shortString = byMaxLength((max) => {
  const error = `must be a string of 1 to ${max} characters, without NUL or lone surrogates`
  return z
    .string({ error: requiredOr(error) })
    .check(
      z.minLength(1, { error }),
      z.maxLength(max, { error, abort: true }),
      z.refine(isValidString, { error }),
    )
})

/** Returns the schema of a text that somebody sends for others to read: not only blanks. */
export const textSchema = byMaxLength((max) =>
  shortString(max).refine((text) => !isBlank(text), { error: blankMessage, abort: true }),
)

/**
 * Returns the schema of a name that somebody sends: without blanks around it. A name that may be
 * the stored one is a {@link shortString}, and is checked by `getBlankError` where it is another.
 */
export const nameSchema = byMaxLength((max) =>
  textSchema(max).refine((name) => !hasBlankEdges(name), { error: blankEdgesMessage }),
)

/** Creates the schema of each length once: many fields share one, and creating it takes long. */
function byMaxLength(create: (max: number) => z.ZodString): (max: number) => z.ZodString {
  const created = new Map<number, z.ZodString>()
  return (max) => {
    const schema = created.get(max) ?? create(max)
    created.set(max, schema)
    return schema
  }
}

/** Maximum lengths of strings, in UTF-16 code units. */
export const maxReasonLength = 2_000
export const maxNameLength = 255
export const maxNumberLength = 64
export const maxDetailLength = 500
export const maxConsentLength = 2_000
export const maxAddressLength = 64
export const maxRuleLength = 64
/** Maximum number of reminders of an offer, each by another rule. */
export const maxReminders = 20
/** Maximum number of facts about the deliveries of a quote. The next one replaces another. */
export const maxDeliveryFacts = 200

/** The fields that a quote gets in the course of its life. Each is absent until it is set. */
export const factSchemas = lazy(() => {
  const revisionMessage = { error: 'must be an integer of at least 1' }
  const revision = z.int(revisionMessage).min(1, revisionMessage)
  const digits = (count: 32 | 64) =>
    z
      .string({ error: 'must be a string' })
      .regex(new RegExp(`^[0-9a-f]{${count}}$`), { error: `must have ${count} hexadecimal digits` })
  const seal = digits(64)
  // The type says which of the fields it has.
  const signature = z.strictObject(
    {
      type: z.literal([...signatureTypes], { error: 'must be typed or drawn' }),
      name: shortString(maxNameLength).exactOptional(),
      strokes: storedStrokes().exactOptional(),
    },
    mustBeObject,
  )
  const acceptance = z.strictObject(
    {
      time: storedTime,
      revision,
      seal,
      by: storedId.exactOptional(),
      role: z.literal(roles, { error: 'must be a role' }).exactOptional(),
      name: shortString(maxNameLength).exactOptional(),
      reference: shortString(maxNameLength).exactOptional(),
      late: z.literal(true, { error: 'must be true or absent' }).exactOptional(),
      signature: signature.exactOptional(),
      consent: shortString(maxConsentLength).exactOptional(),
      address: shortString(maxAddressLength).exactOptional(),
      digests: z
        .strictObject(
          {
            by: seal.exactOptional(),
            name: seal.exactOptional(),
            signature: seal.exactOptional(),
            address: seal.exactOptional(),
          } satisfies Record<PersonalField, z.ZodType>,
          mustBeObject,
        )
        .exactOptional(),
      salt: digits(32).exactOptional(),
      sealed: seal.exactOptional(),
    },
    mustBeObject,
  )
  const deliveryFact = z.strictObject(
    {
      type: z.literal([...deliveryTypes], { error: `must be one of ${deliveryTypes.join(', ')}` }),
      time: storedTime,
      revision,
      recipient: shortString(maxNameLength).exactOptional(),
      detail: shortString(maxDetailLength).exactOptional(),
    },
    mustBeObject,
  )
  const reminder = z.strictObject(
    { rule: shortString(maxRuleLength), time: storedTime },
    mustBeObject,
  )
  const customersRequest = z.strictObject(
    { time: storedTime, message: shortString(maxReasonLength).exactOptional() },
    mustBeObject,
  )
  const isTrue = z.literal(true, { error: 'must be true or absent' }).exactOptional()
  return {
    request: customersRequest.exactOptional(),
    suspicious: isTrue,
    number: shortString(maxNumberLength).exactOptional(),
    revision: revision.exactOptional(),
    sent: storedTime.exactOptional(),
    expires: storedTime.exactOptional(),
    seal: seal.exactOptional(),
    reason: shortString(maxReasonLength).exactOptional(),
    acceptance: acceptance.exactOptional(),
    delivery: listSchema(
      deliveryFact,
      { error: 'must be an array' },
      {
        min: [1, 'must be absent if there are no facts'],
      },
    ).exactOptional(),
    expiry_reported: isTrue,
    reminders: listSchema(
      reminder,
      { error: 'must be an array' },
      { min: [1, 'must be absent if there are no reminders'] },
    ).exactOptional(),
  }
})
