import type fc from 'fast-check'
import { QuoteError } from '../../errors.js'
import { hasMethods } from '../../validation/database-library.js'

/** The caller's copy of fast-check. */
export type FastCheck = typeof fc

/** @throws QuoteError `invalid_options` */
export function assertFastCheck(fc: unknown): asserts fc is FastCheck {
  if (hasMethods(fc, ['property', 'asyncProperty'])) return
  const message =
    "must be your copy of fast-check, as the first argument: import fc from 'fast-check'"
  throw new QuoteError('invalid_options', { errors: { fc: message } })
}
