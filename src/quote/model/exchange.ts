import * as z from 'zod'
import { isCurrency } from '../../money/currency.js'
import { describeValue } from '../../validation/describe-value.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject, withReceived } from '../../validation/schemas/scalars.js'
import { daySchema } from './follow-up.js'
import { maxNameLength, shortString } from './lifecycle-fields.js'

/** An exchange rate of a day. */
export interface ExchangeRate {
  /**
   * How many units of the target currency one unit of the source is: `'1.0842'`. A decimal string
   * above 0, with up to 12 digits before and after the point.
   */
  readonly rate: string
  /** The day of the rate, YYYY-MM-DD, from 2000-01-01 to 2099-12-31. */
  readonly date: string
  /** Where the rate is from, such as `ECB`. 1 to 255 characters. */
  readonly source: string
}

/** The rate at which a catalog has converted prices into the currency of a quote. */
export interface Exchange extends ExchangeRate {
  /** The currency that the prices were converted from: three capital letters. */
  readonly currency: string
}

/** A number would be rounded, and have an exponent if it is small. */
const rateError = ({ input }: { readonly input?: unknown }) => {
  const expected = "must be a decimal string above 0, such as '1.0842', with up to 12 digits"
  const remedy = typeof input === 'number' ? ': use rate.toFixed(6)' : ''
  return `${expected} before and after the point, received ${describeValue(input)}${remedy}`
}

/** Accepts the rate of a day. */
export const exchangeRateSchema = lazy(() =>
  z.strictObject(
    {
      rate: z
        .string({ error: rateError })
        .regex(/^(?=.*[1-9])(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?$/, { error: rateError }),
      date: daySchema,
      source: shortString(maxNameLength),
    },
    { error: withReceived('must be an object of rate, date and source') },
  ),
)

/** Accepts the code of a currency as it is stored. */
export const storedCurrency = lazy(() =>
  z
    .custom<string>(isCurrency, {
      error: withReceived('must be a currency of three capital letters'),
    })
    .meta({ type: 'string', pattern: '^[A-Z]{3}$' }),
)

/** Accepts an exchange as it is stored. */
export const exchangeSchema = lazy(() =>
  z.strictObject({ currency: storedCurrency(), ...exchangeRateSchema().shape }, mustBeObject),
)
