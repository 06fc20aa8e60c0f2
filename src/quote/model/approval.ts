import * as z from 'zod'
import { isValidId } from '../../validation/identifiers.js'
import { isBoundedJson, type JsonValue } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import { invalidId, mustBeObject, requiredOr } from '../../validation/schemas/scalars.js'
import {
  maxNameLength,
  maxReasonLength,
  shortString,
  storedId,
  storedTime,
} from './lifecycle-fields.js'

/** What must be approved before a quote is sent. */
export interface ApprovalRequirement {
  /** Identifies the rule: 1 to 255 characters, each once in a quote. */
  readonly id: string
  /** What is to be approved, for people: 1 to 255 characters. */
  readonly label: string
  /** Who may approve it, for people: 1 to 255 characters. */
  readonly by?: string | undefined
  /**
   * What the approval depends on: any JSON value of up to 4,000 characters and eight levels. An
   * approval counts as long as this is the same.
   */
  readonly covers: JsonValue
}

/** The statuses of an approval. */
export const approvalStatuses = Object.freeze(['pending', 'approved', 'rejected'] as const)

/** What has become of an approval. */
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** Who requested or decided an approval, and when. */
export interface ApprovalStep {
  /** In milliseconds since the Unix epoch. */
  readonly time: number
  /** The `actor` of the call. Absent if it had none. */
  readonly by?: string
  /** What they wrote. */
  readonly note?: string
}

/** An approval that was requested for a quote. */
export interface Approval {
  /** The id of its requirement. */
  readonly id: string
  /** What is to be approved. */
  readonly label: string
  /** Who may approve it. */
  readonly by?: string
  /** What it depends on. It counts only while this is the same. */
  readonly covers: JsonValue
  /** The SHA-256 of the canonical JSON of `covers`, in hexadecimal digits. */
  readonly hash: string
  /** Whether it was decided, and how. */
  readonly status: ApprovalStatus
  /** Who requested it, and when. */
  readonly requested: ApprovalStep
  /** Who approved or rejected it, and when. Absent while it is pending. */
  readonly decided?: ApprovalStep
}

/** Maximum number of requirements of a quote. */
export const maxApprovals = 50
/** The bounds of what an approval covers. */
export const coversBounds = { maxLength: 4_000, maxDepth: 8 } as const

/** Accepts the id of a requirement, for requests and the responses of the host. */
export const requirementId = lazy(() =>
  z
    .custom<string>(isValidId, { error: requiredOr(invalidId) })
    .meta({ type: 'string', minLength: 1, maxLength: 255 }),
)

/** Accepts the approvals of a quote as they are stored. */
export const approvalsSchema = lazy(() => {
  const step = z.strictObject(
    {
      time: storedTime,
      by: storedId.exactOptional(),
      note: shortString(maxReasonLength).exactOptional(),
    },
    mustBeObject,
  )
  const approval = z.strictObject(
    {
      id: storedId,
      label: shortString(maxNameLength),
      by: shortString(maxNameLength).exactOptional(),
      covers: z
        .custom<JsonValue>((value) => isBoundedJson(value, coversBounds), {
          error: `must be a JSON value of up to ${coversBounds.maxLength} characters`,
        })
        .meta({ description: 'What the approval depends on' }),
      hash: z
        .string({ error: 'must be a string' })
        .regex(/^[0-9a-f]{64}$/, { error: 'must have 64 hexadecimal digits' }),
      status: z.literal([...approvalStatuses], {
        error: `must be one of ${approvalStatuses.join(', ')}`,
      }),
      requested: step,
      decided: step.exactOptional(),
    },
    mustBeObject,
  )
  return listSchema(
    approval,
    { error: 'must be an array' },
    {
      min: [1, 'must be absent if there are none'],
      max: [maxApprovals, `must have at most ${maxApprovals} approvals`],
    },
  )
})

/** Returns true if an approval is for what a requirement covers. Pure. */
export function isFor(
  approved: Pick<Approval, 'id' | 'hash'>,
  requirement: ParsedRequirement,
): boolean {
  return approved.id === requirement.id && approved.hash === requirement.hash
}

/** A requirement that was checked, with the hash of what it covers. */
export interface ParsedRequirement
  extends Pick<Approval, 'id' | 'label' | 'by' | 'covers' | 'hash'> {}
