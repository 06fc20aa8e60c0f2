import { createHash } from 'node:crypto'
import { reportError } from '../../http/report-error.js'
import { callHost } from '../../pages/host-function.js'
import type { CustomerEvent } from '../options.js'
import type { PageCall } from '../page-call.js'
import { isClientError, isNotPermitted, type Offer } from './load-offer.js'

/** Tells the host what a customer has done. What goes wrong there never changes the page. */
export async function reportEvent({ options, c }: PageCall, event: CustomerEvent): Promise<void> {
  try {
    await callHost(options, 'notify', () => options.notify?.(event))
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
  }
}

/** Records that a revision was opened, once, however often the page is loaded. */
export async function recordOpened(call: PageCall, { current, shown }: Offer): Promise<void> {
  const { engine, buyer, link, options, c } = call
  const { revision = 0 } = shown.quote
  const isOpened = current.quote.delivery?.some(
    (fact) => fact.type === 'opened' && fact.revision === revision,
  )
  if (isOpened) return
  try {
    const idempotencyKey = getKey([link.quoteId, 'opened', revision])
    const report = { type: 'opened', revision } as const
    const system = { ...buyer, role: 'system' } as const
    const record = await engine.recordDelivery(system, link.quoteId, report, { idempotencyKey })
    await reportEvent(call, { type: 'opened', record })
  } catch (error) {
    // A quote that is deleted meanwhile is no error of the host, but a `permit` without this is.
    if (isClientError(error) && !isNotPermitted(error)) return
    reportError(options.onError, error, c.req.raw)
  }
}

/** Returns an idempotency key of any values. */
export function getKey(values: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('base64url')
  return `customer-page ${hash}`
}
