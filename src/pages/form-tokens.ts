import type { StoreContext } from '../engine/arguments.js'
import { createSignatures } from './signatures.js'

/** Tokens that prove that a form was shown to the user who sends it. */
export interface FormTokens {
  /** Returns a token for the forms of a user. `now` is in milliseconds since the Unix epoch. */
  create(user: StoreContext, now: number): string
  /** Returns true if the token is of this user and has not expired. */
  verify(user: StoreContext, token: string, now: number): boolean
}

/** One week, so that a form that was left open over the weekend can still be sent. */
const lifetimeMs = 7 * 86_400_000

/**
 * Creates tokens that need no session: the user and the expiry are part of what is signed. Users
 * of a store without an `actor` share the tokens of their role.
 */
export function formTokens(secrets: readonly string[]): FormTokens {
  const signatures = createSignatures(secrets, 'form token')
  const signed = ({ storeId, actor, role }: StoreContext, expires: string) =>
    JSON.stringify([storeId, actor ?? '', role ?? '', expires])
  return {
    create(user, now) {
      const expires = String(now + lifetimeMs)
      return `${expires}.${signatures.sign(signed(user, expires))}`
    },
    verify(user, token, now) {
      const [expires = '', signature = ''] = token.split('.')
      return signatures.verify(signed(user, expires), signature) && Number(expires) > now
    },
  }
}
