import { describeThrown } from '../../errors/thrown.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import {
  approvalHash,
  contentToApprove,
  joinRequirements,
  parseRequirements,
} from '../approvals/required-approvals.js'
import { type ApprovalRequirement, isFor } from '../model/approval.js'
import type { Quote } from '../model/quote.js'

/** Returns what must be approved before a quote is sent, for who verifies it later. */
export type RequireOfQuote = (quote: Quote) => readonly ApprovalRequirement[]

/** Adds an error for each approval that does not follow from itself. */
export function verifyApprovals({ approvals = [] }: Quote, errors: FieldErrorCollector): void {
  const ids = new Set<string>()
  for (const [index, approval] of approvals.entries()) {
    const { id, hash, status, decided } = approval
    const report = (field: keyof typeof approval, message: string) =>
      errors.add(['approvals', index, field], message)
    const expected = approvalHash(approval)
    if (hash !== expected) report('hash', `must be the hash of what it covers, ${expected}`)
    if (ids.has(id)) report('id', 'must not be that of another approval')
    ids.add(id)
    if ((status === 'pending') !== (decided === undefined))
      report('decided', status === 'pending' ? 'must be absent while it is pending' : 'is required')
  }
}

/**
 * Adds an error for each approval without which a quote was sent.
 *
 * @param require Returns what had to be approved. Undefined to verify only what the quote has.
 */
export function verifyApproved(
  quote: Quote,
  require: RequireOfQuote | readonly RequireOfQuote[] | undefined,
  errors: FieldErrorCollector,
): void {
  const { approvals = [] } = quote
  verifyApprovals(quote, errors)
  for (const [index, { status }] of approvals.entries())
    if (status !== 'approved') errors.add(['approvals', index, 'status'], 'must be approved')
  if (require === undefined) return
  try {
    const content = contentToApprove(quote)
    const rules = typeof require === 'function' ? [require] : require
    const lists = rules.map((rule) => parseRequirements(rule(content)))
    for (const required of joinRequirements(lists))
      if (!approvals.some((each) => isFor(each, required)))
        errors.add(['approvals', required.id], 'is required, for what the quote is')
  } catch (error) {
    const reason = describeThrown(error)
    errors.add(['approvals'], `cannot be verified, because what requires them failed: ${reason}`)
  }
}
