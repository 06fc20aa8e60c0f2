import type { CallOptions } from '../engine/arguments.js'
import { isQuoteError } from '../errors.js'
import {
  type DeliveryType,
  maxDetailLength,
  maxNameLength,
} from '../quote/model/lifecycle-fields.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { parseReference } from './reference.js'

/** What a mail provider says of a mail. */
export interface MailDelivery {
  /** What happened. */
  readonly type: DeliveryType
  /**
   * When it happened, in milliseconds since the Unix epoch. With the time of the provider, a report
   * that comes again is recorded once.
   *
   * @default The time of the engine.
   */
  readonly time?: number | undefined
  /** To whom. Cut to 255 characters. */
  readonly recipient?: string | undefined
  /** Why, in the words of the provider. Cut to 500 characters. */
  readonly detail?: string | undefined
}

/**
 * Records what became of a mail with `recordDelivery` of the engine: for the webhook of a mail
 * provider. Verify its signature first, as a reference is no secret. Strings that are too long are
 * cut, and characters that cannot be stored are replaced.
 *
 * @param reference The `reference` of the mail, which you have given to the provider.
 * @returns false if nothing was recorded: it is no reference, or its quote was deleted, erased or
 * never sent
 * @throws QuoteError as `recordDelivery`; its caller has the role `system` and the actor `mail`
 *
 * @example
 * const { metadata, type, at, email, description } = webhook.body
 * await recordMailDelivery(engine, metadata.reference, {
 *   type: type === 'HardBounce' ? 'bounced' : 'deferred',
 *   time: Date.parse(at),
 *   recipient: email,
 *   detail: description,
 * })
 */
export async function recordMailDelivery(
  engine: Pick<QuoteEngine, 'recordDelivery'>,
  reference: string,
  { type, time, recipient, detail }: MailDelivery,
  options: CallOptions = {},
): Promise<boolean> {
  const { storeId, quoteId, revision } = parseReference(reference) ?? {}
  if (storeId === undefined || quoteId === undefined || revision === undefined) return false
  const report = {
    type,
    time,
    revision,
    recipient: toStorable(recipient, maxNameLength),
    detail: toStorable(detail, maxDetailLength),
  }
  try {
    await engine.recordDelivery(mailContext(storeId), quoteId, report, options)
    return true
  } catch (error) {
    if (isQuoteError(error) && error.code === 'quote_not_found') return false
    throw error
  }
}

/** The caller of the engine, as its option `permit` sees it. */
export function mailContext(storeId: string) {
  return { storeId, role: 'system', actor: 'mail' } as const
}

function toStorable(value: string | undefined, maxLength: number): string | undefined {
  const cut = (value ?? '').slice(0, maxLength).toWellFormed().replaceAll('\0', ' ').trim()
  return cut === '' ? undefined : cut
}
