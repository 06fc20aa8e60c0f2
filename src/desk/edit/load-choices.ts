import { isQuoteError, type QuoteErrorCode } from '../../errors.js'
import { reportError } from '../../http/report-error.js'
import type { DeskCall } from '../desk-call.js'
import type { Choices } from './form/edited.js'

/**
 * Loads what a user can choose from. A page does without what the user may not see, and without
 * shipping options if the provider fails.
 *
 * @param quoteId The quote whose shipping can be chosen; undefined for none.
 */
export async function loadChoices(call: DeskCall, quoteId: string | undefined): Promise<Choices> {
  const { engine, user } = call
  const [tags, users, shipping] = await Promise.all([
    unless(['not_permitted'], engine.listTags(user)),
    unless(['not_permitted'], engine.listUsers(user)),
    quoteId === undefined ? undefined : loadShipping(call, quoteId),
  ])
  const isAvailable = shipping !== unavailable
  const notice = 'The shipping options are not available now. Reload the page to try again.'
  return {
    tags: tags ?? {},
    users,
    shipping: isAvailable ? shipping : undefined,
    ...(isAvailable ? undefined : { notice }),
  }
}

const unavailable = Symbol('unavailable')

async function loadShipping({ engine, user, options, c }: DeskCall, quoteId: string) {
  try {
    return await unless(
      ['not_permitted', 'invalid_options'],
      engine.listShippingOptions(user, quoteId),
    )
  } catch (error) {
    if (!isQuoteError(error) || !providerErrors.has(error.code)) throw error
    reportError(options.onError, error, c.req.raw)
    return unavailable
  }
}

const providerErrors: ReadonlySet<QuoteErrorCode> = new Set([
  'shipping_failed',
  'shipping_invalid_response',
  'timeout',
])

/** Returns undefined instead of an error with one of these codes. */
async function unless<T>(
  codes: readonly QuoteErrorCode[],
  result: Promise<T>,
): Promise<T | undefined> {
  try {
    return await result
  } catch (error) {
    if (isQuoteError(error) && codes.includes(error.code)) return undefined
    throw error
  }
}
