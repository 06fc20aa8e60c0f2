import * as z from 'zod'
import { QuoteError, type RequiredApproval } from '../../errors.js'
import { deepFreeze } from '../../validation/deep-freeze.js'
import { describeValue } from '../../validation/describe-value.js'
import { FieldErrorCollector } from '../../validation/field-errors.js'
import { type CopiedJson, copyJson, type JsonValue } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { mustBeObject } from '../../validation/schemas/scalars.js'
import {
  type Approval,
  coversBounds,
  isFor,
  maxApprovals,
  type ParsedRequirement,
  requirementId,
} from '../model/approval.js'
import { maxNameLength, shortString } from '../model/lifecycle-fields.js'
import { showKeys } from '../model/line-keys.js'
import type { Quote } from '../model/quote.js'
import { quoteFieldsOf } from '../model/quote-fields.js'
import { hashOfJson } from '../model/seal.js'
import type { Role } from '../model/transitions.js'

function copyCovers(value: unknown): CopiedJson {
  return value === undefined ? { path: [], message: 'is required' } : copyJson(value, coversBounds)
}

const requirements = lazy(() => {
  const requirement = z.strictObject(
    {
      id: requirementId(),
      label: shortString(maxNameLength),
      by: shortString(maxNameLength).optional(),
      covers: z.unknown().transform((value, context): JsonValue => {
        const copied = copyCovers(value)
        if ('value' in copied) return copied.value
        context.issues.push({ code: 'custom', input: value, ...copied, path: [...copied.path] })
        return null
      }),
    },
    mustBeObject,
  )
  return listSchema(
    requirement,
    { error: ({ input }) => `must be an array of requirements, received ${describeValue(input)}` },
    { max: [maxApprovals, `must have at most ${maxApprovals} requirements`] },
  )
})

/** Returns the hash of what an approval covers. Pure. */
export function approvalHash({ covers }: Pick<Approval, 'covers'>): string {
  return hashOfJson(covers)
}

const maxListed = 5

/**
 * Returns the requirements that a function of the host has returned. Frozen.
 *
 * @throws TypeError that names what is wrong
 */
export function parseRequirements(returned: unknown): readonly ParsedRequirement[] {
  const errors = new FieldErrorCollector()
  const { data = [], error } = requirements().safeParse(returned)
  if (error !== undefined) errors.addIssues(error.issues)
  const ids = new Set<string>()
  for (const [index, { id }] of data.entries()) {
    if (ids.has(id)) errors.add([index, 'id'], `must not be that of another, ${describeValue(id)}`)
    ids.add(id)
  }
  if (!errors.isEmpty) {
    const listed = Object.entries(errors.toFieldErrors()).slice(0, maxListed)
    throw new TypeError(listed.map(([path, message]) => `${path || 'it'} ${message}`).join('; '))
  }
  return deepFreeze(
    data.map(({ id, label, by, covers }) => ({
      id,
      label,
      ...(by === undefined ? undefined : { by }),
      covers,
      hash: approvalHash({ covers }),
    })),
  )
}

/**
 * Returns what several rules require together.
 *
 * @throws TypeError if two of them require something with one id, or all of them too much
 */
export function joinRequirements(
  lists: readonly (readonly ParsedRequirement[])[],
): readonly ParsedRequirement[] {
  const all = lists.flat()
  const ids = all.map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined)
    throw new TypeError(
      `its rules must not require ${describeValue(repeated)} twice; give each an id of its own`,
    )
  if (all.length > maxApprovals)
    throw new TypeError(`its rules must have at most ${maxApprovals} requirements together`)
  return Object.freeze(all)
}

/**
 * Returns what of a quote is approved: its content with all amounts, as a customer gets it, and
 * what is for the store only. It is the same before a revision is sent and after. Frozen.
 */
export function contentToApprove(quote: Quote): Quote {
  const content: Record<string, unknown> = { ...showKeys(quote) }
  for (const field of notApproved) delete content[field]
  return deepFreeze({ ...(content as unknown as Quote), status: 'sent' })
}

