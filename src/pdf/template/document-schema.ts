import * as z from 'zod'
import {
  addressWindows,
  papers,
  type QuoteDocument,
  totalTypes,
} from '../../document/model/quote-document.js'
import { storedStrokes } from '../../quote/model/signature.js'
import { isLocale, validLocale } from '../../validation/locale.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import { logoError } from './logo-error.js'

const string = z.string({ error: withReceived('must be a string') })
const optional = string.optional()
const list = <T>(element: z.ZodType<T>) =>
  z.array(element, { error: withReceived('must be an array') })
const object = <T extends z.ZodRawShape>(shape: T) =>
  z.object(shape, { error: withReceived('must be an object') })

const facts = list(object({ label: string, value: string }))
const party = object({
  heading: string,
  lines: list(string),
  contacts: list(string).optional(),
  facts: facts.optional(),
})

const line = object({
  key: string,
  type: z.enum(['section', 'subtotal']).optional(),
  position: optional,
  name: string,
  sku: optional,
  description: optional,
  note: optional,
  components: list(
    object({ name: string, sku: optional, quantity: string, unitPrice: optional }),
  ).optional(),
  facts: facts.optional(),
  discount: optional,
  billing: optional,
  choice: optional,
  isLeftOut: z.literal(true).optional(),
  pageBreak: z.literal(true).optional(),
  quantity: string,
  listPrice: optional,
  unitPrice: optional,
  total: string,
  runningTotal: optional,
  steps: facts.optional(),
})

const total = object({
  type: z.enum(totalTypes, { error: withReceived(`must be one of ${totalTypes.join(', ')}`) }),
  label: string,
  amount: string,
})

const logo = object({
  url: string.superRefine((url, context) => {
    const message = logoError(url)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
  alt: string,
})

const language = string.refine(isLocale, {
  error: withReceived(`must be ${validLocale}`),
})

/** The dates that a PDF file can have: from the years 0 to 9999. */
const minTime = Date.UTC(0, 0, 1) - 1900 * 365.2425 * 86_400_000
const maxTime = Date.UTC(9999, 11, 31)
const date = z
  .int({ error: withReceived('must be a time in milliseconds since the Unix epoch') })
  .min(minTime, { error: withReceived('must be a time after the year 0') })
  .max(maxTime, { error: withReceived('must be a time before the year 10000') })

/** Accepts a document, and drops fields that it doesn't know, for example of a newer release. */
export const documentSchema = object({
  lang: language,
  dir: z.enum(['ltr', 'rtl'], { error: withReceived('must be ltr or rtl') }),
  title: string,
  heading: string,
  notice: optional,
  facts,
  seller: party.optional(),
  customer: party,
  shipTo: party.optional(),
  subject: optional,
  introduction: list(string).optional(),
  columns: object({
    position: optional,
    item: string,
    quantity: string,
    listPrice: optional,
    unitPrice: optional,
    total: string,
  }),
  lines: list(line),
  totals: list(total),
  taxNotice: optional,
  conditions: list(object({ heading: string, paragraphs: list(string) })).optional(),
  terms: list(string),
  qrCode: object({
    label: string,
    alt: string,
    url: string.regex(/^https?:\/\//i, { error: withReceived('must be a URL with https or http') }),
    rows: z
      .array(
        string.regex(/^[01]{21,177}$/, {
          error: withReceived('must be a row of 21 to 177 times 0 or 1'),
        }),
        {
          error: withReceived('must be an array'),
        },
      )
      .min(21, { error: 'must have at least 21 rows' })
      .max(177, { error: 'must have at most 177 rows' }),
  }).optional(),
  signatureLines: list(string).optional(),
  acceptance: object({
    heading: string,
    facts,
    signature: object({
      label: string,
      name: optional,
      strokes: storedStrokes().optional(),
    }).optional(),
  }).optional(),
  certificate: object({ heading: string, facts, notes: list(string) }).optional(),
  footer: optional,
  logo: logo.optional(),
  paper: z.enum(papers, { error: withReceived(`must be ${papers.join(' or ')}`) }).optional(),
  addressWindow: object({
    form: z.enum(addressWindows, {
      error: withReceived(`must be ${addressWindows.join(' or ')}`),
    }),
    returnLine: optional,
  }).optional(),
  color: string.regex(/^#[0-9a-f]{6}$/i, {
    error: withReceived('must be a color such as #1f3a5f'),
  }),
  labels: object({
    sku: string,
    terms: string,
    page: string,
    carriedForward: optional,
    broughtForward: optional,
  }),
  identity: object({
    number: optional,
    revision: z.int({ error: withReceived('must be an integer') }).optional(),
    seal: optional,
    date,
  }),
}) as unknown as z.ZodType<QuoteDocument>
