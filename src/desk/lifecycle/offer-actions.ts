import { getFormats } from '../../document/model/formats.js'
import { QuoteError } from '../../errors.js'
import { isDate } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import { statusActionLabel } from '../parts/names.js'
import {
  assertConfirmed,
  confirmationField,
  defineAction,
  reasonField,
  toNumber,
} from './action.js'
import { reviewPage } from './review-page.js'

/** What becomes of a quote as an offer: the changes of its status. */
export const offerActions = {
  send: defineAction({
    when: 'sendQuote',
    nextStep: 2,
    nextLabel: ({ review }) => review.title,
    ask: reviewPage,
    asksAgain: true,
    form: (
      { quote: { revision = 0, valid_days: days }, expiry },
      { strings: { actions, labels } },
    ) => ({
      button: actions.send.button(revision),
      explanation: actions.send.explanation,
      fields: [
        {
          name: 'expires',
          label: labels.quote.expires,
          type: 'date',
          min: expiry?.min,
          value: expiry?.value,
          hint: days === undefined ? actions.send.expiresHint : actions.send.daysHint(days),
          // The engine names times, of which people typed a day.
          explain: (error, sent, desk) =>
            isDate(sent) ? desk.strings.actions.send.pastDay(dayText(desk, sent)) : error,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.sendQuote(user, quoteId, { expires: read('expires') }, options)
      return { done: 'sent' }
    },
  }),

  status: defineAction({
    when: 'updateQuote',
    nextStep: 3,
    form: ({ to = '' }, desk) => ({
      button: statusActionLabel(desk, to),
      fields: [{ name: 'to', label: desk.strings.labels.quote.status, value: to, isHidden: true }],
    }),
    async run({ call, quoteId, read, options }) {
      const status = read('to')
      assertOwnStatus(call, status)
      await call.engine.updateQuote(call.user, quoteId, { status }, options)
      return { done: 'status-changed' }
    },
  }),

  accept: defineAction({
    when: 'acceptQuote',
    isUpToCustomer: true,
    form: (
      { quote: { revision = 0, seal = '' } },
      {
        strings: {
          actions: { accept },
          labels,
        },
      },
    ) => ({
      button: accept.label,
      explanation: accept.explanation,
      fields: [
        {
          name: 'name',
          label: accept.name,
          hint: accept.nameHint,
          isRequired: true,
        },
        { name: 'reference', label: accept.reference, hint: accept.referenceHint },
        { name: 'revision', label: labels.quote.revision, value: String(revision), isHidden: true },
        { name: 'seal', label: labels.quote.seal, value: seal, isHidden: true },
        confirmationField(accept.confirm),
      ],
    }),
    async run(sent) {
      const { call, quoteId, read, options } = sent
      assertConfirmed(sent, { name: call.strings.lifecycle.required })
      const request = {
        revision: toNumber(read('revision')) as number,
        seal: read('seal'),
        name: read('name'),
        reference: read('reference'),
      }
      await call.engine.acceptQuote(call.user, quoteId, request, options)
      return { done: 'accepted' }
    },
  }),

  revise: defineAction({
    when: 'reviseQuote',
    nextStep: 4,
    form: (
      { quote: { revision = 0, seal } },
      {
        strings: {
          actions: { revise },
        },
      },
    ) => ({
      button: revise.button,
      explanation: seal === undefined ? revise.draft : revise.withdraw(revision),
      fields: [],
    }),
    async run({ call: { engine, user }, quoteId, options }) {
      await engine.reviseQuote(user, quoteId, undefined, options)
      return { done: 'revised' }
    },
  }),

  'request-revision': defineAction({
    when: 'requestRevision',
    nextStep: 5,
    form: (_, { strings, strings: { actions } }) => ({
      button: actions['request-revision'].label,
      fields: [
        {
          ...reasonField(strings),
          label: actions['request-revision'].reason,
          hint: actions['request-revision'].reasonHint,
          isRequired: true,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.requestRevision(user, quoteId, { reason: read('reason') as string }, options)
      return { done: 'revision-requested' }
    },
  }),

  decline: defineAction({
    when: 'declineQuote',
    form: (_, { strings }) => ({
      button: strings.actions.decline.label,
      isDangerous: true,
      fields: [reasonField(strings)],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.declineQuote(user, quoteId, { reason: read('reason') }, options)
      return { done: 'declined' }
    },
  }),
}

/** Shows a day of the calendar, which is the same in every time zone. */
function dayText({ formats }: Pick<DeskCall, 'formats'>, date: string): string {
  return getFormats(formats.locale, 'UTC').date(Date.parse(`${date}T12:00:00Z`))
}

/**
 * An update with a built-in status would send or cancel the quote, without what their forms ask.
 *
 * @throws QuoteError `invalid_request` at `to`
 */
function assertOwnStatus({ engine, strings }: DeskCall, status: string | undefined): void {
  const isOwn = engine.transitions.some(
    ({ operation, to }) => operation === 'updateQuote' && to === status,
  )
  if (isOwn) return
  throw new QuoteError('invalid_request', { errors: { to: strings.actions.status.notOwn } })
}
