import type { QuoteRecord } from '../../src/index.js'
import type { CreateMailOptions, MailKind, MailRecipient } from '../../src/mail/index.js'
import { customer, fullRequest, sampleEngine } from '../document/sample-quotes.js'

export const seller = { storeId: 'store-1', actor: 'grace', role: 'seller' } as const
export const buyer = { storeId: 'store-1', actor: 'ada', role: 'buyer' } as const
export const languages = ['en', 'de', 'fr', 'ar', 'zh', 'ja'] as const

/** Returns the record of a quote after what a mail of this kind tells. */
export async function recordFor(kind: MailKind): Promise<QuoteRecord> {
  const engine = sampleEngine()
  if (kind === 'requested') {
    const products = [
      { id: 118, qty: 1 },
      { name: 'Crane hire', qty: 1 },
    ]
    return engine.requestQuote(buyer, { customer, products, message: 'By March?' })
  }
  const { quoteId } = await engine.createQuote(seller, fullRequest)
  const sent = await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
  if (kind === 'declined')
    return engine.declineQuote(buyer, quoteId, { reason: 'Too expensive\nfor us' })
  if (kind === 'canceled') return engine.cancelQuote(seller, quoteId, { reason: 'Sold out' })
  if (kind === 'revision_requested')
    return engine.requestRevision(buyer, quoteId, { reason: 'Ten instead of five?' })
  if (kind === 'paid')
    return engine.recordPayment(seller, quoteId, { id: 'secret-2', amount: '500.00' })
  if (kind !== 'accepted' && kind !== 'ordered' && kind !== 'part_ordered') return sent
  const offer = { revision: 1, name: 'Ada Lovelace', reference: 'PO-4711' }
  const accepted = await engine.acceptQuote(buyer, quoteId, offer)
  if (kind === 'accepted') return accepted
  const part = { order_id: 'A-77', lines: [{ key: '1-1', qty: 1 }] }
  const placed = kind === 'part_ordered' ? part : { order_id: 'secret-1' }
  return engine.orderQuote(seller, quoteId, placed)
}

export const message = {
  text: 'Three years.\nThe terms are attached.',
  attachments: [{ name: 'warranty.pdf', url: 'https://shop.example/warranty ü.pdf' }],
}

/** Returns the options that a mail of this kind needs. */
export function optionsFor(kind: MailKind, recipient: MailRecipient): CreateMailOptions {
  return {
    recipient,
    ...(recipient === 'seller' && { to: 'grace@shop.example' }),
    ...(kind === 'message' && { message }),
    link: 'https://shop.example/quote/1',
    timeZone: 'Europe/Berlin',
  }
}

export const address = customer.email
