/** The methods of a storage, as errors name them. */
export type StorageMethodName =
  | 'load'
  | 'commit'
  | 'find'
  | 'count'
  | 'listHistory'
  | 'listEvents'
  | 'findIdempotencyRecord'

/** The methods of a storage that keep the values of relays, as errors name them. */
export type StateMethodName = 'listState' | 'loadState' | 'saveState'

/**
 * The ports besides the storage: the method of each, as a `timeout` names it, and what to do if its
 * result is not known.
 */
export const portMethods = {
  catalog: { operation: 'findProducts', remedy: '' },
  orders: {
    operation: 'orders.placeOrder',
    remedy: '; an order may exist, so call orderQuote again to find or place it',
  },
  shipping: { operation: 'shipping.listShippingOptions', remedy: '' },
  tax: { operation: 'tax.calculateTaxes', remedy: '' },
} as const

/** A port besides the storage, as the options of the engine and the codes of errors name it. */
export type PortName = keyof typeof portMethods

export const portNames = Object.freeze(Object.keys(portMethods)) as readonly PortName[]

type PortOperation<Port extends PortName = PortName> = (typeof portMethods)[Port]['operation']

/** The name of a method without that of its port. */
type MethodName<Operation> = Operation extends `${string}.${infer Method}` ? Method : Operation

/** The methods of each port besides the storage, as the error that one failed names it. */
export type PortMethodNames = {
  readonly [Port in PortName]:
    | MethodName<PortOperation<Port>>
    | (Port extends 'catalog' ? 'searchProducts' : never)
}

/** The functions of the host that pages call, as their options are named. */
export type PageFunctionName =
  | 'actions'
  | 'actor'
  | 'addressOf'
  | 'authenticate'
  | 'badges'
  | 'contact'
  | 'createUbl'
  | 'customerUrl'
  | 'document'
  | 'frame'
  | 'locale'
  | 'loginUrl'
  | 'navigation'
  | 'nextSteps'
  | 'notify'
  | 'pages'
  | 'rateLimit'
  | 'searchCustomers'
  | 'searchProducts'
  | 'seller'
  | 'signOutUrl'
  | 'slots'
  | 'startPayment'
  | 'storeOf'
  | 'theme'

/** The functions that the engine and the pages wait for, as a `timeout` names them. */
export type AwaitedFunction =
  | StorageMethodName
  | StateMethodName
  | PortOperation
  | 'permit'
  | 'approvals.mayApprove'
  | 'scope'
  | 'orders.transaction'
  | 'orders.onError'
  | 'renderPdf'
  | PageFunctionName

/**
 * What a `timeout` names: a function that was waited for, or the method of the engine that waited
 * for its turn.
 */
export type TimedOperation = AwaitedFunction | (string & {})
