import * as z from 'zod'
import { isCurrency } from '../../money/currency.js'
import { lazy } from '../../validation/lazy.js'
import { listSchema } from '../../validation/schemas/list-schema.js'
import {
  mustBeObject,
  requiredObject,
  requiredOr,
  withReceived,
} from '../../validation/schemas/scalars.js'
import { lineKey } from '../lines/line-request.js'
import { copyReadOnlyLines, copyReadOnlyScalar } from '../lines/read-only-fields.js'
import { maxNameLength, shortString, textSchema } from '../model/lifecycle-fields.js'
import {
  isPaymentDue,
  maxPaymentDays,
  maxPaymentParts,
  type PaymentEvent,
  type PaymentPartType,
  paymentDuePattern,
  paymentPartTypes,
} from '../model/payment-fields.js'
import type { RequestLimits } from '../model/policy.js'
import {
  type ChargeType,
  chargeKeySchema,
  chargeTypes,
  type DiscountTarget,
  type DiscountType,
  discountTypes,
} from '../model/pricing-fields.js'
import { parsePrice } from '../model/product-fields.js'
import { textFields } from '../model/text-fields.js'

/** A discount of a quote. */
export interface DiscountRequest {
  /**
   * `percent` of what is left of its lines; a fixed `amount`, at most what is left of them; or what
   * they are to cost together, the `target`.
   */
  readonly type: DiscountType
  /** A percent from 0 to 100 with up to four decimals, or an amount in the quote's currency. */
  readonly value: number | string
  /** The name that the customer sees: 1 to 255 characters. */
  readonly label?: string | undefined
  /**
   * What it is taken off: the lines, `shipping`, or `all`, which is both.
   *
   * @default 'lines'
   */
  readonly on?: DiscountTarget | undefined
  /**
   * The keys of the lines that it is for. In a new quote, the line at position n has the key
   * `1-n`, counted from 1.
   *
   * @default All lines; of an amount or a target, those that do not recur.
   */
  readonly lines?: readonly string[] | undefined
  /** Computed; accepted as it is stored. */
  readonly amount?: string | undefined
  /** Computed; accepted as it is stored. */
  readonly shares?: Readonly<Record<string, string>> | undefined
  /** Computed; accepted as it is stored. */
  readonly residue?: string | undefined
}

/** What a quote costs besides its lines and shipping, such as a deposit or a disposal fee. */
export interface ChargeRequest {
  /** The key of a charge that the quote has. Absent or null for a new one. */
  readonly key?: string | null | undefined
  /** The name that the customer sees: 1 to 255 characters. */
  readonly label: string
  /**
   * `percent` of what its lines cost after all discounts; a fixed `amount`; or `unit`, an amount
   * for each piece of its lines.
   */
  readonly type: ChargeType
  /** A percent from 0 to 1000 with up to four decimals, or an amount in the quote's currency. */
  readonly value: number | string
  /**
   * The keys of the lines that it is for, as those of a discount.
   *
   * @default All lines; of an amount, those that do not recur.
   */
  readonly lines?: readonly string[] | undefined
  /**
   * The code by which a tax provider knows the charge: 1 to 255 characters.
   *
   * @default None: it is taxed with its lines.
   */
  readonly tax_code?: string | undefined
  /** Computed; accepted as it is stored. */
  readonly amount?: string | undefined
  /** Computed; accepted as it is stored. */
  readonly shares?: Readonly<Record<string, string>> | undefined
}

/** A part of a payment plan. */
export interface PaymentPartRequest {
  /** The name that the customer sees: 1 to 255 characters. */
  readonly label: string
  /**
   * `percent` of what is charged once; a fixed `amount`; or `rest`, what the others leave, which
   * exactly one part is.
   */
  readonly type: PaymentPartType
  /**
   * A percent above 0 with up to four decimals, of which all are at most 100; or an amount above 0
   * in the quote's currency. Not for the rest.
   */
  readonly value?: number | string | null | undefined
  /** When it is due: after the `acceptance`, `order` or `delivery`, or on a day, YYYY-MM-DD. */
  readonly due: PaymentEvent | (string & {})
  /**
   * The number of days after the event, 1 to 3,650.
   *
   * @default None: it is due at once.
   */
  readonly days?: number | null | undefined
  /** Computed; accepted as it is stored. */
  readonly amount?: string | undefined
}

/** Shipping to choose. */
export interface ShippingChoice {
  /**
   * The `type` of an option of the shipping provider, whose price is then frozen; `custom` for a
   * charge of your own; `no_additional` for none.
   */
  readonly type: string
  /** The charge, for `custom`. What is stored is accepted as well. */
  readonly product?:
    | {
        /** The name that the customer sees: 1 to 255 characters. */
        readonly name: string
        /** 0 or more, in the quote's currency. */
        readonly price: number | string
        /** The code by which a tax provider knows the charge: 1 to 255 characters. */
        readonly tax_code?: string | undefined
      }
    | null
    | undefined
  /** Accepted as it is stored. Leave it out to choose. */
  readonly stale?: true | undefined
}

/** Accepts the code of a currency. */
export const currencySchema = lazy(() =>
  z
    .custom<string>(isCurrency, {
      error: withReceived('must be a currency of three capital letters, such as EUR'),
    })
    .meta({ type: 'string', pattern: '^[A-Z]{3}$' }),
)

