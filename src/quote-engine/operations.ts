import type { Operation } from '../engine/operation.js'
import {
  type ApproveQuote,
  approveQuoteOperation,
  type RejectApproval,
  type RequestApproval,
  rejectApprovalOperation,
  requestApprovalOperation,
} from '../engine/operations/approvals.js'
import {
  type ExpireQuotes,
  expireQuotesOperation,
  type RemindQuotes,
  remindQuotesOperation,
} from '../engine/operations/due-offers.js'
import {
  type ListEvents,
  type ListHistory,
  listEventsOperation,
  listHistoryOperation,
} from '../engine/operations/history.js'
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
} from '../engine/operations/lifecycle.js'
import {
  type AddMessage,
  addMessageOperation,
  type ListMessages,
  listMessagesOperation,
} from '../engine/operations/messages.js'
import {
  type OrderQuote,
  orderQuoteOperation,
  type RecordDelivery,
  recordDeliveryOperation,
} from '../engine/operations/outcomes.js'
import {
  type ListShippingOptions,
  listShippingOptionsOperation,
  type PriceTaxes,
  priceTaxesOperation,
  type RepriceQuote,
  repriceQuoteOperation,
} from '../engine/operations/pricing.js'
import {
  type CountQuotes,
  countQuotesOperation,
  type GetQuote,
  getQuoteOperation,
  type ListQuotes,
  listQuotesOperation,
} from '../engine/operations/read-quotes.js'
import {
  type ListTags,
  listTagsOperation,
  type RemoveTag,
  removeTagOperation,
  type SetTag,
  setTagOperation,
} from '../engine/operations/tags.js'
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
} from '../engine/operations/templates.js'
import {
  type ListUsers,
  listUsersOperation,
  type RemoveUser,
  removeUserOperation,
  type SetUser,
  setUserOperation,
} from '../engine/operations/users.js'
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
} from '../engine/operations/write-quotes.js'
import type { FieldTypes } from '../quote/model/own-fields.js'

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
