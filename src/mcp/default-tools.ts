import type { OperationName } from '../engine/quote-engine.js'

/**
 * The tools that an agent gets by default: what people do with single quotes, every day. The option
 * `tools` can name others, or fewer.
 *
 * Left out is what a person should do (approve, order, delete, erase), what a program does
 * (`recordDelivery`, `expireQuotes`, `remindQuotes`, `listEvents`), and what is set up once (tags,
 * users, templates).
 */
export const defaultTools: readonly OperationName[] = Object.freeze([
  'createQuote',
  'updateQuote',
  'getQuote',
  'listQuotes',
  'copyQuote',
  'requestApproval',
  'sendQuote',
  'requestRevision',
  'reviseQuote',
  'acceptQuote',
  'declineQuote',
  'cancelQuote',
  'repriceQuote',
  'listShippingOptions',
  'addMessage',
  'listMessages',
  'listHistory',
  'listTags',
  'listTemplates',
  'createQuoteFromTemplate',
] satisfies readonly OperationName[])
