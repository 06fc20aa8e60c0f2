import { QuoteError } from '../errors.js'
import { baseUrl, id, prefix, secretList } from '../pages/option-schemas.js'
import { createSignatures } from '../pages/signatures.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { describeKind } from '../validation/describe-value.js'
import { isValidId, validId } from '../validation/identifiers.js'
import { appOptionsSchema, checkOptions } from '../validation/schemas/app-options.js'
import { withReceived } from '../validation/schemas/scalars.js'
import { maxTime } from '../validation/times.js'

/** What a link names: one revision of one quote, until a time. */
export interface CustomerLink {
  /** The store of the quote. */
  readonly storeId: string
  /** The quote. */
  readonly quoteId: string
  /** The revision that was sent with the link. */
  readonly revision: number
  /**
   * When the link expires, in milliseconds since the Unix epoch. The offer has its own expiry.
   *
   * @default The link does not expire.
   */
  readonly expires?: number | undefined
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Writes a link with characters that URLs keep as they are. A digit or letter is the last. */
export function encodeLink({ storeId, quoteId, revision, expires = 0 }: CustomerLink): string {
  const parts = [encodeId(quoteId), toBase64(storeId), expires.toString(36), revision.toString(36)]
  return parts.join('.')
}

/** Reads what `encodeLink` has written. The signature is checked before. */
export function decodeLink(encoded: string): CustomerLink {
  const [id = '', store = '', expiry = '', revision = ''] = encoded.split('.')
  const expires = Number.parseInt(expiry, 36)
  return {
    storeId: fromBase64(store),
    quoteId: decodeId(id),
    revision: Number.parseInt(revision, 36),
    ...(expires === 0 ? undefined : { expires }),
  }
}

/** Other ids than UUIDs begin with an underscore, and can be as long as one. */
function encodeId(quoteId: string): string {
  if (!uuid.test(quoteId)) return `_${toBase64(quoteId)}`
  return `-${Buffer.from(quoteId.replaceAll('-', ''), 'hex').toString('base64url')}`
}

function decodeId(id: string): string {
  if (id.startsWith('_')) return fromBase64(id.slice(1))
  const digits = Buffer.from(id.slice(1), 'base64url').toString('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString()
}

import * as z from 'zod'

/** Options of `customerLinks`. `createCustomerPage` takes the first four as well. */
export interface CustomerLinksOptions {
  /**
   * Secrets of at least 32 characters each. The first one signs, and all are accepted, so they can
   * be rotated. A link stops working when its secret is removed.
   */
  readonly secrets: readonly string[]
  /** What stands before `prefix`: the origin, as in `https://shop.example`, and a path. */
  readonly baseUrl: string
  /**
   * The path of the pages: empty, or a path such as `/sales/quote`.
   *
   * @default '/quote'
   */
  readonly prefix?: string | undefined
  /**
   * The only store for whose offers links are created and read. Set it if your stores have
   * addresses of their own, so that none of them serves the offers of another.
   *
   * @default All stores.
   */
  readonly storeId?: string | undefined
  /**
   * How long a link is valid after its offer has expired, in milliseconds; after it was sent, if
   * the offer does not expire. With 0, a link expires with its offer, or never.
   *
   * @default 90 days after the offer has expired. The link of an offer that does not expire does
   * not expire either.
   */
  readonly ttlMs?: number | undefined
}

/** Creates the links to offers, and reads them. */
export interface CustomerLinks {
  /**
   * Returns the address of the page of the current revision of a quote, or of what is named. The
   * same arguments always give the same address. Who has it can read and accept the offer.
   *
   * @throws QuoteError `invalid_request` if the quote was never sent, or a field is invalid
   */
  createUrl(offer: QuoteRecord | CustomerLink): string
  /**
   * Returns what an address, its path or its last part names; undefined unless it was signed with
   * one of the secrets, is of the option `storeId` if that is set, and has not expired.
   *
   * @param now Milliseconds since the Unix epoch; the current time by default.
   */
  parse(address: string, now?: number): CustomerLink | undefined
}

const linksOptionsSchema = appOptionsSchema<CustomerLinksOptions>({
  secrets: secretList,
  baseUrl,
  prefix,
  storeId: id.optional(),
  ttlMs: z
    .custom<number>((value) => Number.isSafeInteger(value) && (value as number) >= 0, {
      error: withReceived('must be an integer of at least 0, in milliseconds'),
    })
    .optional(),
})

const dayMs = 86_400_000
const defaultTtlMs = 90 * dayMs
export const defaultPrefix = '/quote'

/**
 * Creates the links on which customers read and accept offers. Each is signed with HMAC-SHA-256, so
 * it can be neither guessed nor changed, and nothing has to be stored.
 *
 * @throws QuoteError `invalid_options` with every option that is missing, invalid or unknown
 *
 * @example
 * const links = customerLinks({ secrets: [process.env.LINK_SECRET], baseUrl: 'https://shop.example' })
 * const record = await engine.sendQuote(seller, quoteId, { expires: '2026-12-31' })
 * await mail(record.quote.customer.email, links.createUrl(record))
 */
export function customerLinks(options: CustomerLinksOptions): CustomerLinks {
  checkOptions(linksOptionsSchema, options)
  const { secrets, baseUrl, prefix = defaultPrefix, storeId, ttlMs } = options
  const { sign, verify } = createSignatures(secrets, 'customer link')
  return {
    createUrl(offer) {
      const link = 'quote' in Object(offer) ? getLink(offer as QuoteRecord, ttlMs) : offer
      checkLink(link as CustomerLink, storeId)
      const encoded = encodeLink(link as CustomerLink)
      return `${baseUrl}${prefix}/${sign(encoded)}.${encoded}`
    },
    parse(address, now = Date.now()) {
      const token = toToken(address)
      const end = token.indexOf('.')
      const encoded = token.slice(end + 1)
      // Whatever was sent is signed first, so that all invalid links take the same path.
      if (!verify(encoded, token.slice(0, Math.max(end, 0)))) return undefined
      const link = decodeLink(encoded)
      if (storeId !== undefined && link.storeId !== storeId) return undefined
      return link.expires !== undefined && link.expires <= now ? undefined : link
    },
  }
}

/** Returns the last part of a path, without query and fragment. */
function toToken(address: string): string {
  const [path = ''] = (typeof address === 'string' ? address : '').split(/[?#]/, 1)
  return path.slice(path.lastIndexOf('/') + 1)
}

function getLink(
  { storeId, quoteId, quote }: QuoteRecord,
  ttlMs: number | undefined,
): CustomerLink {
  const { revision = 0, sent = 0, expires } = quote
  if (expires !== undefined)
    return { storeId, quoteId, revision, expires: capped(expires + (ttlMs ?? defaultTtlMs)) }
  if (ttlMs === undefined || ttlMs === 0) return { storeId, quoteId, revision }
  return { storeId, quoteId, revision, expires: capped(sent + ttlMs) }
}

function capped(time: number): number {
  return Math.min(time, maxTime)
}

/** @throws QuoteError `invalid_request` */
function checkLink(link: CustomerLink, onlyStoreId: string | undefined): void {
  if (typeof link !== 'object' || link === null) {
    const expected = 'must be the record of a quote that was sent, as sendQuote returns it'
    const message = `${expected}, or { storeId, quoteId, revision }, received ${describeKind(link)}`
    throw new QuoteError('invalid_request', { errors: { '': message } })
  }
  const { storeId, quoteId, revision, expires = 1 } = Object(link) as CustomerLink
  const isCount = (value: unknown, max: number) =>
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max
  const rules: readonly (readonly [field: string, isValid: boolean, message: string])[] = [
    ['storeId', isValidId(storeId), `must be ${validId}`],
    [
      'storeId',
      onlyStoreId === undefined || storeId === onlyStoreId,
      'must be the option storeId of customerLinks',
    ],
    ['quoteId', isValidId(quoteId), `must be ${validId}`],
    ['revision', isCount(revision, Number.MAX_SAFE_INTEGER), 'must be a revision that was sent'],
    ['expires', isCount(expires, maxTime), 'must be a time in milliseconds'],
  ]
  const failed = rules.filter(([, isValid]) => !isValid)
  if (failed.length === 0) return
  const errors = Object.fromEntries(failed.map(([field, , message]) => [field, message]))
  throw new QuoteError('invalid_request', { errors })
}