/** What sending adds to a quote, and what has become of an offer. A rule can see the revision. */
const notApproved = quoteFieldsOf('offer', 'outcome', 'reported').filter(
  (name) => name !== 'revision',
)

/**
 * Rejects requirements that are others when they are asked for again: no approval would ever be for
 * them. What they cover may depend on what changes meanwhile, but not within one call.
 *
 * @throws QuoteError `callback_failed`
 */
function assertStable(
  required: readonly ParsedRequirement[],
  again: readonly ParsedRequirement[],
): void {
  const hashes = new Map(required.map(({ id, hash }) => [id, hash]))
  const ids = new Set(again.map(({ id }) => id))
  const gone = required.find(({ id }) => !ids.has(id))
  const other = again.find(({ id, hash }) => hashes.get(id) !== hash)
  const changed = other !== undefined && hashes.has(other.id)
  if (gone === undefined && other === undefined) return
  const shown = `${describeValue(gone?.id)} and then ${describeValue(other?.id)}`
  const message =
    'it must return the same for the same quote, or no approval is ever for it; it returned ' +
    (changed ? `other values of covers for ${describeValue(other.id)}` : `the id ${shown}`)
  throw new QuoteError(
    'callback_failed',
    { option: 'approvals.require' },
    { cause: new TypeError(message) },
  )
}

/** Returns the approvals that count for requirements: those for the same, by their ids. */
function currentApprovals(
  { approvals = [] }: Pick<Quote, 'approvals'>,
  required: readonly ParsedRequirement[],
): readonly (Approval | undefined)[] {
  const byId = new Map(approvals.map((each) => [each.id, each]))
  return required.map((each) => {
    const known = byId.get(each.id)
    return known !== undefined && isFor(known, each) ? known : undefined
  })
}

/** A quote as it is about to be sent, and by whom. */
export interface ApprovalCheck {
  readonly quoteId: string
  /** The quote with its next revision and all amounts. */
  readonly quote: Quote
  readonly role: Role | undefined
}

/**
 * Returns the approvals that a quote is sent with: one for each requirement. Pure.
 *
 * @param ask Returns the requirements. Asked again before a quote is rejected.
 * @throws QuoteError `approval_required` if one is missing; `callback_failed`
 */
export function requireApproved(
  { quoteId, quote, role }: ApprovalCheck,
  ask: () => readonly ParsedRequirement[],
): readonly Approval[] {
  const required = ask()
  const missing = missingApprovals(quote, required)
  if (missing.length === 0) return currentApprovals(quote, required) as readonly Approval[]
  assertStable(required, ask())
  // What the store approves is not for buyers, who can send quotes in a life cycle of the host.
  const requirements = role === 'buyer' ? [] : missing
  throw new QuoteError('approval_required', { quoteId, requirements })
}

/** Returns what is required and not approved, with what has become of it. Pure. */
export function missingApprovals(
  quote: Pick<Quote, 'approvals'>,
  required: readonly ParsedRequirement[],
): readonly RequiredApproval[] {
  const current = currentApprovals(quote, required)
  return required.flatMap(({ id, label, by }, index): readonly RequiredApproval[] => {
    const { status = 'required' } = current[index] ?? {}
    if (status === 'approved') return []
    return [{ id, label, ...(by === undefined ? undefined : { by }), status }]
  })
}

/** Who requests approvals, and when. */
export interface RequestedApproval {
  readonly time: number
  readonly by?: string | undefined
  readonly note?: string | undefined
}

/**
 * Returns the approvals of a quote once they are requested: for each requirement the one that
 * counts, or else a new one. Those that were rejected are requested again. Pure.
 */
export function withRequested(
  quote: Quote,
  required: readonly ParsedRequirement[],
  { time, by, note }: RequestedApproval,
): readonly Approval[] {
  const requested = {
    time,
    ...(by === undefined ? undefined : { by }),
    ...(note === undefined ? undefined : { note }),
  }
  const current = currentApprovals(quote, required)
  return required.map((each, index): Approval => {
    const known = current[index]
    if (known?.status === 'approved') return known
    const isPending = known?.status === 'pending'
    return { ...each, status: 'pending', requested: isPending ? known.requested : requested }
  })
}
