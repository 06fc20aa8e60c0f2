import { type ListEvents, listEventsOperation } from './history/list-events.js'
import { type ListHistory, listHistoryOperation } from './history/list-history.js'
import type { Operation } from './operation.js'
import type { OperationName } from './operation-name.js'
import { type CountQuotes, countQuotesOperation } from './quotes/count-quotes.js'
import { type CreateQuote, createQuoteOperation } from './quotes/create-quote.js'
import { type DeleteQuote, deleteQuoteOperation } from './quotes/delete-quote.js'
import { type EraseQuote, eraseQuoteOperation } from './quotes/erase-quote.js'
import { type GetQuote, getQuoteOperation } from './quotes/get-quote.js'
import { type ListQuotes, listQuotesOperation } from './quotes/list-quotes.js'
import { type RestoreQuote, restoreQuoteOperation } from './quotes/restore-quote.js'
import { type UpdateQuote, updateQuoteOperation } from './quotes/update-quote.js'
import { type ListTags, listTagsOperation } from './tags/list-tags.js'
import { type RemoveTag, removeTagOperation } from './tags/remove-tag.js'
import { type SetTag, setTagOperation } from './tags/set-tag.js'

/** The methods of the engine that are operations. */
export interface OperationMethods
  extends CreateQuote,
    UpdateQuote,
    GetQuote,
    ListQuotes,
    CountQuotes,
    DeleteQuote,
    RestoreQuote,
    EraseQuote,
    ListHistory,
    ListEvents,
    ListTags,
    SetTag,
    RemoveTag {}

/**
 * Lists every operation: one line for each. The methods of the engine, the HTTP routes and the
 * OpenAPI document follow from it.
 */
export const operations: {
  readonly [Name in OperationName]: Operation<OperationMethods[Name]>
} = {
  createQuote: createQuoteOperation,
  updateQuote: updateQuoteOperation,
  getQuote: getQuoteOperation,
  listQuotes: listQuotesOperation,
  countQuotes: countQuotesOperation,
  deleteQuote: deleteQuoteOperation,
  restoreQuote: restoreQuoteOperation,
  eraseQuote: eraseQuoteOperation,
  listHistory: listHistoryOperation,
  listEvents: listEventsOperation,
  listTags: listTagsOperation,
  setTag: setTagOperation,
  removeTag: removeTagOperation,
}
