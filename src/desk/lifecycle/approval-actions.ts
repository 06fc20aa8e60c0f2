import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { Approval, ApprovalStatus, ApprovalStep } from '../../quote/model/approval.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import type { ApprovalState } from '../parts/approval-state.js'
import { type NameOf, renderDateTime } from '../parts/changes.js'
import { type ActionField, defineAction } from './action.js'

/** What is to be approved before a quote is sent. */
export const approvalActions = {
  'request-approval': defineAction({
    when: ({ approvals, state }) =>
      approvals.includes('requestApproval') && (state === undefined || isToRequest(state)),
    form: (_, { strings: { actions, approvals } }) => ({
      button: actions['request-approval'].label,
      explanation: actions['request-approval'].explanation,
      fields: [{ name: 'note', label: approvals.note, rows: 3, hint: approvals.noteHint }],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const { quote } = await engine.requestApproval(user, quoteId, { note: read('note') }, options)
      const isPending = quote.approvals?.some(({ status }) => status === 'pending')
      if (isPending) return { done: 'approval-requested' }
      return { done: quote.approvals === undefined ? 'nothing-to-approve' : 'all-approved' }
    },
  }),

  approve: defineAction({
    unsaved: 'keep',
    when: ({ approvals, state }) =>
      approvals.includes('approveQuote') && canDecide(state, 'approved'),
    form: ({ quote }, { strings: { actions, approvals } }) => ({
      button: actions.approve.label,
      explanation: actions.approve.explanation,
      fields: [
        requirementField(approvals.requirement, quote, 'approved'),
        { name: 'note', label: approvals.note, rows: 3, hint: approvals.noteHint },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = { requirement: read('requirement') as string, note: read('note') }
      await engine.approveQuote(user, quoteId, request, options)
      return { done: 'approved' }
    },
  }),

  'reject-approval': defineAction({
    unsaved: 'keep',
    when: ({ approvals, state }) =>
      approvals.includes('rejectApproval') && canDecide(state, 'rejected'),
    form: ({ quote }, { strings: { actions, approvals } }) => ({
      button: actions['reject-approval'].label,
      isDangerous: true,
      fields: [
        requirementField(approvals.requirement, quote, 'rejected'),
        {
          name: 'note',
          label: actions['reject-approval'].note,
          rows: 3,
          hint: actions['reject-approval'].noteHint,
          isRequired: true,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = {
        requirement: read('requirement') as string,
        note: read('note') as string,
      }
      await engine.rejectApproval(user, quoteId, request, options)
      return { done: 'approval-rejected' }
    },
  }),
}

/** Returns true if something must be approved that was not requested, or was rejected. */
function isToRequest({ missing }: ApprovalState): boolean {
  return missing.some(({ status }) => status !== 'pending')
}

function canDecide(state: ApprovalState | undefined, decided: ApprovalStatus): boolean {
  return state === undefined || state.decidable.some(({ status }) => status !== decided)
}

/** Offers the approvals that are not decided like that, those that wait for a decision first. */
function requirementField(
  label: string,
  { approvals = [] }: Quote,
  decided: ApprovalStatus,
): ActionField {
  const rank = ({ status }: Approval) => (status === 'pending' ? 0 : 1)
  const options = approvals
    .filter(({ status }) => status !== decided)
    .toSorted((left, right) => rank(left) - rank(right))
    .map((each) => [each.id, each.label] as const)
  return { name: 'requirement', label, options }
}

const tones: Readonly<Record<ApprovalStatus, string>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
}

/** Shows the approvals of a quote: what each is about, who may decide it, and what they said. */
export function approvalsList(
  call: DeskCall,
  { approvals = [] }: Quote,
  nameOf: NameOf,
): Html | false {
  if (approvals.length === 0) return false
  const { approvals: strings } = call.strings
  const step = (verb: string, { time, by, note }: ApprovalStep) => html`<p class="hint">${verb}${
    by !== undefined && html` ${strings.by} <span class="wrap">${nameOf({ by })}</span>`
  }, ${renderDateTime(call.formats, time)}</p>
  ${note !== undefined && html`<blockquote class="as-typed">${note}</blockquote>`}`
  return html`<div class="approvals"><h3>${strings.title}</h3>
    ${approvals.map(
      ({ label, by, status, requested, decided }) => html`<div>
        <p><span class="pill ${tones[status]}">${strings.statuses[status]}</span>
          <span class="wrap">${label}</span>${
            by !== undefined && html` <span class="hint wrap">${strings.mayApprove(by)}</span>`
          }</p>
        ${step(strings.requested, requested)}
        ${decided !== undefined && step(strings.statuses[status], decided)}
      </div>`,
    )}
  </div>`
}
