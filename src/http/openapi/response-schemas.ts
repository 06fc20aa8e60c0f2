import * as z from 'zod'
import type { ResponseBody } from '../../engine/operation.js'
import { messageSchema } from '../../features/messages/messages.js'
import { templateLineSchema, templateSchema } from '../../features/templates/template-schema.js'
import type { StoreResponse } from '../../files/routes.js'
import type { OwnFields } from '../../quote/model/own-fields.js'
import { productLineSchema, quoteSchema } from '../../quote/model/quote-schema.js'
import {
  type ConversionOptions,
  type JsonSchema,
  toJsonSchema,
  toReferenceOrSchema,
} from '../json-schema.js'
import { declaredFields } from './declared-fields.js'

const tag = z.object({
  backgroundColor: z.string().meta({ examples: ['rgba(0%, 60%, 30%, 0.2)'] }),
  color: z.string().meta({ examples: ['rgb(0%, 40%, 20%)'] }),
  label: z.string().meta({ description: 'The label to display' }),
  value: z.string().meta({ description: "The name of the tag, as in a quote's tags" }),
})

const success = z.literal(true)
const quoteId = z.string()

const storedQuote = quoteSchema().extend({
  quote_id: quoteId,
  visible_tags: z
    .array(tag)
    .meta({ description: 'The tags of the quote that the store has. Absent if there are none' })
    .optional(),
  deleted: z
    .int()
    .meta({ description: 'When it was deleted, in ms since the Unix epoch. Only in lists' })
    .optional(),
})

const user = z.object({
  id: z.string().meta({ description: "The id of the user in the host's own system" }),
  name: z.string(),
  email: z.string(),
  phone: z.string().optional(),
  position: z.enum(['editor', 'manager', 'owner']),
})

const linePrices = productLineSchema().omit({
  id: true,
  qty: true,
  key: true,
  note: true,
  price_total: true,
  discount: true,
  discount_total: true,
})

const change = z.object({
  key: z.string(),
  id: productLineSchema().shape.id,
  before: linePrices,
  after: linePrices,
})

const shippingOption = z.object({ type: z.string(), name: z.string(), price: z.string() })

const storedTemplate = templateSchema().extend({ template_id: z.string() })

const patch = z.object({
  op: z.enum(['add', 'remove', 'replace']),
  path: z.array(z.union([z.string(), z.number()])),
  value: z.unknown().optional(),
})

const historyEntry = z.object({
  version: z.int().min(1),
  time: z.int().meta({ description: 'Milliseconds since the Unix epoch' }),
  operation: z.string().meta({ examples: ['create', 'update'] }),
  by: z.string().optional(),
  base: z
    .int()
    .min(1)
    .meta({
      description:
        'The latest earlier version whose entry holds the full value. Absent if this one does',
    })
    .optional(),
  patches: z.array(patch),
  snapshot: z.unknown().meta({ description: 'The value after the patches' }).optional(),
})

const storeEvent = z.object({
  position: z.int().min(1),
  kind: z.string().meta({ examples: ['quote', 'tags', 'template'] }),
  id: z.string().meta({ description: 'The quote_id of a quote' }),
  entry: historyEntry,
})

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What was wrong with this request' }),
    code: z.string().meta({ description: 'For programs to switch on' }),
    errors: z
      .record(z.string(), z.string())
      .meta({ description: 'Messages by field path; empty if the error concerns no field' }),
    success: z.literal(false),
  })
  .meta({ description: 'An error, as RFC 9457 problem details' })

const names: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [quoteSchema(), 'Quote'],
  [productLineSchema(), 'ProductLine'],
  [quoteSchema().shape.customer, 'Customer'],
  [quoteSchema().shape.ship_to.unwrap(), 'ShipTo'],
  [storedQuote, 'StoredQuote'],
  [tag, 'Tag'],
  [user, 'User'],
  [templateSchema(), 'Template'],
  [templateLineSchema(), 'TemplateLine'],
  [storedTemplate, 'StoredTemplate'],
  [patch, 'Patch'],
  [messageSchema(), 'Message'],
  [historyEntry, 'HistoryEntry'],
  [storeEvent, 'StoreEvent'],
  [problem, 'Problem'],
])

/** The bodies that are JSON. */
type JsonResponse =
  | Exclude<ResponseBody, 'none'>
  | Exclude<StoreResponse, 'quoteFile' | 'customerFile'>

const remainingQuote = z.object({
  quote_id: quoteId,
  reason: z.string().meta({ description: 'Why the quote was not erased' }),
})

const responses: Readonly<Record<JsonResponse, z.ZodType>> = {
  createdQuote: z.object({ quote_id: quoteId, quote: quoteSchema(), success }),
  quote: storedQuote.extend({ success }),
  quotes: z.object({ quotes: z.array(storedQuote), next: z.string().optional(), success }),
  count: z.object({ count: z.int().min(0), is_capped: z.boolean(), success }),
  history: z.object({ entries: z.array(historyEntry), next: z.int().optional(), success }),
  events: z.object({ events: z.array(storeEvent), next: z.int().optional(), success }),
  tags: z.record(z.string(), tag),
  tag: tag.extend({ success }),
  message: messageSchema().extend({ success }),
  messages: z.object({ messages: z.array(messageSchema()), next: z.int().optional(), success }),
  reported: z.object({ quote_ids: z.array(quoteId), has_more: z.boolean(), success }),
  users: z.object({ users: z.array(user), next: z.string().optional(), success }),
  user: user.extend({ success }),
  repriced: z.object({
    quote_id: quoteId,
    quote: quoteSchema(),
    changes: z.array(change),
    success,
  }),
  shippingOptions: z.object({ options: z.array(shippingOption), success }),
  createdTemplate: storedTemplate.extend({ success }),
  template: storedTemplate.extend({ success }),
  templates: z.object({
    templates: z.array(storedTemplate),
    next: z.string().optional(),
    success,
  }),
  featureRecord: z.object({
    version: z.int().min(0).meta({ description: '0 if nothing was ever stored' }),
    updated: z.int().meta({ description: 'Milliseconds since the Unix epoch' }).optional(),
    value: z.unknown(),
    success,
  }),
  featureHistory: z.object({ entries: z.array(historyEntry), next: z.int().optional(), success }),
  erasure: z.object({
    quote_ids: z.array(quoteId).meta({ description: 'The quotes that were erased' }),
    template_ids: z.array(z.string()).meta({ description: 'The templates that were erased' }),
    remaining: z.array(remainingQuote),
    success,
  }),
}

function conversion(fields: OwnFields | undefined): ConversionOptions {
  const toDeclared = (place: string) => declaredFields(fields, place, 'output')
  return { names, isOpen: true, toDeclared }
}

/** Returns the JSON schema of a response's body. */
export function responseSchema(response: JsonResponse, fields: OwnFields | undefined): JsonSchema {
  return toReferenceOrSchema(responses[response], conversion(fields))
}

/** Returns the schemas that responses refer to, by name. */
export function responseComponents(
  fields: OwnFields | undefined,
): Readonly<Record<string, JsonSchema>> {
  const options = conversion(fields)
  const entries = [...names].map(([schema, name]) => [name, toJsonSchema(schema, options)])
  return Object.fromEntries(entries)
}
