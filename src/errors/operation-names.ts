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

/** The functions that the engine and the pages wait for, as a `timeout` names them. */
export type AwaitedFunction =
  | StorageMethodName
  | PortMethodNames['catalog']
  | `orders.${PortMethodNames['orders']}`
  | `shipping.${PortMethodNames['shipping']}`
  | `tax.${PortMethodNames['tax']}`
  | 'permit'
  | 'renderPdf'
  | PageFunctionName

/**
 * What a `timeout` names: a function that was waited for, or the method of the engine that waited
 * for its turn.
 */
export type TimedOperation = AwaitedFunction | (string & {})
