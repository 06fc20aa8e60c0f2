import type { FieldTypes } from '../../quote/model/own-fields.js'
import {
  type ApproveQuote,
  approveQuoteOperation,
  type RejectApproval,
  type RequestApproval,
  rejectApprovalOperation,
  requestApprovalOperation,
} from './approvals.js'
import {
  type ExpireQuotes,
  expireQuotesOperation,
  type RemindQuotes,
  remindQuotesOperation,
} from './due-offers.js'
import {
  type ListEvents,
  type ListHistory,
  listEventsOperation,
  listHistoryOperation,
} from './history.js'
import {
  type AcceptQuote,
  acceptQuoteOperation,
  type CancelQuote,
  cancelQuoteOperation,
  type DeclineQuote,
  declineQuoteOperation,
  type RequestRevision,
  type ReviseQuote,
  requestRevisionOperation,
  reviseQuoteOperation,
  type SendQuote,
  sendQuoteOperation,
} from './lifecycle.js'
import {
  type AddMessage,
  addMessageOperation,
  type ListMessages,
  listMessagesOperation,
} from './messages.js'
import type { Operation } from './operation.js'
import {
  type OrderQuote,
  orderQuoteOperation,
  type RecordDelivery,
  recordDeliveryOperation,
} from './outcomes.js'
import {
  type ListShippingOptions,
  listShippingOptionsOperation,
  type PriceTaxes,
  priceTaxesOperation,
  type RepriceQuote,
  repriceQuoteOperation,
} from './pricing.js'
import {
  type CountQuotes,
  countQuotesOperation,
  type GetQuote,
  getQuoteOperation,
  type ListQuotes,
  listQuotesOperation,
} from './read-quotes.js'
import {
  type ListTags,
  listTagsOperation,
  type RemoveTag,
  removeTagOperation,
  type SetTag,
  setTagOperation,
} from './tags.js'
import {
  type CreateQuoteFromTemplate,
  type CreateTemplate,
  createQuoteFromTemplateOperation,
  createTemplateOperation,
  type DeleteTemplate,
  deleteTemplateOperation,
  type GetTemplate,
  getTemplateOperation,
  type ListTemplates,
  listTemplatesOperation,
  type UpdateTemplate,
  updateTemplateOperation,
} from './templates.js'
import {
  type ListUsers,
  listUsersOperation,
  type RemoveUser,
  removeUserOperation,
  type SetUser,
  setUserOperation,
} from './users.js'
import {
  type CopyQuote,
  type CreateQuote,
  copyQuoteOperation,
  createQuoteOperation,
  type DeleteQuote,
  deleteQuoteOperation,
  type EraseQuote,
  eraseQuoteOperation,
  type RestoreQuote,
  restoreQuoteOperation,
  type UpdateQuote,
  updateQuoteOperation,
} from './write-quotes.js'

/** The methods of the engine that are operations. */
export interface OperationMethods<Fields extends FieldTypes = FieldTypes>
  extends CreateQuote<Fields>,
    UpdateQuote<Fields>,
    GetQuote<Fields>,
    ListQuotes<Fields>,
    CountQuotes<Fields>,
    DeleteQuote<Fields>,
    RestoreQuote<Fields>,
    EraseQuote,
    CopyQuote<Fields>,
    RequestApproval<Fields>,
    ApproveQuote<Fields>,
    RejectApproval<Fields>,
    SendQuote<Fields>,
    RequestRevision<Fields>,
    ReviseQuote<Fields>,
    AcceptQuote<Fields>,
    DeclineQuote<Fields>,
    CancelQuote<Fields>,
    OrderQuote<Fields>,
    PriceTaxes<Fields>,
    RepriceQuote<Fields>,
    ListShippingOptions,
    RecordDelivery<Fields>,
    ExpireQuotes,
    RemindQuotes,
    AddMessage,
    ListMessages,
    ListHistory<Fields>,
    ListEvents,
    ListTags,
    SetTag,
    RemoveTag,
    ListUsers,
    SetUser,
    RemoveUser,
    CreateTemplate<Fields>,
    GetTemplate<Fields>,
    ListTemplates<Fields>,
    UpdateTemplate<Fields>,
    DeleteTemplate,
    CreateQuoteFromTemplate<Fields> {}

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
  requestApproval: requestApprovalOperation,
  approveQuote: approveQuoteOperation,
  rejectApproval: rejectApprovalOperation,
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
  remindQuotes: remindQuotesOperation,
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
