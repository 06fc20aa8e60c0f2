import type { QuoteRecord } from '../../src/quote/model/quote.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { seller } from './shop.js'

const buyer = { storeId: 'shop', actor: 'customer', role: 'buyer' } as const

/** Gives every string that a caller can set, by a name of what it is. */
export type TextOf = (name: string) => string

/** Creates a quote in every status, with every field that a caller can set. */
export async function fillShop(
  engine: QuoteEngine,
  textOf: TextOf,
): Promise<Readonly<Record<string, QuoteRecord>>> {
  const tag = textOf('tag').slice(0, 100)
  const colors = { backgroundColor: 'rgba(90%, 80%, 70%, 1)', color: 'rgb(10%, 10%, 10%)' }
  await engine.setTag(seller, tag, { ...colors, label: tag })
  await engine.setUser(seller, 'ann', {
    name: textOf('user'),
    email: 'ann@example.com',
    position: 'editor',
  })
  await engine.createTemplate(seller, {
    name: textOf('template'),
    products: [{ id: 118, qty: 2, note: textOf('note of a template') }],
    ...wording(textOf),
  })
  const create = () => createQuote(engine, textOf, tag)
  const send = async () => engine.sendQuote(seller, (await create()).quoteId)
  const sentIds = async () => (await send()).quoteId
  const accept = async () => {
    const quoteId = await sentIds()
    const person = { name: textOf('name of the acceptance'), reference: textOf('reference') }
    const signature = { type: 'typed', name: titleOf(textOf, 'signature') } as const
    const sealed = { signature, consent: textOf('consent') }
    return engine.acceptQuote(buyer, quoteId, { revision: 1, ...person, ...sealed })
  }
  const reason = textOf('reason')
  return {
    new: await create(),
    draft: await engine.reviseQuote(seller, await sentIds()),
    sent: await send(),
    revision_requested: await engine.requestRevision(buyer, await sentIds(), {
      reason,
      lines: [{ key: '1-1', qty: 7, note: textOf('wish') }],
      add: [{ name: textOf('addition'), qty: 1 }],
    }),
    accepted: await accept(),
    declined: await engine.declineQuote(buyer, await sentIds(), { reason }),
    canceled: await engine.cancelQuote(seller, await sentIds(), { reason }),
    ordered: await engine.orderQuote(seller, (await accept()).quoteId, { order_id: textOf('id') }),
  }
}

function titleOf(textOf: TextOf, name: string): string {
  return textOf(name)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 255)
}

function wording(textOf: TextOf) {
  return {
    title: titleOf(textOf, 'title'),
    introduction: textOf('introduction'),
    terms: textOf('terms'),
    payment_terms: textOf('terms of payment'),
    delivery_terms: textOf('terms of delivery'),
    valid_days: 30,
  }
}

async function createQuote(engine: QuoteEngine, textOf: TextOf, tag: string): Promise<QuoteRecord> {
  const record = await engine.createQuote(seller, {
    customer: {
      name: textOf('name'),
      company: textOf('company'),
      address: textOf('address'),
      'address-2': textOf('second line'),
      city: textOf('city'),
      state: textOf('state'),
      zipcode: textOf('zipcode'),
      country: textOf('country'),
      email: textOf('email'),
      [`x-${textOf('field')
        .replaceAll(/[^\w<>"'=/]/g, '')
        .slice(0, 40)}`]: textOf('own field'),
    },
    products: [
      { id: 118, qty: 2, note: textOf('note') },
      {
        name: textOf('custom line'),
        price: '12.50',
        qty: 4,
        sku: textOf('sku'),
        unit: textOf('unit').slice(0, 30),
        description: textOf('description'),
        image: textOf('image'),
        tax_code: textOf('tax code'),
        section: 'extras',
        choice: 'finish',
        qty_range: { min: 1, max: 9 },
      },
    ],
    sections: [
      {
        key: 'extras',
        title: titleOf(textOf, 'section'),
        text: textOf('text of a section'),
        optional: true,
        selected: true,
      },
    ],
    choices: [{ key: 'finish', title: titleOf(textOf, 'choice') }],
    discounts: [{ type: 'percent', value: 5, label: textOf('discount') }],
    shipping: {
      type: 'custom',
      product: { name: textOf('shipping'), price: '10.00', tax_code: textOf('tax code') },
    },
    owner: 'ann',
    ...wording(textOf),
  })
  const { quoteId } = record
  for (const visibility of ['customer', 'internal'] as const)
    await engine.addMessage(seller, quoteId, {
      text: textOf('message'),
      visibility,
      attachments: [{ name: textOf('attachment'), url: 'https://files.example/a.pdf' }],
    })
  return engine.updateQuote(seller, quoteId, { tag_list: [tag] })
}

/** Returns the paths of all pages of the desk that show a quote. */
export function pagesOf({ quoteId, version, quote: { status } }: QuoteRecord): readonly string[] {
  const quote = `/desk/quotes/${encodeURIComponent(quoteId)}`
  return [
    quote,
    `${quote}/timeline`,
    `${quote}/history`,
    `${quote}/versions/1`,
    `${quote}/differences?from=1&to=${version}`,
    `${quote}/document`,
    ...(['new', 'draft'].includes(status) ? [`${quote}/send`] : []),
  ]
}

/** The pages of the desk that show lists, or forms for something new. */
export const deskPages: readonly string[] = [
  '/desk',
  '/desk?deleted=yes',
  '/desk?text=nothing+is+found',
  '/desk/quotes/new',
  '/desk/customers/search',
  '/desk/customer?email=ann%40example.com',
  '/desk/templates',
  '/desk/templates/new',
  '/desk/insight',
  '/desk/activity',
  '/desk/tags',
  '/desk/users',
  '/desk/no-such-page',
]
