import * as z from 'zod'
import { parseOrThrow } from '../../validation/field-errors.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import {
  type DocumentOptions,
  type DocumentSettings,
  parseDocumentOptions,
} from '../model/document-options.js'
import { xmlText } from './xml.js'

/** Who offers, or to whom it is offered. The fields are named as those of customers. */
export interface UblParty {
  /** The company. Without it, the party is the person `name`. */
  readonly company?: string | undefined
  /** The person: of a company, whom to contact. */
  readonly name?: string | undefined
  /** Street address. */
  readonly address?: string | undefined
  /** Second address line. */
  readonly 'address-2'?: string | undefined
  /** Postal code. */
  readonly zipcode?: string | undefined
  /** City or town. */
  readonly city?: string | undefined
  /** State or province. */
  readonly state?: string | undefined
  /** Country code of two letters. Any other string is written as the name of the country. */
  readonly country?: string | undefined
  /** Of the person. */
  readonly email?: string | undefined
  /** Of the person. */
  readonly phone?: string | undefined
  /** The number under which the party pays the tax of `taxScheme`: `DE123456789`. */
  readonly tax_id?: string | undefined
  /** The number in the register of companies. */
  readonly registration_id?: string | undefined
  /**
   * The electronic address in the network of the documents: `0192:991825827`, the code of the
   * scheme (four digits or two letters) before a colon, or any other address without one.
   */
  readonly endpoint?: string | undefined
}

/** Options of {@link createUblQuotation}. */
export interface UblQuotationOptions {
  /** Who offers: a `company` or a `name`, and whatever else the reader of the document needs. */
  readonly seller: UblParty
  /**
   * What is known of the buyer besides the customer of the quote, whose fields of these names are
   * taken. A field here replaces that of the customer.
   *
   * @default the customer of the quote
   */
  readonly buyer?: UblParty | undefined
  /**
   * The options that the quote is shown with by {@link createDocument}: the time zone of dates, the
   * currency of quotes that have none, the language of labels such as that of a discount, the own
   * fields that are shown, and the terms, which are notes of the document.
   *
   * @default the defaults of createDocument
   */
  readonly document?: DocumentOptions | undefined
  /**
   * Codes of your units by UN/ECE Recommendation 20, by the unit of the product.
   *
   * @default The codes of piece, pair, set, box, bottle, ream, pallet, hour, day and month, and of
   * usual abbreviations such as m, kg and l. Any other unit has the code ZZ, and its name as a
   * property.
   *
   * @example { roll: 'XRO' }
   */
  readonly units?: { readonly [unit: string]: string } | undefined
  /**
   * The code of the tax of the store by UN/ECE 5153, such as `VAT`, `GST` or `STT`.
   *
   * @default 'VAT'
   */
  readonly taxScheme?: string | undefined
  /** What the document conforms to besides UBL, if the network asks for it: `CustomizationID`. */
  readonly customizationId?: string | undefined
  /** The process that the document is a part of, if the network asks for it: `ProfileID`. */
  readonly profileId?: string | undefined
}

/** What a quotation is created with: options that have been checked. */
export interface UblSettings extends Omit<UblQuotationOptions, 'document' | 'taxScheme'> {
  readonly taxScheme: string
  readonly document: DocumentSettings
}

const text = z.string({ error: withReceived('must be a string') }).optional()
const notBlank = (expected: string) =>
  z
    .string({ error: withReceived(expected) })
    .refine((value) => xmlText(value) !== '', { error: withReceived(expected) })

const partyShape = {
  company: text,
  name: text,
  address: text,
  'address-2': text,
  zipcode: text,
  city: text,
  state: text,
  country: text,
  email: text,
  phone: text,
  tax_id: text,
  registration_id: text,
  endpoint: text,
} satisfies Record<keyof UblParty, z.ZodType>

/** The names of the fields of a party. */
export const partyFields = Object.keys(partyShape) as (keyof UblParty)[]

const party = z.strictObject(partyShape, {
  error: withReceived('must be an object, such as { company: "Stuhl & Tisch GmbH" }'),
})

const ublOptionsSchema = z.strictObject(
  {
    seller: party.refine(({ company = '', name = '' }) => xmlText(`${company}${name}`) !== '', {
      error: 'must have a company or a name',
    }),
    buyer: party.optional(),
    document: z.custom<DocumentOptions>().optional(),
    units: z
      .record(
        z.string(),
        z
          .string({ error: withReceived('must be a code of UN/ECE Recommendation 20') })
          .regex(/^[A-Z0-9]{1,3}$/, {
            error: withReceived('must be a code of UN/ECE Recommendation 20, such as MTR'),
          }),
        { error: withReceived('must be an object of codes by unit') },
      )
      .optional(),
    taxScheme: notBlank('must be a code of UN/ECE 5153, such as VAT').optional(),
    customizationId: notBlank('must be a string that is not blank').optional(),
    profileId: notBlank('must be a string that is not blank').optional(),
  } satisfies Record<keyof UblQuotationOptions, z.ZodType>,
  { error: withReceived('must be an object with seller') },
)

/**
 * Checks the options of a quotation.
 *
 * @throws QuoteError `invalid_options` with every option that is invalid or unknown
 */
export function parseUblOptions(options: UblQuotationOptions): UblSettings {
  const {
    taxScheme = 'VAT',
    document,
    ...parsed
  } = parseOrThrow(ublOptionsSchema, options, 'invalid_options')
  return { ...parsed, taxScheme, document: parseDocumentOptions(document) } as UblSettings
}
