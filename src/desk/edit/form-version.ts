import { QuoteError } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import type { QuoteRecord } from '../../quote/quote.js'
import type { DeskCall } from '../desk-call.js'

/** Returns a version of a quote that a form names. */
export async function recordAt(
  { engine, user }: DeskCall,
  current: QuoteRecord,
  version: number,
): Promise<QuoteRecord> {
  if (version === current.version) return current
  return engine.getQuote(user, current.quoteId, { version })
}

/** @throws QuoteError `invalid_request` if the form has no version */
export function getVersion(form: Form, name: string): number {
  const value = form.get(name)
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
  const errors = { [name]: 'must be the version that the form was shown with; reload the page' }
  throw new QuoteError('invalid_request', { errors })
}
