import { type ListEvents, listEventsOperation } from './history/list-events.js'
import { type ListHistory, listHistoryOperation } from './history/list-history.js'
import { type AcceptQuote, acceptQuoteOperation } from './lifecycle/accept-quote.js'
import { type CancelQuote, cancelQuoteOperation } from './lifecycle/cancel-quote.js'
import { type DeclineQuote, declineQuoteOperation } from './lifecycle/decline-quote.js'
import { type ExpireQuotes, expireQuotesOperation } from './lifecycle/expire-quotes.js'
import { type OrderQuote, orderQuoteOperation } from './lifecycle/order-quote.js'
import { type RecordDelivery, recordDeliveryOperation } from './lifecycle/record-delivery.js'
import { type RequestRevision, requestRevisionOperation } from './lifecycle/request-revision.js'
import { type ReviseQuote, reviseQuoteOperation } from './lifecycle/revise-quote.js'
import { type SendQuote, sendQuoteOperation } from './lifecycle/send-quote.js'
import { type AddMessage, addMessageOperation } from './messages/add-message.js'
import { type ListMessages, listMessagesOperation } from './messages/list-messages.js'
import type { Operation } from './operation.js'
import {
  type ListShippingOptions,
  listShippingOptionsOperation,
} from './pricing/list-shipping-options.js'
import { type PriceTaxes, priceTaxesOperation } from './pricing/price-taxes.js'
import { type RepriceQuote, repriceQuoteOperation } from './pricing/reprice-quote.js'
import { type CopyQuote, copyQuoteOperation } from './quotes/copy-quote.js'
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
import {
  type CreateQuoteFromTemplate,
  createQuoteFromTemplateOperation,
} from './templates/create-quote-from-template.js'
import { type CreateTemplate, createTemplateOperation } from './templates/create-template.js'
import { type DeleteTemplate, deleteTemplateOperation } from './templates/delete-template.js'
import { type GetTemplate, getTemplateOperation } from './templates/get-template.js'
import { type ListTemplates, listTemplatesOperation } from './templates/list-templates.js'
import { type UpdateTemplate, updateTemplateOperation } from './templates/update-template.js'
import { type ListUsers, listUsersOperation } from './users/list-users.js'
import { type RemoveUser, removeUserOperation } from './users/remove-user.js'
import { type SetUser, setUserOperation } from './users/set-user.js'

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
    CopyQuote,
    SendQuote,
    RequestRevision,
    ReviseQuote,
    AcceptQuote,
    DeclineQuote,
    CancelQuote,
    OrderQuote,
    PriceTaxes,
    RepriceQuote,
    ListShippingOptions,
    RecordDelivery,
    ExpireQuotes,
    AddMessage,
    ListMessages,
    ListHistory,
    ListEvents,
    ListTags,
    SetTag,
    RemoveTag,
    ListUsers,
    SetUser,
    RemoveUser,
    CreateTemplate,
    GetTemplate,
    ListTemplates,
    UpdateTemplate,
    DeleteTemplate,
    CreateQuoteFromTemplate {}

/**
 * Lists every operation. The methods of the engine, the HTTP routes and the OpenAPI document follow
 * from it. Its type cannot replace the interface above: the declarations of the package would then
 * contain those of the runtime.
 */
export const operations: {
  readonly [Name in keyof OperationMethods]: Operation<OperationMethods[Name]>
} = {
  createQuote: createQuoteOperation,
  updateQuote: updateQuoteOperation,
  getQuote: getQuoteOperation,
  listQuotes: listQuotesOperation,
  countQuotes: countQuotesOperation,
  deleteQuote: deleteQuoteOperation,
  restoreQuote: restoreQuoteOperation,
  eraseQuote: eraseQuoteOperation,
  copyQuote: copyQuoteOperation,
  sendQuote: sendQuoteOperation,
  requestRevision: requestRevisionOperation,
  reviseQuote: reviseQuoteOperation,
  acceptQuote: acceptQuoteOperation,
  declineQuote: declineQuoteOperation,
  cancelQuote: cancelQuoteOperation,
  orderQuote: orderQuoteOperation,
  priceTaxes: priceTaxesOperation,
  repriceQuote: repriceQuoteOperation,
  listShippingOptions: listShippingOptionsOperation,
  recordDelivery: recordDeliveryOperation,
  expireQuotes: expireQuotesOperation,
  addMessage: addMessageOperation,
  listMessages: listMessagesOperation,
  listHistory: listHistoryOperation,
  listEvents: listEventsOperation,
  listTags: listTagsOperation,
  setTag: setTagOperation,
  removeTag: removeTagOperation,
  listUsers: listUsersOperation,
  setUser: setUserOperation,
  removeUser: removeUserOperation,
  createTemplate: createTemplateOperation,
  getTemplate: getTemplateOperation,
  listTemplates: listTemplatesOperation,
  updateTemplate: updateTemplateOperation,
  deleteTemplate: deleteTemplateOperation,
  createQuoteFromTemplate: createQuoteFromTemplateOperation,
}
