import type { OperationsOf } from '../engine/operation.js'
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
  type PriceSelection,
  priceSelectionOperation,
  type RequestRevision,
  type ReviseQuote,
  requestRevisionOperation,
  reviseQuoteOperation,
  type SendQuote,
  sendQuoteOperation,
} from '../engine/operations/lifecycle.js'
import {
  type CloseOrder,
  closeOrderOperation,
  type OrderQuote,
  orderQuoteOperation,
  type RecordDelivery,
  type RecordPayment,
  recordDeliveryOperation,
  recordPaymentOperation,
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
import { type RequestQuote, requestQuoteOperation } from '../engine/operations/request-quote.js'
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
import { type MessageMethods, messageOperations } from '../features/messages/operations.js'
import { type TagMethods, tagOperations } from '../features/tags/operations.js'
import { type TemplateMethods, templateOperations } from '../features/templates/operations.js'
import { type UserMethods, userOperations } from '../features/users/operations.js'
import type { FieldTypes } from '../quote/model/own-fields.js'

/** The methods of the engine that are operations. */
export interface OperationMethods<Fields extends FieldTypes = FieldTypes>
  extends CreateQuote<Fields>,
    RequestQuote<Fields>,
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
    PriceSelection<Fields>,
    AcceptQuote<Fields>,
    DeclineQuote<Fields>,
    CancelQuote<Fields>,
    OrderQuote<Fields>,
    PriceTaxes<Fields>,
    RepriceQuote<Fields>,
    ListShippingOptions,
    RecordDelivery<Fields>,
    RecordPayment<Fields>,
    CloseOrder<Fields>,
    ExpireQuotes,
    RemindQuotes,
    MessageMethods,
    ListHistory<Fields>,
    ListEvents,
    TagMethods,
    UserMethods,
    TemplateMethods<Fields> {}

/**
 * Lists every operation. The methods of the engine, the HTTP routes and the OpenAPI document follow
 * from it. Its type cannot replace the interface above: the declarations of the package would then
 * contain those of the runtime.
 */
export const operations: OperationsOf<OperationMethods> = {
  createQuote: createQuoteOperation,
  requestQuote: requestQuoteOperation,
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
  priceSelection: priceSelectionOperation,
  acceptQuote: acceptQuoteOperation,
  declineQuote: declineQuoteOperation,
  cancelQuote: cancelQuoteOperation,
  orderQuote: orderQuoteOperation,
  priceTaxes: priceTaxesOperation,
  repriceQuote: repriceQuoteOperation,
  listShippingOptions: listShippingOptionsOperation,
  recordDelivery: recordDeliveryOperation,
  recordPayment: recordPaymentOperation,
  closeOrder: closeOrderOperation,
  expireQuotes: expireQuotesOperation,
  remindQuotes: remindQuotesOperation,
  ...messageOperations,
  listHistory: listHistoryOperation,
  listEvents: listEventsOperation,
  ...tagOperations,
  ...userOperations,
  ...templateOperations,
}
