import * as z from 'zod'
import { memoryCatalog } from '../../../src/catalog/memory.js'
import type { OwnFields } from '../../../src/quote/model/own-fields.js'
import {
  createQuoteEngine,
  type QuoteEngineOptions,
} from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'

/** Fields of a shop: public and internal ones, with and without schemas. */
export const shopFields = {
  quote: {
    region: { schema: z.enum(['west', 'east']), label: 'Region', search: true },
    project: { label: 'Project' },
    margin: { schema: z.number(), label: 'Margin', internal: true },
  },
  line: {
    engraving: { schema: z.string().min(1).max(20), label: 'Engraving' },
    cost: { schema: z.string().regex(/^\d+\.\d\d$/, 'must be a price'), internal: true },
  },
  customer: { segment: { schema: z.enum(['retail', 'trade']), label: 'Segment', search: true } },
} as const satisfies OwnFields

export const shopCatalog = memoryCatalog({
  'store-1': [
    { id: 1, price: '10.00', fields: { cost: '4.00' } },
    { id: 2, price: '20.00', fields: { cost: '9.50', color: 'red' } },
    { id: 3, price: '30.00' },
  ],
})

/** Creates an engine whose times count from 1,001 and whose ids from `quote-1`. */
export function shopWith<const Fields extends OwnFields = typeof shopFields>(
  options: Partial<QuoteEngineOptions<Fields>> & { readonly fields?: Fields } = {},
) {
  let time = 1_000
  let ids = 0
  return createQuoteEngine({
    storage: memoryStorage(),
    catalog: shopCatalog,
    now: () => {
      time += 1
      return time
    },
    generateId: () => {
      ids += 1
      return `quote-${ids}`
    },
    ...options,
    fields: (options.fields ?? shopFields) as Fields,
  })
}

export const seller = { storeId: 'store-1', actor: 'ann', role: 'seller' } as const
export const buyer = { storeId: 'store-1', actor: 'bob', role: 'buyer' } as const
