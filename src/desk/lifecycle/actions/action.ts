import type { FieldProps, SelectOption } from '../../../pages/forms/field.js'
import { hasPendingOrder } from '../../../quote/lifecycle/order-errors.js'
import { deliveryTypes, maxReasonLength } from '../../../quote/lifecycle-fields.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { statusAction } from '../../parts/status.js'
import { deliveryWord } from '../delivery-words.js'
import type { SuggestedExpiry } from '../suggested-expiry.js'
import type { ActionName } from './possible-actions.js'

/** What people call each action. */
export const actionLabels: Readonly<Record<ActionName, string>> = {
  send: 'Send',
  status: 'Change the status',
  accept: 'Accept for the customer',
  order: 'Order',
  'order-result': 'Say what became of the order',
  revise: 'Revise',
  'request-revision': 'Request a change',
  decline: 'Decline for the customer',
  'price-taxes': 'Calculate taxes',
  reprice: 'Take current prices',
  delivery: 'Record a delivery',
  copy: 'Copy',
  cancel: 'Cancel the quote',
  delete: 'Delete',
}

/** A field of the form of an action. Its name is the path of its errors. */
export interface ActionField
  extends Pick<
    FieldProps,
    'name' | 'label' | 'value' | 'hint' | 'type' | 'rows' | 'isRequired' | 'min'
  > {
  /** Present if the field is a select. */
  readonly options?: readonly SelectOption[]
  /** True if the user does not see it. */
  readonly isHidden?: true
  /** True if it is a box that must be checked. */
  readonly isConfirmation?: true
}

/** What the form of an action depends on. */
export interface ActionInput {
  readonly quote: Quote
  /** The status of the host that the action leads to. */
  readonly to?: string | undefined
  /** The keys of the lines that get current prices, if they are not all. */
  readonly lines?: readonly string[] | undefined
  /** Until when the next offer is valid. */
  readonly expiry?: SuggestedExpiry | undefined
}

/** What people read in the form of an action. */
export interface Action {
  /** What the button says: `Send the quote`. */
  readonly button: string
  /** What it does, in a sentence. */
  readonly explanation?: string
  readonly isDangerous?: true
  readonly fields: readonly ActionField[]
}

const reason: ActionField = {
  name: 'reason',
  label: 'Reason',
  rows: 3,
  hint: `Optional, at most ${maxReasonLength.toLocaleString('en')} characters.`,
}

/** A box that must be checked before something that a single click must not do. */
function confirmation(label: string): ActionField {
  return { name: 'confirmed', label, isConfirmation: true, isRequired: true }
}

/** Returns true if a deletion would take an agreement with the customer out of the lists. */
export function isAgreed({ acceptance, order }: Quote): boolean {
  return acceptance !== undefined || order !== undefined
}

type CreateAction = (input: ActionInput, desk: Pick<DeskCall, 'options'>) => Action

const actions: Readonly<Record<ActionName, CreateAction>> = {
  send: ({ quote: { revision = 0 }, expiry }) => ({
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
      },
    ],
  }),
  status: ({ to = '' }, desk) => ({
    button: statusAction(desk, to),
    fields: [{ name: 'to', label: 'Status', value: to, isHidden: true }],
  }),
  accept: ({ quote: { revision = 0, seal = '' } }) => ({
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
  order: ({ quote }) =>
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
            },
          ],
        },
  'order-result': ({ quote: { order } }) => ({
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
  revise: ({ quote: { revision = 0, seal } }) => ({
    button: 'Revise the quote',
    explanation:
      seal === undefined
        ? 'Makes it a draft again, so that you can change and send it.'
        : `Withdraws revision ${revision}, so that you can change the quote and send it again.`,
    fields: [],
  }),
  'request-revision': () => ({
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
  decline: () => ({
    button: 'Decline for the customer',
    isDangerous: true,
    fields: [reason],
  }),
  'price-taxes': () => ({
    button: 'Calculate taxes',
    explanation: 'Shows the taxes before the quote is sent. Sending calculates them as well.',
    fields: [],
  }),
  reprice: ({ lines }) => ({
    button: 'Take these prices',
    fields:
      lines === undefined
        ? []
        : [{ name: 'lines', label: 'Lines', value: lines.join(' '), isHidden: true }],
  }),
  delivery: ({ quote: { revision = 1 } }) => ({
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
  copy: ({ quote: { currency } }) => ({
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
  cancel: () => ({
    button: 'Cancel the quote',
    explanation: 'The customer can no longer accept it. You can revise it later.',
    isDangerous: true,
    fields: [reason],
  }),
  delete: ({ quote }) => ({
    button: 'Delete the quote',
    explanation: 'Removes it from all lists. It can be restored from the deleted quotes.',
    isDangerous: true,
    fields: isAgreed(quote)
      ? [confirmation(`Delete it although it was ${quote.order ? 'ordered' : 'accepted'}`)]
      : [],
  }),
}

function revisionField(revision: number): ActionField {
  const hint = `1 to ${revision}. The revision that it is about.`
  return { name: 'revision', label: 'Revision', value: String(revision), hint }
}

/** Returns what people read in the form of an action with a quote. */
export function getAction(
  desk: Pick<DeskCall, 'options'>,
  name: ActionName,
  input: ActionInput,
): Action {
  return actions[name](input, desk)
}
