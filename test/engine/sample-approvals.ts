import type { ApprovalOptions } from '../../src/engine/approvals.js'

/** The tag of quotes that need an approval. */
export const approvalTag = 'Needs Approval'

/** The id that the examples of the operations name. */
export const sampleRequirement = 'discount-above-20'

/** Requires an approval of what a quote with the tag costs. */
export const sampleApprovals: ApprovalOptions = {
  require: ({ tags, quote_total: covers }) =>
    tags?.includes(approvalTag)
      ? [{ id: sampleRequirement, label: 'Discount', by: 'Sales lead', covers }]
      : [],
}
