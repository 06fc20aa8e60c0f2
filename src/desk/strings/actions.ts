import { maxReasonLength } from '../../quote/model/lifecycle-fields.js'

const maxReason = maxReasonLength.toLocaleString('en')

/** The English strings of what can be done with a quote, by the names of the actions. */
export const actionStrings = {
  'request-approval': {
    label: 'Request approval',
    explanation:
      'Requests what must be approved before the quote is sent, as it is now. What was approved already, and is the same, stays approved.',
    done: {
      'approval-requested': 'The approval is requested.',
      'all-approved': 'Everything is approved already. You can send the quote.',
      'nothing-to-approve': 'The quote needs no approval. You can send it.',
    },
  },
  approve: {
    label: 'Approve',
    explanation: 'For the quote as it was when the approval was requested.',
    done: { approved: 'It is approved.' },
  },
  'reject-approval': {
    label: 'Reject the approval',
    note: 'Why',
    noteHint: `At most ${maxReason} characters. Customers do not see it.`,
    done: { 'approval-rejected': 'The approval is rejected.' },
  },
  'take-wishes': {
    label: 'Take over wishes',
    button: 'Take over selected and revise',
    done: {
      'wishes-taken':
        'The quote is a draft again, with the wishes that you took over. Check it, and send it.',
    },
  },
  send: {
    label: 'Send',
    button: (revision: number) =>
      revision === 0 ? 'Send the quote' : `Send revision ${revision + 1}`,
    explanation: 'Freezes the prices, so that the customer can accept exactly this offer.',
    expiresHint: 'The last day on which it can be accepted. Leave it empty for no end.',
    daysHint: (days: number) =>
      `The last day on which it can be accepted. Leave it empty for ${days === 1 ? '1 day' : `${days} days`} after today, as the quote says.`,
    pastDay: (day: string) => `must be today or a later day, received ${day}`,
    done: {
      sent: 'The offer is ready for the customer. Nothing was mailed: send them the link or the document.',
    },
  },
  status: {
    label: 'Change the status',
    notOwn: 'must be a status of this shop',
    done: { 'status-changed': 'The status is changed.' },
  },
  accept: {
    label: 'Accept for the customer',
    explanation:
      'For an acceptance that reached you by phone or on paper. Customers accept on their own page otherwise.',
    name: 'Accepted by',
    nameHint: 'The person who accepts for the customer.',
    reference: 'Reference',
    referenceHint: 'Their purchase order number. Optional.',
    confirm: 'The customer has accepted this offer',
    done: { accepted: 'The quote is accepted.' },
  },
  order: {
    label: 'Order',
    again: 'Try again to place the order',
    pending:
      'The order was begun, but its result is not known. An order that exists is found, and not placed twice.',
    number: 'Order number',
    numberHint: 'If you have placed the order elsewhere. Leave it empty to place it here.',
    numberRequired: 'is required, because this shop places no orders by itself',
    done: { ordered: 'The quote is ordered.' },
  },
  'order-result': {
    label: 'Say what became of the order',
    button: 'Save the result of the order',
    explanation: (key: string) =>
      `If trying again does not help, look for the key ${key} in the order system.`,
    numberHint:
      'Of the order with this key. Leave it empty if there is none: the quote can then be ordered again, or canceled.',
    confirm: 'I have looked there, and no attempt to order is still running',
    done: {
      ordered: 'The quote is ordered.',
      'order-released': 'There is no order. The quote is accepted as before.',
    },
  },
  'order-part': {
    label: 'Order a part',
    explanation:
      'Orders each line that you give a quantity, as an order of its own. Leave the others empty: they stay open. Together, the parts cost what was accepted.',
    open: (open: string) => `Open: ${open}`,
    none: 'is required for at least one line',
    done: { 'part-ordered': 'The part is ordered.' },
  },
  'close-order': {
    label: 'Close the rest',
    explanation:
      'What is not ordered will not be ordered any more, and the customer does not pay for it.',
    confirm: 'The rest is not wanted, or cannot be delivered',
    done: { 'order-closed': 'The rest is closed, and the quote is ordered.' },
  },
  revise: {
    label: 'Revise',
    button: 'Revise the quote',
    draft: 'Makes it a draft again, so that you can change and send it.',
    withdraw: (revision: number) =>
      `Withdraws revision ${revision}, so that you can change the quote and send it again.`,
    done: { revised: 'The quote is a draft again. Change it, and send it.' },
  },
  'request-revision': {
    label: 'Request a change',
    reason: 'What should change',
    reasonHint: `At most ${maxReason} characters.`,
    done: { 'revision-requested': 'The change is requested.' },
  },
  decline: { label: 'Decline for the customer', done: { declined: 'The quote is declined.' } },
  'price-taxes': {
    label: 'Calculate taxes',
    explanation: 'Shows the taxes before the quote is sent. Sending calculates them as well.',
    noProvider: 'This shop calculates no taxes, because it has no tax provider.',
    done: { 'taxes-priced': 'The taxes are calculated.' },
  },
  reprice: {
    label: 'Take current prices',
    button: 'Take these prices',
    title: 'Current prices',
    unchanged: 'No price has changed. Lines whose price somebody has set keep it.',
    kept: 'Lines whose price somebody has set, and lines without a product, keep theirs.',
    missing: 'The catalog no longer has the products of these lines, so they keep their prices:',
    caption: 'What changes if you take the current prices',
    line: 'Line',
    unitPriceNow: 'Unit price now',
    newUnitPrice: 'New unit price',
    lineTotalNow: 'Line total now',
    newLineTotal: 'New line total',
    now: 'Now',
    new: 'New',
    allLines: 'All lines',
    done: {
      repriced: 'The lines have their current prices.',
      'prices-kept': 'No price has changed.',
    },
  },
  delivery: {
    label: 'Record a delivery',
    button: 'Record',
    type: 'What happened',
    recipient: 'Recipient',
    recipientHint: 'For example an e-mail address. Optional.',
    detail: 'Details',
    detailHint: 'Optional, at most 500 characters.',
    revisionHint: (revision: number) => `1 to ${revision}. The revision that it is about.`,
    done: { 'delivery-recorded': 'The delivery is recorded.' },
  },
  payment: {
    label: 'Record a payment',
    button: 'Record',
    type: 'What happened',
    amount: 'Amount',
    date: 'Day',
    dateHint: 'Empty for today.',
    futureDay: (day: string) => `must be today or an earlier day, received ${day}`,
    reference: 'Reference',
    referenceHint: 'That of the bank. Each is recorded once.',
    done: { 'payment-recorded': 'The payment is recorded.' },
  },
  copy: {
    label: 'Copy',
    button: 'Copy to a new quote',
    prices: 'Prices',
    frozen: 'As in this quote',
    current: 'Current prices of the products',
    currencyHint: (currency: string | undefined) =>
      `Three capital letters, to change it${currency === undefined ? '' : ` from ${currency}`}. Needs current prices. Optional.`,
    link: 'Save as template',
    done: { copied: 'This is the copy.' },
  },
  cancel: {
    label: 'Cancel the quote',
    explanation: 'The customer can no longer accept it. You can revise it later.',
    done: { canceled: 'The quote is canceled.' },
  },
  delete: {
    label: 'Delete',
    button: 'Delete the quote',
    explanation: 'Removes it from all lists. It can be restored from the deleted quotes.',
    title: 'Delete this quote?',
    confirm: (isOrdered: boolean) =>
      `Delete it although it was ${isOrdered ? 'ordered' : 'accepted'}`,
    done: {
      deleted:
        'The quote was deleted. You find it among the deleted quotes, and can restore it there.',
    },
  },
}
