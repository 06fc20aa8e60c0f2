import * as z from 'zod'
import { type Amount, isGreaterThan, isNegative, parseAmount } from '../money/amount.js'
import { describeValue } from '../validation/describe-value.js'
import { isStringUpTo } from '../validation/identifiers.js'
import { lazy } from '../validation/lazy.js'
import { listSchema } from '../validation/schemas/list-schema.js'
import { withReceived } from '../validation/schemas/scalars.js'

/** A row of a {@link taxTable}: a rate, and what it applies to. */
export interface TaxTableRate {
  /** The name that the customer sees, such as `VAT 19 %`. */
  readonly name: string
  /**
   * Percent from 0 to 1000, with up to four decimals: 19 is 19 %. A rate below 1 % is a string,
   * such as `'0.5'`, because a number such as 0.19 is most often 19 % in another notation.
   */
  readonly rate: number | string
  /**
   * Which tax it is a rate of. The rates of one tax replace each other: of those that apply to a
   * line, only the most specific one counts. Different taxes add up, such as those of a state and
   * of a city.
   *
   * Required if the rows have several names, because either would be a wrong bill.
   *
   * @default All rows are rates of one tax, if they have one name.
   */
  readonly tax?: string | undefined
  /**
   * The country code of the customer, in any case: ISO 3166-1.
   *
   * @default Every country.
   */
  readonly country?: string | undefined
  /**
   * The state of the customer in `country`: its code or its full name, in any case.
   *
   * @default Every state.
   */
  readonly state?: string | undefined
  /**
   * The first characters of the customer's postal code in `country`, in any case. Spaces and
   * hyphens don't count.
   *
   * @default Every postal code.
   */
  readonly zipcode?: string | undefined
  /**
   * The tax code of the line, or several.
   *
   * @default Every line, unless another row of this tax that applies names its tax code.
   */
  readonly taxCode?: string | readonly string[] | undefined
  /**
   * True if the row applies to the shipping charge as well; `proportional` if it applies to the
   * part of the charge that belongs to its lines, in proportion to what they cost.
   *
   * @default false
   */
  readonly shipping?: boolean | 'proportional' | undefined
  /**
   * True if it is a tax of the price with the taxes that are not compound, and the compound ones
   * before it in the table.
   *
   * @default false
   */
  readonly compound?: boolean | undefined
  /**
   * True if it is added to prices that include the other taxes. See `pricing.pricesIncludeTax`.
   *
   * @default false
   */
  readonly added?: boolean | undefined
  /**
   * True if the customer withholds it from what is paid: a percentage below 100 of the price
   * without taxes.
   *
   * @default false
   */
  readonly withheld?: boolean | undefined
}

/** Percent, in the units of an amount: ten-thousandths. */
const maxRate = parseAmount(1000) as Amount
const wholePercent = parseAmount(100) as Amount

const string255 = lazy(() =>
  z.custom<string>((value) => isStringUpTo(value, 255) && value.trim() !== '', {
    error: withReceived('must be a string of 1 to 255 characters'),
  }),
)

const rate = lazy(() =>
  z.custom<number | string>(
    (value) => {
      const amount = parseAmount(value)
      return amount !== undefined && !isNegative(amount) && !isGreaterThan(amount, maxRate)
    },
    { error: withReceived('must be a percentage from 0 to 1000 with up to four decimals') },
  ),
)

/** 19 % is often kept as 0.19, and then every tax would be a hundredth. */
const likelyPercent = lazy(() =>
  rate().refine((value) => typeof value === 'string' || !(value > 0 && value < 1), {
    error: ({ input }) =>
      'must be a percentage: 19 for 19 %. Write a rate below 1 % as a string such as ' +
      `'0.5', received ${describeValue(input)}`,
  }),
)

const taxCodes = lazy(() =>
  listSchema(
    string255(),
    { error: withReceived('must be a tax code or an array of tax codes') },
    { min: [1, 'must have at least one tax code'] },
  ),
)

const zipcode = lazy(() =>
  string255().refine((value) => /[^\s-]/.test(value), {
    error: withReceived('must have a letter or a digit'),
  }),
)

/** Accepts a place in a tax table. */
export const placeSchema = lazy(() =>
  z.strictObject(
    {
      country: string255().optional(),
      state: string255().optional(),
      zipcode: zipcode().optional(),
    },
    { error: withReceived('must be an object with country, state and zipcode') },
  ),
)

/** Returns the schemas of what a rate is besides a tax of the price. */
function kinds() {
  const kind = z.boolean({ error: withReceived('must be true or false') }).optional()
  return { compound: kind, added: kind, withheld: kind }
}

/** Accepts a row of a tax table. */
export const rateSchema = lazy(() =>
  z
    .strictObject(
      {
        name: string255(),
        rate: likelyPercent(),
        tax: string255().optional(),
        ...placeSchema().shape,
        taxCode: z
          .preprocess((value) => (typeof value === 'string' ? [value] : value), taxCodes())
          .optional(),
        shipping: z
          .union([z.boolean(), z.literal('proportional')], {
            error: withReceived('must be true, false or proportional'),
          })
          .optional(),
        ...kinds(),
      },
      { error: withReceived('must be a tax rate') },
    )
    .superRefine(({ withheld, compound, added, rate: percent }, context) => {
      if (withheld !== true) return
      const add = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (compound === true || added === true) add('withheld', 'excludes compound and added')
      if (!isGreaterThan(wholePercent, parseAmount(percent) as Amount))
        add('rate', 'must be below 100, as it is withheld from the price')
    })
    .superRefine(({ country, state, zipcode: code }, context) => {
      if (country !== undefined) return
      const message = 'needs the country, because other countries have the same ones'
      if (state !== undefined) context.addIssue({ code: 'custom', path: ['state'], message })
      if (code !== undefined) context.addIssue({ code: 'custom', path: ['zipcode'], message })
    }),
)

/** A row of a tax table that was parsed. */
export type ParsedRate = z.infer<ReturnType<typeof rateSchema>>
