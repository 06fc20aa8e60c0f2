/**
 * The engine, its ports, and the adapters that work without a database.
 *
 * @module quotewright
 */
export {
  type CachedCatalogOptions,
  type CatalogPricing,
  cachedCatalog,
} from './catalog/cached/index.js'
export { type MemoryCatalogOptions, memoryCatalog } from './catalog/memory.js'
export type { ApprovalOptions } from './engine/approvals.js'
export type {
  CallOptions,
  CommandOptions,
  PreviewOptions,
  StoreContext,
  UpdateOptions,
} from './engine/arguments.js'
export type { Page, PagedResult } from './engine/execution/pages.js'
export type { EngineFeature, FeatureOperationName } from './engine/features.js'
export type {
  ApproveQuoteRequest,
  RejectApprovalRequest,
  RequestApprovalRequest,
} from './engine/operations/approvals.js'
export type {
  ExpireQuotesRequest,
  RemindQuotesRequest,
  ReportedQuotes,
} from './engine/operations/due-offers.js'
export type { ListEventsOptions, ListHistoryOptions } from './engine/operations/history.js'
export type {
  AcceptQuoteRequest,
  CancelQuoteRequest,
  DeclineQuoteRequest,
  PriceSelectionRequest,
  SendQuoteRequest,
} from './engine/operations/lifecycle.js'
export type { CloseOrderRequest, OrderQuoteRequest } from './engine/operations/outcomes.js'
export type {
  AvailableShipping,
  PriceTaxesRequest,
  RepricedQuote,
  RepriceQuoteRequest,
} from './engine/operations/pricing.js'
export type {
  CountQuotesOptions,
  GetOptions,
  ListOrder,
  ListQuotesOptions,
  QuoteCount,
  QuoteView,
} from './engine/operations/read-quotes.js'
export type { CopyQuoteRequest } from './engine/operations/write-quotes.js'
export type { NumberOptions } from './engine/options.js'
export type { HostCallTrace } from './engine/ports/trace-call.js'
export type { PricingOptions } from './engine/pricing-options.js'
export type { Scope } from './engine/scope.js'
export type {
  SearchedCustomer,
  SearchProducts,
  SearchProductsOptions,
} from './engine/search-products.js'
export type { StoreSettings } from './engine/store-settings.js'
export type { OperationTrace } from './engine/tracing.js'
export type {
  AwaitedFunction,
  PageFunctionName,
  PortMethodNames,
  PortName,
  StorageMethodName,
  TimedOperation,
} from './errors/operation-names.js'
export {
  type FieldErrors,
  isQuoteError,
  type PortErrorDetails,
  QuoteError,
  type QuoteErrorCode,
  type QuoteErrorConstructor,
  type QuoteErrorDetails,
  quoteErrorCodes,
  type RequiredApproval,
} from './errors.js'
export { defineFeature } from './features/define-feature.js'
export type {
  Feature,
  FeatureDeclaration,
  FeatureInput,
  FeatureMethods,
  FeatureOperation,
  FeatureOwner,
  FeatureRecord,
} from './features/feature-types.js'
export type {
  Attachment,
  Message,
  NewAttachment,
  Visibility,
} from './features/messages/messages.js'
export type { AddMessageRequest, ListMessagesOptions } from './features/messages/operations.js'
export type { TagDefinition } from './features/tags/tags.js'
export { type StoreTags, type Tag, visibleTags } from './features/tags/tags.js'
export type { ListTemplatesOptions } from './features/templates/operations.js'
export type { Template, TemplateLine, TemplateRecord } from './features/templates/template.js'
export type {
  CreateQuoteFromTemplateRequest,
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from './features/templates/template-changes.js'
export type { ListUsersOptions } from './features/users/operations.js'
export type { User, UserDefinition, UserPosition } from './features/users/users.js'
export {
  type RemoveViewRequest,
  type SavedView,
  type SavedViewMethods,
  type SetViewRequest,
  savedViews,
} from './features/views/operations.js'
export type { CurrencyDecimals } from './money/currency.js'
export type { RoundingMode } from './money/rounding.js'
export {
  type MemoryOrder,
  type MemoryOrders,
  type MemoryOrdersOptions,
  memoryOrders,
} from './orders/memory.js'
export type { PortCallOptions } from './ports/call-options.js'
export type { CatalogCallOptions, CatalogPort, SearchableCatalog } from './ports/catalog.js'
export { countInMemory, type FindableRecord, findInMemory } from './ports/find-in-memory.js'
export type {
  OnOrderError,
  OrderOptions,
  OrderPort,
  PlaceOrderRequest,
  PlaceOrderResult,
  StorageTransaction,
  TransactionRunner,
} from './ports/orders.js'
export { takePage } from './ports/pages.js'
export type { ProductSuggestion } from './ports/product-search.js'
export type { ShippingPort, ShippingRequest } from './ports/shipping.js'
export type { MaybePromise, StoragePort } from './ports/storage.js'
export type { TaxPort } from './ports/tax.js'
export {
  type ApprovalRule,
  type ApprovalRuleOptions,
  discountAbove,
  marginBelow,
} from './quote/approvals/approval-rules.js'
export type { UpdateCustomerRequest, UpdateCustomerWith } from './quote/customer/customer.js'
export {
  getPayable,
  type Payable,
  type PayableOptions,
  type PayablePart,
} from './quote/lifecycle/get-payable.js'
export { getOrderParts, type OrderParts } from './quote/lifecycle/order-parts.js'
export type { CatalogPriceBreak, CatalogProduct } from './quote/lines/catalog-product.js'
export type { CustomLineFields } from './quote/lines/custom-line.js'
export type {
  CreateLineRequest,
  CustomLineRequest,
  LineChangeRequest,
  LineFieldChanges,
  NewLineFields,
  ProductLineRequest,
  UnpricedLineRequest,
  UpdateLineRequest,
} from './quote/lines/line-request.js'
export type { CatalogComponent } from './quote/lines/product-components.js'
export {
  type Approval,
  type ApprovalRequirement,
  type ApprovalStatus,
  type ApprovalStep,
  approvalStatuses,
} from './quote/model/approval.js'
export type {
  ChoiceRequest,
  LineChoiceRequest,
  QuantityRange,
  QuantityRangeRequest,
  QuoteChoice,
  QuoteSection,
  SectionRequest,
  SelectedAcceptance,
  Selection,
} from './quote/model/choice-fields.js'
export type {
  ComponentFields,
  ComponentPrices,
  LineComponent,
  TaxShare,
} from './quote/model/component-fields.js'
export type { Exchange, ExchangeRate } from './quote/model/exchange.js'
export { endOfDay, statusAt } from './quote/model/expiry.js'
export type { DateRange } from './quote/model/follow-up.js'
export type {
  LifecycleGuard,
  LifecycleOptions,
  PossibleTransition,
  QuoteTransition,
} from './quote/model/lifecycle.js'
export {
  type Acceptance,
  type CustomersRequest,
  type DeliveryFact,
  type DeliveryType,
  deliveryTypes,
  type PersonalField,
  type Reminder,
} from './quote/model/lifecycle-fields.js'
export type { OrderedLine, OrderPart, QuoteOrder } from './quote/model/order-fields.js'
export type {
  FieldChoice,
  FieldInput,
  FieldLabel,
  FieldTypes,
  FieldTypesOf,
  OwnCustomerField,
  OwnField,
  OwnFields,
} from './quote/model/own-fields.js'
export {
  type Payment,
  type PaymentEvent,
  type PaymentPart,
  type PaymentPartType,
  type PaymentType,
  paymentTypes,
} from './quote/model/payment-fields.js'
export type { Limits, RequireCall } from './quote/model/policy.js'
export type {
  Billing,
  ChargeType,
  DiscountTarget,
  DiscountType,
  QuoteAmounts,
  QuoteCharge,
  QuoteDiscount,
  QuoteTaxes,
  RecurringAmount,
  RemovedTaxes,
  Shipping,
  ShippingProduct,
  TableRate,
  TaxPortion,
  TaxRounding,
  TaxTable,
  TaxTotal,
} from './quote/model/pricing-fields.js'
export type { ProductId } from './quote/model/product-fields.js'
export type {
  AdditionWish,
  LineWish,
  OfferedTerms,
  Proposal,
  ProposalOutcomes,
  WishOutcome,
  WishResult,
} from './quote/model/proposal.js'
export type {
  AnyCustomer,
  Customer,
  CustomerWith,
  PriceBreak,
  ProductLine,
  Quote,
  QuoteRecord,
  ShipTo,
} from './quote/model/quote.js'
export { replayQuote } from './quote/model/quote-record.js'
export { redactAcceptance, sealOf } from './quote/model/seal.js'
export type { DrawnSignature, Signature, TypedSignature } from './quote/model/signature.js'
export {
  type AcceptedQuote,
  hasOffer,
  isAccepted,
  isOrdered,
  isSent,
  type OfferedQuote,
  type OrderedQuote,
  type SentQuote,
} from './quote/model/status-guards.js'
export {
  type LifecycleOperation,
  type OwnStatuses,
  type QuoteStatus,
  quoteStatuses,
  type Role,
  type Transition,
  transitions,
} from './quote/model/transitions.js'
export type { ApprovalOperation } from './quote/operations/approvals.js'
export type { DeliveryReport } from './quote/operations/offer.js'
export type {
  AdditionWishRequest,
  LineWishRequest,
  RequestRevisionRequest,
  ReviseQuoteRequest,
  TakenAddition,
  TakenWishes,
} from './quote/operations/proposal-requests.js'
export type { PaymentReport } from './quote/operations/record-payment.js'
export type { LinePriceFields, PriceChange } from './quote/operations/reprice-quote.js'
export type {
  CreateQuoteRequest,
  RequestedLine,
  RequestQuoteRequest,
  UpdateQuoteRequest,
} from './quote/operations/requests.js'
export type {
  ChargeRequest,
  DiscountRequest,
  PaymentPartRequest,
  ShippingChoice,
} from './quote/pricing/pricing-request.js'
export type { ShippingOption } from './quote/pricing/shipping.js'
export { isoRegions, type ResolveRegion } from './quote/regions/regions.js'
export { limitToQuote } from './quote/search/only-quote.js'
export type { OneOrMore, QuoteFilter, QuoteTimeRange } from './quote/search/quote-filter.js'
export type { QuoteScope } from './quote/search/quote-scope.js'
export {
  getAcceptedQuote,
  type SelectOptions,
  selectQuote,
} from './quote/selection/select-quote.js'
export { getSelections, type QuoteSelections } from './quote/selection/worst-selection.js'
export type { ExemptPrices } from './quote/taxes/price-taxes.js'
export type {
  TaxRequest,
  TaxRequestCharge,
  TaxRequestLine,
  TaxRequestShipping,
} from './quote/taxes/tax-request.js'
export { netRequest } from './quote/taxes/tax-request.js'
export type { TaxAmount, TaxRate, TaxResponse } from './quote/taxes/tax-response.js'
export type { PriceStep } from './quote/verify/explain-quote.js'
export {
  type ChargeExplanation,
  explainQuote,
  type LineExplanation,
  type PayableExplanation,
  type QuoteExplanation,
  type ShippingExplanation,
} from './quote/verify/explain-quote.js'
export {
  type AcceptanceViolation,
  type CopiedSeals,
  type VerifyAcceptanceOptions,
  verifyAcceptance,
} from './quote/verify/verify-acceptance.js'
export {
  type InvariantViolation,
  type VerifyOptions,
  verifyQuote,
} from './quote/verify/verify-quote.js'
export {
  type CustomerErasure,
  type CustomerItem,
  type CustomerQuote,
  type CustomerSelector,
  type CustomerTemplate,
  type EraseCustomerOptions,
  eraseCustomer,
  exportCustomer,
  type RemainingQuote,
} from './quote-engine/customers.js'
export type { OperationMethods } from './quote-engine/operations.js'
export type {
  OperationName,
  Permit,
  PossibleOperations,
  QuoteEngine,
  QuoteEngineOptions,
} from './quote-engine/quote-engine.js'
export { createQuoteEngine } from './quote-engine/quote-engine.js'
export type { HistoryEntry, StoreEvent } from './record/history/entry.js'
export type { RecordRef } from './record/record.js'
export { type MemoryShippingOption, memoryShipping } from './shipping/memory.js'
export { memoryStorage } from './storage/memory/index.js'
export type { TaxTableRate } from './tax/parse-rate.js'
export { type TaxTableHome, type TaxTableOptions, taxTable } from './tax/tax-table.js'
export type { JsonValue } from './validation/json-value.js'
export type { StoreLists } from './validation/schemas/store-lists.js'
