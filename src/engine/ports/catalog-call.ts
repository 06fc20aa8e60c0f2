import type { PortCallOptions } from '../../ports/call-options.js'
import type { CatalogCallOptions } from '../../ports/catalog.js'

/** What prices depend on besides the product. */
export type Pricing = Pick<CatalogCallOptions, 'customer' | 'currency' | 'time'>

/** Computes only what the catalog reads, and each once. Reading the signal creates it. */
export class CatalogCall implements CatalogCallOptions {
  readonly currency: CatalogCallOptions['currency']
  readonly #pricing: Pricing
  readonly #call: PortCallOptions
  #customer: CatalogCallOptions['customer']
  #time: CatalogCallOptions['time']

  constructor(pricing: Pricing, call: PortCallOptions) {
    this.currency = pricing.currency
    this.#pricing = pricing
    this.#call = call
  }

  get customer(): CatalogCallOptions['customer'] {
    this.#customer ??= this.#pricing.customer
    return this.#customer
  }

  get time(): CatalogCallOptions['time'] {
    this.#time ??= this.#pricing.time
    return this.#time
  }

  get client(): unknown {
    return this.#call.client
  }

  get signal(): AbortSignal {
    return this.#call.signal
  }
}