const amountJsonSchema = [
  { type: 'number', minimum: 0 },
  { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
]
const amount = lazy(() =>
  z
    .custom<number | string>((value) => parsePrice(value) !== undefined, {
      error: requiredOr('must be an amount from 0 to 100000000000 with up to four decimals'),
    })
    .meta({ anyOf: amountJsonSchema }),
)

/** Exceeds the share of a line with its key, in characters. */
const maxShareSize = 100

/** Creates the schema of the discounts of a quote. */
export function discountsSchema(limits: RequestLimits) {
  const { maxDiscounts } = limits
  const computed = z.unknown().transform((value) => copyReadOnlyLines(value, maxShareSize, limits))
  const computedScalar = z.unknown().transform(copyReadOnlyScalar)
  const discount = z.strictObject(
    {
      type: z.enum(discountTypes, { error: requiredOr('must be percent, amount or target') }),
      value: amount(),
      label: shortString(maxNameLength).optional(),
      on: z
        .enum(['lines', 'shipping', 'all'], { error: 'must be lines, shipping or all' })
        .optional(),
      lines: chosenLinesSchema(limits).optional(),
      amount: computedScalar.meta({ type: 'string', description: sentBack }).optional(),
      shares: computed.meta({ type: 'object', description: sentBack }).optional(),
      residue: computedScalar.meta({ type: 'string', description: sentBack }).optional(),
    },
    requiredObject,
  )
  return listSchema(
    discount as unknown as z.ZodType<DiscountRequest>,
    { error: 'must be an array or null' },
    { max: [maxDiscounts, `must have at most ${maxDiscounts} discounts`] },
  )
}

/** Creates the schema of the charges of a quote. */
export function chargesSchema(limits: RequestLimits) {
  const { maxCharges } = limits
  const computed = z.unknown().transform((value) => copyReadOnlyLines(value, maxShareSize, limits))
  const charge = z.strictObject(
    {
      key: chargeKeySchema().nullish(),
      label: shortString(maxNameLength),
      type: z.enum(chargeTypes, { error: requiredOr('must be percent, amount or unit') }),
      value: amount(),
      lines: chosenLinesSchema(limits).optional(),
      tax_code: shortString(textFields.tax_code.maxLength).optional(),
      amount: z
        .unknown()
        .transform(copyReadOnlyScalar)
        .meta({ type: 'string', description: sentBack })
        .optional(),
      shares: computed.meta({ type: 'object', description: sentBack }).optional(),
    },
    requiredObject,
  )
  return listSchema(
    charge as unknown as z.ZodType<ChargeRequest>,
    { error: 'must be an array or null' },
    { max: [maxCharges, `must have at most ${maxCharges} charges`] },
  )
}

/** Accepts a percentage or an amount of a payment plan. */
const partValue = lazy(() =>
  z
    .custom<number | string>((value) => Number(parsePrice(value) ?? 0) > 0, {
      error: 'must be a percent or an amount above 0 with up to four decimals',
    })
    .meta({ anyOf: amountJsonSchema }),
)

/** Accepts the payment plan of a quote. */
export const paymentPlanSchema = lazy(() => {
  const daysError = withReceived(`must be an integer from 1 to ${maxPaymentDays}, or absent`)
  const part = z.strictObject(
    {
      label: textSchema(maxNameLength),
      type: z.enum(paymentPartTypes, { error: requiredOr('must be percent, amount or rest') }),
      value: partValue().nullish(),
      due: z
        .custom<string>(isPaymentDue, {
          error: requiredOr('must be acceptance, order, delivery, or a day such as 2026-12-31'),
        })
        .meta({ type: 'string', pattern: paymentDuePattern }),
      days: z
        .int({ error: daysError })
        .min(1, { error: daysError })
        .max(maxPaymentDays, { error: daysError })
        .nullish(),
      amount: z
        .unknown()
        .transform(copyReadOnlyScalar)
        .meta({ type: 'string', description: sentBack })
        .optional(),
    },
    requiredObject,
  )
  return listSchema(
    part as unknown as z.ZodType<PaymentPartRequest>,
    { error: 'must be an array or null' },
    { max: [maxPaymentParts, `must have at most ${maxPaymentParts} parts`] },
  )
})

function chosenLinesSchema({ maxLines }: RequestLimits) {
  return listSchema(
    lineKey(),
    { error: 'must be an array' },
    {
      min: [1, 'must have at least one line key; leave it out for all lines'],
      max: [maxLines, `must have at most ${maxLines} line keys`],
    },
  )
}

const sentBack = 'Accepted as it is stored'
const maxTypeLength = 64

/** Accepts the shipping of a quote. */
export const shippingSchema = lazy(
  (): z.ZodType<ShippingChoice> =>
    z.strictObject(
      {
        type: shortString(maxTypeLength),
        product: z
          .strictObject(
            {
              name: shortString(maxNameLength),
              price: amount(),
              tax_code: shortString(textFields.tax_code.maxLength).optional(),
            },
            { error: 'must be an object or null' },
          )
          .nullish(),
        stale: z.literal(true, { error: 'must be absent, or true as it is stored' }).optional(),
      },
      mustBeObject,
    ),
)
