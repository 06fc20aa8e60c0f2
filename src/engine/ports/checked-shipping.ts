import { QuoteError } from '../../errors.js'
import type { ShippingProvider, ShippingRequest } from '../../ports/shipping.js'
import { publishedDecimals } from '../../quote/precision.js'
import {
  type ParsedShippingOption,
  parseShippingOptions,
} from '../../quote/shipping/parse-options.js'
import { guardRead } from '../../validation/field-errors.js'
import { callPort, type PortPolicy } from './call-port.js'

/**
 * Returns the shipping options of a quote.
 *
 * @throws QuoteError `shipping_failed`, `shipping_invalid_response`, `timeout` or `aborted`
 */
export type ListShippingOptions = (
  request: ShippingRequest,
  signal: AbortSignal | undefined,
) => Promise<readonly ParsedShippingOption[]>

/** Returns undefined if there is no provider. */
export function createCheckedShipping(
  provider: ShippingProvider | undefined,
  policy: PortPolicy,
): ListShippingOptions | undefined {
  if (provider === undefined) return undefined
  const operation = 'listOptions'
  const wrapError = (cause: unknown) => new QuoteError('shipping_failed', { operation }, { cause })
  return async (request, signal) => {
    const response = await callPort<unknown>((call) => provider.listOptions(request, call), {
      operation: 'shipping.listOptions',
      ...policy,
      signal,
      wrapError,
    })
    const { decimals = publishedDecimals } = request.quote
    return guardRead('shipping_invalid_response', () => parseShippingOptions(response, decimals))
  }
}
