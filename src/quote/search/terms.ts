import type { ProductId } from '../products/product-id.js'

// The terms by which quotes are stored and looked up. Each function serves both.

export function statusTerm(status: string): string {
  return `status:${status}`
}

export function tagTerm(name: string): string {
  return `tag:${name}`
}

/** Ignores the case of the e-mail address, and white space around it. */
export function customerTerm(email: string): string {
  return `customer:${email.trim().toLowerCase()}`
}

/** The number 118 and the string `'118'` are found alike. */
export function productTerm(id: ProductId): string {
  return `product:${id}`
}

export function ownerTerm(userId: string): string {
  return `owner:${userId}`
}

export function customerIdTerm(customerId: string): string {
  return `customer_id:${customerId}`
}

export function numberTerm(number: string): string {
  return `number:${number}`
}

// An offer has one of these terms while it stands, so that the status `expired`, which depends on
// the time, can be looked up.

/** The term of quotes that are sent and never expire. */
export const withoutExpiryTerm = 'offer:without_expiry'

/** The term of quotes that are sent and expire after their version was made, at some time. */
export const withExpiryTerm = 'offer:with_expiry'

/** The term of quotes that are sent and had expired when their version was made. */
export const expiredTerm = 'offer:expired'

/** The term of quotes that are sent and whose expiry has not been reported as an event. */
export const unreportedExpiryTerm = 'offer:unreported_expiry'
