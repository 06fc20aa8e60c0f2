import type { MailStrings } from './mail-strings.js'

export const en: MailStrings = {
  greeting: 'Dear {name},',
  greetingWithoutName: 'Hello,',
  open: 'Read and accept the offer',
  view: 'Open the offer',
  openForSeller: 'Open the quote',
  furtherItems: 'Further items: {count}',
  files: 'Files',
  reason: 'Reason',
  wishes: 'Wishes',
  offered: 'Offered',
  wished: 'Wished',
  wishRemove: 'Leave it out',
  paid: 'Paid',
  stillOpen: 'Still open',
  customer: {
    offer: {
      subject: 'Your offer[ {number}][ from {seller}][, {total}][, valid through {until}]',
      text: 'Thank you for your interest. This is our offer.',
    },
    reminder: {
      subject:
        'Reminder: your offer[ {number}][ from {seller}][, {total}][, valid through {until}]',
      text: 'We have made you this offer, and it is still open. Write to us if you have questions.',
    },
    accepted: {
      subject: 'Accepted: {quote}',
      text: 'Thank you. The offer has been accepted. We will contact you about the next steps.',
    },
    ordered: {
      subject: 'Order placed: {quote}',
      text: 'Thank you. Your order is placed. It is what was offered here.',
    },
    part_ordered: {
      subject: 'Partial order: {quote}',
      text: 'Thank you. A part of what was offered is ordered: what is listed here.',
    },
    paid: {
      subject: 'Payment received: {quote}',
      text: 'Thank you. We have received your payment.',
    },
    declined: {
      subject: 'Declined: {quote}',
      text: 'The offer has been declined. Write to us if you change your mind.',
    },
    canceled: {
      subject: 'Withdrawn: {quote}',
      text:
        'We have withdrawn this offer, so it can no longer be accepted. Write to us if you have ' +
        'questions.',
    },
    message: { subject: 'New message: {quote}', text: 'We have written you a message:' },
  },
  seller: {
    accepted: { subject: 'Accepted: {quote}', text: 'The offer has been accepted.' },
    paid: { subject: 'Payment received: {quote}', text: 'A payment was received.' },
    declined: { subject: 'Declined: {quote}', text: 'The offer has been declined.' },
    requested: { subject: 'New request: {quote}', text: 'A customer has requested a quote.' },
    revision_requested: {
      subject: 'Change requested: {quote}',
      text: 'The customer asks for another offer.',
    },
    message: { subject: 'New message: {quote}', text: 'The customer has written a message:' },
  },
}
