import * as z from 'zod'
import { optionalPositiveInteger, withReceived } from '../validation/schemas/scalars.js'
import { toIsoTime } from '../validation/times.js'
import type { DeliveredEvent } from './event.js'

/** Options of the body that an event is sent with. */
export interface EventBodyOptions {
  /**
   * Whether the data has the quote as it was after the event: `public` without the fields for the
   * store only, `all` with them. Messages are never sent.
   *
   * @default 'public'
   */
  readonly quote?: 'none' | 'public' | 'all' | undefined
  /**
   * The form of the body: `{ type, timestamp, data }` as Standard Webhooks recommends, or a
   * CloudEvent in structured mode.
   *
   * @default 'standard'
   */
  readonly envelope?: 'standard' | 'cloudevents' | undefined
  /**
   * Leaves the quote out of a body that would be longer, in bytes. `data.quoteOmitted` is true
   * then.
   *
   * @default 1_048_576; 1_000_000 for JetStream, whose messages have headers
   */
  readonly maxBodyBytes?: number | undefined
}

/** The schemas of these options. */
export const eventBodyFields = {
  quote: z
    .enum(['none', 'public', 'all'], { error: withReceived("must be 'none', 'public' or 'all'") })
    .optional(),
  envelope: z
    .enum(['standard', 'cloudevents'], {
      error: withReceived("must be 'standard' or 'cloudevents'"),
    })
    .optional(),
  maxBodyBytes: optionalPositiveInteger,
} satisfies { readonly [Name in keyof Required<EventBodyOptions>]: z.ZodType }

/** A body as JSON. */
export interface EventBody {
  readonly text: string
  /** True if it contains a quote, so that it could be shorter. */
  readonly hasQuote: boolean
}

/** Returns the body of an event. Loads the quote if it is part of it. */
export async function createEventBody(
  event: DeliveredEvent,
  { quote = 'public', envelope, maxBodyBytes = 1_048_576 }: EventBodyOptions,
): Promise<EventBody> {
  const { id, type, time, load, loadPublic, ...facts } = event
  const timestamp = toIsoTime(time)
  const wrap = (data: object) =>
    JSON.stringify(
      envelope === 'cloudevents'
        ? {
            specversion: '1.0',
            id,
            source: `/stores/${encodeURIComponent(event.storeId)}`,
            type,
            time: timestamp,
            subject: event.quoteId,
            datacontenttype: 'application/json',
            data,
          }
        : { type, timestamp, data },
    )
  if (quote === 'none') return { text: wrap(facts), hasQuote: false }
  const value = quote === 'all' ? (await load())?.quote : await loadPublic()
  const text = wrap({ ...facts, quote: value ?? null })
  if (Buffer.byteLength(text) <= maxBodyBytes) return { text, hasQuote: value !== undefined }
  return { text: wrap({ ...facts, quote: null, quoteOmitted: true }), hasQuote: false }
}
