import { z } from 'zod'
import { readOrRefuse } from '../quote/faults.js'
import { isStorableName } from '../quote/text.js'

/** For whom a call is made. Reaches the storage as it is, so take `storeId` from your own authentication, never from a request. */
export interface StoreContext {
  /** 1 to 255 characters. */
  readonly storeId: string
  /** Who is acting, 1 to 255 characters. */
  readonly actor?: string | undefined
}

const name = z.custom<string>(isStorableName, {
  error: 'must be a text of 1 to 255 characters, without NUL or lone surrogates',
})

const contextSchema = z.object(
  { storeId: name, actor: name.optional() },
  { error: 'must be an object with a storeId' },
)

/** @throws QuoteError `invalid_context` */
export function readContext(context: StoreContext): StoreContext {
  return readOrRefuse(contextSchema, context, 'invalid_context')
}

/** What a caller may say of one command. */
export interface UpdateOptions {
  /** The version that the caller has seen: the update is made on it or not at all, and is never retried. */
  readonly expectedVersion?: number | undefined
}

const version = 'must be an integer of at least 1'

const updateOptionsSchema = z.strictObject(
  { expectedVersion: z.int({ error: version }).min(1, { error: version }).optional() },
  { error: 'must be an object' },
)

/** @throws QuoteError `invalid_options` */
export function readUpdateOptions(options: UpdateOptions | undefined): UpdateOptions {
  return readOrRefuse(updateOptionsSchema, options ?? {}, 'invalid_options')
}
