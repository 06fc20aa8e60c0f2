import { getFormats } from '../../document/model/formats.js'
import { QuoteError } from '../../errors.js'
import { isDate } from '../../quote/lifecycle/expiry.js'
import { hasPendingOrder } from '../../quote/lifecycle/lifecycle.js'
import { maxReasonLength } from '../../quote/lifecycle-fields.js'
import type { DeskCall } from '../desk-call.js'
import { statusAction } from '../parts/names.js'
import { action, assertConfirmed, confirmation, reason, toNumber } from './action.js'
import { orderUnknown } from './explain-error.js'

/** What becomes of a quote as an offer: the changes of its status, and the order. */
export const offerActions = {
  send: action({
    label: 'Send',
    when: 'sendQuote',
    nextStep: 2,
    form: ({ quote: { revision = 0 }, expiry }) => ({
      button: revision === 0 ? 'Send the quote' : `Send revision ${revision + 1}`,
      explanation: 'Freezes the prices, so that the customer can accept exactly this offer.',
      fields: [
        {
          name: 'expires',
          label: 'Valid through',
          type: 'date',
          min: expiry?.min,
          value: expiry?.value,
          hint: 'The last day on which it can be accepted. Leave it empty for no end.',
          // The engine names times, of which people typed a day.
          explain: (error, sent, desk) =>
            isDate(sent) ? `must be today or a later day, received ${dayText(desk, sent)}` : error,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.sendQuote(user, quoteId, { expires: read('expires') }, options)
      return { done: 'sent' }
    },
    done: {
      sent: 'The offer is ready for the customer. Nothing was mailed: send them the link or the document.',
    },
  }),

  status: action({
    label: 'Change the status',
    when: 'updateQuote',
    nextStep: 3,
    form: ({ to = '' }, desk) => ({
      button: statusAction(desk, to),
      fields: [{ name: 'to', label: 'Status', value: to, isHidden: true }],
    }),
    async run({ call, quoteId, read, options }) {
      const status = read('to')
      assertOwnStatus(call, status)
      await call.engine.updateQuote(call.user, quoteId, { status }, options)
      return { done: 'status-changed' }
    },
    done: { 'status-changed': 'The status is changed.' },
  }),

  accept: action({
    label: 'Accept for the customer',
    when: 'acceptQuote',
    isUpToCustomer: true,
    form: ({ quote: { revision = 0, seal = '' } }) => ({
      button: 'Accept for the customer',
      explanation:
        'For an acceptance that reached you by phone or on paper. Customers accept on their own page otherwise.',
      fields: [
        {
          name: 'name',
          label: 'Accepted by',
          hint: 'The person who accepts for the customer.',
          isRequired: true,
        },
        { name: 'reference', label: 'Reference', hint: 'Their purchase order number. Optional.' },
        { name: 'revision', label: 'Revision', value: String(revision), isHidden: true },
        { name: 'seal', label: 'Seal', value: seal, isHidden: true },
        confirmation('The customer has accepted this offer'),
      ],
    }),
    async run(sent) {
      const { call, quoteId, read, options } = sent
      assertConfirmed(sent, { name: 'is required' })
      const request = {
        revision: toNumber(read('revision')) as number,
        seal: read('seal'),
        name: read('name'),
        reference: read('reference'),
      }
      await call.engine.acceptQuote(call.user, quoteId, request, options)
      return { done: 'accepted' }
    },
    done: { accepted: 'The quote is accepted.' },
  }),

  order: action({
    label: 'Order',
    when: 'orderQuote',
    nextStep: 1,
    form: ({ quote }) =>
      hasPendingOrder(quote)
        ? {
            button: 'Try again to place the order',
            explanation:
              'The order was begun, but its result is not known. An order that exists is found, and not placed twice.',
            fields: [],
          }
        : {
            button: 'Order',
            fields: [
              {
                name: 'order_id',
                label: 'Order number',
                hint: 'If you have placed the order elsewhere. Leave it empty to place it here.',
                explain: (error, sent) =>
                  sent === '' ? 'is required, because this shop places no orders by itself' : error,
              },
            ],
          },
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.orderQuote(user, quoteId, { order_id: read('order_id') }, options)
      return { done: 'ordered' }
    },
    done: { ordered: 'The quote is ordered.' },
    // Once the port was called, the order can exist, whatever else takes too long.
    explain: (error) =>
      error.code === 'timeout' && error.details.operation !== 'permit'
        ? { message: orderUnknown }
        : undefined,
  }),

  'order-result': action({
    label: 'Say what became of the order',
    when: ({ quote, isInternal }) => isInternal && hasPendingOrder(quote),
    form: ({ quote: { order } }) => ({
      button: 'Save the result of the order',
      explanation: `If trying again does not help, look for the key ${order?.key} in the order system.`,
      fields: [
        {
          name: 'order_id',
          label: 'Order number',
          hint: 'Of the order with this key. Leave it empty if there is none: the quote can then be ordered again, or canceled.',
        },
        { name: 'order_key', label: 'Key', value: order?.key, isHidden: true },
        confirmation('I have looked there, and no attempt to order is still running'),
      ],
    }),
    async run(sent) {
      const { call, quoteId, read, options } = sent
      assertConfirmed(sent)
      const orderId = read('order_id') ?? null
      const request = { order_id: orderId, order_key: read('order_key') }
      await call.engine.orderQuote(call.user, quoteId, request, options)
      return { done: orderId === null ? 'order-released' : 'ordered' }
    },
    done: {
      ordered: 'The quote is ordered.',
      'order-released': 'There is no order. The quote is accepted as before.',
    },
  }),

  revise: action({
    label: 'Revise',
    when: 'reviseQuote',
    nextStep: 4,
    form: ({ quote: { revision = 0, seal } }) => ({
      button: 'Revise the quote',
      explanation:
        seal === undefined
          ? 'Makes it a draft again, so that you can change and send it.'
          : `Withdraws revision ${revision}, so that you can change the quote and send it again.`,
      fields: [],
    }),
    async run({ call: { engine, user }, quoteId, options }) {
      await engine.reviseQuote(user, quoteId, options)
      return { done: 'revised' }
    },
    done: { revised: 'The quote is a draft again. Change it, and send it.' },
  }),

  'request-revision': action({
    label: 'Request a change',
    when: 'requestRevision',
    nextStep: 5,
    form: () => ({
      button: 'Request a change',
      fields: [
        {
          ...reason,
          label: 'What should change',
          hint: `At most ${maxReasonLength.toLocaleString('en')} characters.`,
          isRequired: true,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.requestRevision(user, quoteId, { reason: read('reason') as string }, options)
      return { done: 'revision-requested' }
    },
    done: { 'revision-requested': 'The change is requested.' },
  }),

  decline: action({
    label: 'Decline for the customer',
    when: 'declineQuote',
    form: () => ({ button: 'Decline for the customer', isDangerous: true, fields: [reason] }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.declineQuote(user, quoteId, { reason: read('reason') }, options)
      return { done: 'declined' }
    },
    done: { declined: 'The quote is declined.' },
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
function assertOwnStatus({ engine }: DeskCall, status: string | undefined): void {
  const isOwn = engine.transitions.some(
    ({ operation, to }) => operation === 'updateQuote' && to === status,
  )
  if (isOwn) return
  throw new QuoteError('invalid_request', { errors: { to: 'must be a status of this shop' } })
}
