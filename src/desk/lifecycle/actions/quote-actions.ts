import { html } from 'hono/html'
import { isQuoteError } from '../../../errors.js'
import { hasPendingOrder } from '../../../quote/lifecycle/lifecycle.js'
import { type DeliveryType, deliveryTypes } from '../../../quote/lifecycle-fields.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { quoteTitle } from '../../parts/quote-header.js'
import { deliveryWord } from '../delivery-words.js'
import {
  type ActionField,
  action,
  assertConfirmed,
  confirmation,
  reason,
  toNumber,
} from './action.js'
import { askAboutPrices } from './current-prices.js'

/** What can be done with a quote beside its offer. */
export const quoteActions = {
  'price-taxes': action({
    label: 'Calculate taxes',
    when: ({ isEditable }) => isEditable,
    form: () => ({
      button: 'Calculate taxes',
      explanation: 'Shows the taxes before the quote is sent. Sending calculates them as well.',
      fields: [],
    }),
    async run({ call: { engine, user }, quoteId, options }) {
      await engine.priceTaxes(user, quoteId, {}, options)
      return { done: 'taxes-priced' }
    },
    done: { 'taxes-priced': 'The taxes are calculated.' },
    // A shop without taxes is no failure of the server.
    explain: (error) =>
      error.code === 'invalid_options' && Object.hasOwn(error.details.errors, 'tax')
        ? {
            message: 'This shop calculates no taxes, because it has no tax provider.',
            status: 409,
          }
        : undefined,
  }),

  reprice: action({
    label: 'Take current prices',
    when: ({ quote, isEditable }) => isEditable && quote.products.some(({ id }) => id !== 0),
    form: ({ lines }) => ({
      button: 'Take these prices',
      fields:
        lines === undefined
          ? []
          : [{ name: 'lines', label: 'Lines', value: lines.join(' '), isHidden: true }],
    }),
    ask: askAboutPrices,
    async run({ call: { engine, user }, quoteId, read, options }) {
      const lines = read('lines')?.split(' ')
      const { changes } = await engine.repriceQuote(user, quoteId, { lines }, options)
      return { done: changes.length > 0 ? 'repriced' : 'prices-kept' }
    },
    done: {
      repriced: 'The lines have their current prices.',
      'prices-kept': 'No price has changed.',
    },
  }),

  delivery: action({
    label: 'Record a delivery',
    when: ({ quote, isInternal }) => isInternal && quote.revision !== undefined,
    form: ({ quote: { revision = 1 } }) => ({
      button: 'Record',
      fields: [
        {
          name: 'type',
          label: 'What happened',
          options: deliveryTypes.map((type) => [type, deliveryWord(type)] as const),
        },
        ...(revision === 1 ? [] : [revisionField(revision)]),
        { name: 'recipient', label: 'Recipient', hint: 'For example an e-mail address. Optional.' },
        { name: 'detail', label: 'Details', hint: 'Optional, at most 500 characters.' },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const report = {
        type: read('type') as DeliveryType,
        revision: toNumber(read('revision')),
        recipient: read('recipient'),
        detail: read('detail'),
      }
      await engine.recordDelivery(user, quoteId, report, options)
      return { done: 'delivery-recorded' }
    },
    done: { 'delivery-recorded': 'The delivery is recorded.' },
  }),

  copy: action({
    label: 'Copy',
    when: ({ isInternal }) => isInternal,
    form: ({ quote: { currency } }) => ({
      button: 'Copy to a new quote',
      fields: [
        {
          name: 'prices',
          label: 'Prices',
          options: [
            ['frozen', 'As in this quote'],
            ['current', 'Current prices of the products'],
          ],
        },
        {
          name: 'currency',
          label: 'Currency',
          hint: `Three capital letters, to change it${
            currency === undefined ? '' : ` from ${currency}`
          }. Needs current prices. Optional.`,
        },
      ],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      const request = { prices: read('prices') as 'frozen', currency: read('currency') }
      const copy = await engine.copyQuote(user, quoteId, request, options)
      return { done: 'copied', path: `/quotes/${encodeURIComponent(copy.quoteId)}` }
    },
    done: { copied: 'This is the copy.' },
    link: {
      label: 'Save as template',
      path: (quoteId) => `/templates/new?from=${encodeURIComponent(quoteId)}`,
    },
  }),

  cancel: action({
    label: 'Cancel the quote',
    when: 'cancelQuote',
    form: () => ({
      button: 'Cancel the quote',
      explanation: 'The customer can no longer accept it. You can revise it later.',
      isDangerous: true,
      fields: [reason],
    }),
    async run({ call: { engine, user }, quoteId, read, options }) {
      await engine.cancelQuote(user, quoteId, { reason: read('reason') }, options)
      return { done: 'canceled' }
    },
    done: { canceled: 'The quote is canceled.' },
  }),

  delete: action({
    label: 'Delete',
    when: ({ quote, isInternal }) => isInternal && !hasPendingOrder(quote),
    form: ({ quote }) => ({
      button: 'Delete the quote',
      explanation: 'Removes it from all lists. It can be restored from the deleted quotes.',
      isDangerous: true,
      fields: isAgreed(quote)
        ? [confirmation(`Delete it although it was ${quote.order ? 'ordered' : 'accepted'}`)]
        : [],
    }),
    async ask({ engine, user }, view, form) {
      await engine.deleteQuote(user, view.quoteId, { preview: true })
      const heading = 'Delete this quote?'
      const content = html`<div class="card narrow-page">${form()}</div>`
      return { title: `${heading} ${quoteTitle(view)}`, heading, content }
    },
    async run(sent) {
      const { call, quoteId, options } = sent
      if (await isAgreedQuote(call, quoteId)) assertConfirmed(sent)
      await call.engine.deleteQuote(call.user, quoteId, options)
      return { done: 'deleted', path: '/' }
    },
    done: {
      deleted:
        'The quote was deleted. You find it among the deleted quotes, and can restore it there.',
    },
  }),
}

function revisionField(revision: number): ActionField {
  const hint = `1 to ${revision}. The revision that it is about.`
  return { name: 'revision', label: 'Revision', value: String(revision), hint }
}

/** Returns true if a deletion would take an agreement with the customer out of the lists. */
function isAgreed({ acceptance, order }: Quote): boolean {
  return acceptance !== undefined || order !== undefined
}

/** A quote that is deleted already, as by a double click, needs no confirmation. */
async function isAgreedQuote({ engine, user }: DeskCall, quoteId: string): Promise<boolean> {
  try {
    return isAgreed((await engine.getQuote(user, quoteId)).quote)
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return false
    throw error
  }
}
