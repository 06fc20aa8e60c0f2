/**
 * The names of the engine's methods that the option `permit` decides on, and that errors and locks
 * are named after.
 */
export type OperationName =
  | 'createQuote'
  | 'updateQuote'
  | 'deleteQuote'
  | 'restoreQuote'
  | 'eraseQuote'
  | 'getQuote'
  | 'listQuotes'
  | 'countQuotes'
  | 'copyQuote'
  | 'sendQuote'
  | 'requestRevision'
  | 'reviseQuote'
  | 'acceptQuote'
  | 'declineQuote'
  | 'cancelQuote'
  | 'orderQuote'
  | 'priceTaxes'
  | 'repriceQuote'
  | 'listShippingOptions'
  | 'recordDelivery'
  | 'expireDue'
  | 'addMessage'
  | 'listMessages'
  | 'listHistory'
  | 'listEvents'
  | 'listTags'
  | 'setTag'
  | 'removeTag'
  | 'listUsers'
  | 'setUser'
  | 'removeUser'
  | 'createTemplate'
  | 'getTemplate'
  | 'listTemplates'
  | 'updateTemplate'
  | 'deleteTemplate'
  | 'createFromTemplate'

/** The methods of a storage, as errors name them. */
export type StorageMethodName =
  | 'load'
  | 'commit'
  | 'find'
  | 'count'
  | 'listHistory'
  | 'listEvents'
  | 'findIdempotencyRecord'

/** The method of each other port, as the error that it failed names it. */
export interface PortMethodNames {
  /** The method of the catalog. */
  readonly catalog: 'findProducts'
  /** The method of the port for orders. */
  readonly orders: 'place'
  /** The method of the shipping provider. */
  readonly shipping: 'listOptions'
  /** The method of the tax provider. */
  readonly tax: 'calculate'
}

/** The functions of the host that pages call, as their options are named. */
export type PageFunctionName =
  | 'actor'
  | 'authenticate'
  | 'customerUrl'
  | 'document'
  | 'locale'
  | 'loginUrl'
  | 'notify'
  | 'rateLimit'
  | 'searchProducts'
  | 'storeOf'

/**
 * What the engine and the pages wait for, as a `timeout` names it. A name of the engine's own
 * methods stands for the wait for its turn.
 */
export type TimedOperation =
  | OperationName
  | StorageMethodName
  | PortMethodNames['catalog']
  | `orders.${PortMethodNames['orders']}`
  | `shipping.${PortMethodNames['shipping']}`
  | `tax.${PortMethodNames['tax']}`
  | 'permit'
  | 'renderPdf'
  | PageFunctionName
