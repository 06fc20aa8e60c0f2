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

/**
 * The ports besides the storage: the method of each, as a `timeout` names it, and what to do if its
 * result is not known.
 */
export const ports = {
  catalog: { operation: 'findProducts', remedy: '' },
  orders: {
    operation: 'orders.place',
    remedy: '; an order may exist, so call orderQuote again to find or place it',
  },
  shipping: { operation: 'shipping.listOptions', remedy: '' },
  tax: { operation: 'tax.calculate', remedy: '' },
} as const

/** A port besides the storage, as the options of the engine and the codes of errors name it. */
export type PortName = keyof typeof ports

export const portNames = Object.freeze(Object.keys(ports)) as readonly PortName[]

type PortOperation<Port extends PortName = PortName> = (typeof ports)[Port]['operation']

/** The name of a method without that of its port. */
type MethodName<Operation> = Operation extends `${string}.${infer Method}` ? Method : Operation

/** The method of each port besides the storage, as the error that it failed names it. */
export type PortMethodNames = {
  readonly [Port in PortName]: MethodName<PortOperation<Port>>
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
  | PortOperation
  | 'permit'
  | 'renderPdf'
  | PageFunctionName
