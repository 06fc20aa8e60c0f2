import type { Page } from '../../engine/execution/pages.js'
import type { ResponseBody } from '../../engine/operation.js'
import type { ReportedQuotes } from '../../engine/operations/due-offers.js'
import type { AvailableShipping, RepricedQuote } from '../../engine/operations/pricing.js'
import type { QuoteCount, QuoteView } from '../../engine/operations/read-quotes.js'
import type { Message } from '../../features/messages/messages.js'
import type { StoreTags, Tag } from '../../features/tags/tags.js'
import type { TemplateRecord } from '../../features/templates/template.js'
import type { User } from '../../features/users/users.js'
import { hideNewKeys } from '../../quote/model/line-keys.js'
import type { QuoteRecord } from '../../quote/model/quote.js'

type Serializer = (result: never) => object

/** The body of a successful response, from what the method returned. */
export const serializers: Readonly<Record<Exclude<ResponseBody, 'none'>, Serializer>> = {
  createdQuote: ({ quoteId, quote }: QuoteRecord) => ({
    quote_id: quoteId,
    quote: hideNewKeys(quote),
    success: true,
  }),
  quote: ({ quoteId, quote, visibleTags }: QuoteView) => ({
    ...hideNewKeys(quote),
    quote_id: quoteId,
    success: true,
    ...toTagsField(visibleTags),
  }),
  quotes: ({ items, next }: Page<QuoteView, string>) => ({
    quotes: items.map(({ quoteId, quote, visibleTags, deleted }) => ({
      ...hideNewKeys(quote),
      quote_id: quoteId,
      ...toTagsField(visibleTags),
      ...(deleted === undefined ? undefined : { deleted }),
    })),
    next,
    success: true,
  }),
  count: ({ count, isCapped }: QuoteCount) => ({ count, is_capped: isCapped, success: true }),
  history: ({ items, next }: Page<object>) => ({ entries: items, next, success: true }),
  events: ({ items, next }: Page<object>) => ({ events: items, next, success: true }),
  tags: (tags: StoreTags) => tags,
  tag: (tag: Tag) => ({ ...tag, success: true }),
  message: (message: Message) => ({ ...message, success: true }),
  messages: ({ items, next }: Page<Message>) => ({ messages: items, next, success: true }),
  reported: ({ quoteIds, hasMore }: ReportedQuotes) => ({
    quote_ids: quoteIds,
    has_more: hasMore,
    success: true,
  }),
  users: ({ items, next }: Page<User, string>) => ({ users: items, next, success: true }),
  user: (user: User) => ({ ...user, success: true }),
  repriced: ({ record: { quoteId, quote }, changes }: RepricedQuote) => ({
    quote_id: quoteId,
    quote: hideNewKeys(quote),
    changes,
    success: true,
  }),
  shippingOptions: (options: readonly AvailableShipping[]) => ({ options, success: true }),
  createdTemplate: (record: TemplateRecord) => ({ ...withTemplateId(record), success: true }),
  template: (record: TemplateRecord) => ({ ...withTemplateId(record), success: true }),
  featureRecord: (record: object) => ({ ...record, success: true }),
  featureHistory: ({ items, next }: Page<object>) => ({ entries: items, next, success: true }),
  templates: ({ items, next }: Page<TemplateRecord, string>) => ({
    templates: items.map(withTemplateId),
    next,
    success: true,
  }),
}

function withTemplateId({ templateId, template }: TemplateRecord): object {
  return { ...template, template_id: templateId }
}

function toTagsField(visibleTags: readonly Tag[] | undefined) {
  return visibleTags === undefined ? undefined : { visible_tags: visibleTags }
}

/**
 * Returns the body of a PUT without the fields that a response adds, so that a client can send back
 * a response. Changes `body` in place, because it can be too large to copy.
 *
 * @param id The id of the quote or the template in the path.
 */
export function stripResponseFields(
  body: unknown,
  response: ResponseBody,
  id: string | undefined,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const fields = body as Record<string, unknown>
  if (fields.success === true) delete fields.success
  if (response === 'template' && fields.template_id === id) delete fields.template_id
  if (response !== 'quote') return body
  for (const name of ['visible_tags', 'deleted'])
    if (Object.hasOwn(fields, name)) delete fields[name]
  if (fields.quote_id === id) delete fields.quote_id
  return body
}
