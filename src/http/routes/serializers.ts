import type { ResponseBody } from '../../engine/operations/operation.js'
import type { QuoteEngine } from '../../engine/quote-engine.js'

/** What a method of the engine resolves to. */
type Result<Name extends keyof QuoteEngine> = QuoteEngine[Name] extends (
  ...args: never[]
) => PromiseLike<infer Value>
  ? Value
  : never

type Serializer = (result: never) => object

/** The body of a successful response, from what the method returned. */
export const serializers: Readonly<Record<Exclude<ResponseBody, 'none'>, Serializer>> = {
  createdQuote: ({ quoteId, quote }: Result<'createQuote'>) => ({
    quote_id: quoteId,
    quote,
    success: true,
  }),
  quote: ({ quoteId, quote, visibleTags }: Result<'getQuote'>) => ({
    ...quote,
    quote_id: quoteId,
    success: true,
    ...visible(visibleTags),
  }),
  quotes: ({ items, next }: Result<'listQuotes'>) => ({
    quotes: items.map(({ quoteId, quote, visibleTags }) => ({
      ...quote,
      quote_id: quoteId,
      ...visible(visibleTags),
    })),
    next,
    success: true,
  }),
  count: ({ count, isCapped }: Result<'countQuotes'>) => ({
    count,
    is_capped: isCapped,
    success: true,
  }),
  history: ({ items, next }: Result<'listHistory'>) => ({ entries: items, next, success: true }),
  events: ({ items, next }: Result<'listEvents'>) => ({ events: items, next, success: true }),
  tags: (tags: Result<'listTags'>) => tags,
  tag: (tag: Result<'setTag'>) => ({ ...tag, success: true }),
  message: (message: Result<'addMessage'>) => ({ ...message, success: true }),
  messages: ({ items, next }: Result<'listMessages'>) => ({ messages: items, next, success: true }),
  expired: ({ quoteIds, hasMore }: Result<'expireQuotes'>) => ({
    quote_ids: quoteIds,
    has_more: hasMore,
    success: true,
  }),
  users: (users: Result<'listUsers'>) => ({ users, success: true }),
  user: (user: Result<'setUser'>) => ({ ...user, success: true }),
  repriced: ({ record: { quoteId, quote }, changes }: Result<'repriceQuote'>) => ({
    quote_id: quoteId,
    quote,
    changes,
    success: true,
  }),
  shippingOptions: (options: Result<'listShippingOptions'>) => ({ options, success: true }),
  createdTemplate: (record: Result<'createTemplate'>) => ({
    ...withTemplateId(record),
    success: true,
  }),
  template: (record: Result<'getTemplate'>) => ({ ...withTemplateId(record), success: true }),
  templates: ({ items, next }: Result<'listTemplates'>) => ({
    templates: items.map(withTemplateId),
    next,
    success: true,
  }),
}

function withTemplateId({ templateId, template }: Result<'getTemplate'>): object {
  return { ...template, template_id: templateId }
}

function visible(visibleTags: Result<'getQuote'>['visibleTags']) {
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
  if (Object.hasOwn(fields, 'visible_tags')) delete fields.visible_tags
  if (fields.quote_id === id) delete fields.quote_id
  return body
}
