import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import type { Quote } from '../../quote/model/quote.js'
import { describeKind, describeValue } from '../../validation/describe-value.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isPlainObject } from '../../validation/json-value.js'
import { lazy } from '../../validation/lazy.js'
import { withReceived } from '../../validation/schemas/scalars.js'
import { contactPerson } from './contact.js'
import { documentColor, documentLogo, type TransformDocument } from './document-options.js'
import {
  addressWindows,
  type DocumentAddressWindow,
  type DocumentColumns,
  type DocumentComponent,
  type DocumentLabels,
  type DocumentLine,
  type DocumentParty,
  type DocumentQrCode,
  type DocumentTotal,
  papers,
  type QuoteDocument,
  totalTypes,
} from './quote-document.js'

/** A schema for each field, so that none is forgotten. */
type Shape<Part> = { readonly [Name in keyof Required<Part>]: z.ZodType }

const documentSchema = lazy(() => {
  const text = z.string({ error: withReceived('must be a string') })
  const strings = z.array(text)
  const facts = z.array(z.strictObject({ label: text, value: text }))
  const section = { heading: text, facts }
  const party = z.strictObject({
    heading: text,
    lines: strings,
    contacts: strings.optional(),
    facts: facts.optional(),
  } satisfies Shape<DocumentParty>)
  return z.strictObject({
    lang: text,
    dir: z.enum(['ltr', 'rtl']),
    title: text,
    heading: text,
    notice: text.optional(),
    facts,
    seller: party.optional(),
    contact: contactPerson.optional(),
    customer: party,
    shipTo: party.optional(),
    subject: text.optional(),
    introduction: strings.optional(),
    columns: z.strictObject({
      position: text.optional(),
      item: text,
      quantity: text,
      listPrice: text.optional(),
      unitPrice: text.optional(),
      total: text,
    } satisfies Shape<DocumentColumns>),
    lines: z.array(
      z.strictObject({
        key: text,
        type: z.enum(['section', 'subtotal']).optional(),
        position: text.optional(),
        name: text,
        sku: text.optional(),
        description: text.optional(),
        note: text.optional(),
        components: z
          .array(
            z.strictObject({
              name: text,
              sku: text.optional(),
              quantity: text,
              unitPrice: text.optional(),
            } satisfies Shape<DocumentComponent>),
          )
          .optional(),
        facts: facts.optional(),
        billing: text.optional(),
        choice: text.optional(),
        isLeftOut: z.literal(true).optional(),
        pageBreak: z.literal(true).optional(),
        quantity: text,
        discount: text.optional(),
        listPrice: text.optional(),
        unitPrice: text.optional(),
        total: text,
        runningTotal: text.optional(),
        steps: facts.optional(),
      } satisfies Shape<DocumentLine>),
    ),
    totals: z.array(
      z.strictObject({
        type: z.enum(totalTypes),
        label: text,
        amount: text,
      } satisfies Shape<DocumentTotal>),
    ),
    taxNotice: text.optional(),
    conditions: z.array(z.strictObject({ heading: text, paragraphs: strings })).optional(),
    terms: strings,
    qrCode: z
      .strictObject({
        label: text,
        alt: text,
        url: text,
        rows: strings,
      } satisfies Shape<DocumentQrCode>)
      .optional(),
    signatureLines: strings.optional(),
    acceptance: z
      .strictObject({
        ...section,
        signature: z
          .strictObject({
            label: text,
            name: text.optional(),
            strokes: z.array(z.array(z.number())).optional(),
          })
          .optional(),
      })
      .optional(),
    certificate: z.strictObject({ ...section, notes: strings }).optional(),
    footer: text.optional(),
    logo: documentLogo.optional(),
    paper: z.enum(papers).optional(),
    addressWindow: z
      .strictObject({
        form: z.enum(addressWindows),
        returnLine: text.optional(),
      } satisfies Shape<DocumentAddressWindow>)
      .optional(),
    color: documentColor,
    labels: z.strictObject({
      sku: text,
      terms: text,
      page: text,
      carriedForward: text.optional(),
      broughtForward: text.optional(),
    } satisfies Shape<DocumentLabels>),
    identity: z.strictObject({
      number: text.optional(),
      revision: z.number().optional(),
      seal: text.optional(),
      date: z.number(),
    }),
  } satisfies Shape<QuoteDocument>)
})

const resultSchema = lazy(() => z.strictObject({ transform: documentSchema() }))

/**
 * Returns a document as a function of the host has changed it. What the customer pays is as it was:
 * amounts and quantities of lines can be left out, and those of the totals stay.
 *
 * @throws QuoteError `invalid_options` by the path of what is no part of a document, or another
 * amount than before; and what the function throws
 */
export function transformDocument(
  document: QuoteDocument,
  quote: Quote,
  transform: TransformDocument,
): QuoteDocument {
  // Before the call, which could change the document itself.
  const before = fixedValues(document)
  const received: unknown = transform(document, quote)
  if (!isPlainObject(received))
    throw invalid({ transform: `must return a document, received ${describeKind(received)}` })
  const { transform: changed } = parseOrThrow(
    resultSchema(),
    { transform: received },
    'invalid_options',
  ) as { readonly transform: QuoteDocument }
  const after = fixedValues(changed)
  const paths = [...new Set([...before.keys(), ...after.keys()])]
  const errors = paths.flatMap((path): readonly (readonly [string, string])[] => {
    const [was, is] = [before.get(path), after.get(path)]
    if (was === is || (canBeLeftOut.test(path) && (is === undefined || is === ''))) return []
    const text = was === undefined ? 'be absent' : `stay ${describeValue(was)}`
    return [[`transform.${path}`, `must ${text}, received ${describeValue(is)}`]]
  })
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
  return changed
}

/** A column of the lines, which has no part in the sum of another one; the QR code. */
const canBeLeftOut = /^(?:lines\[\d+\]\.(?!key$)|qrCode\.)/

/** Returns what must stay, by its path. */
function fixedValues({
  lines,
  totals,
  qrCode,
  identity,
}: QuoteDocument): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...lines.flatMap(({ key, steps = [], ...line }, index) => {
      const { quantity, discount, listPrice, unitPrice, total, runningTotal } = line
      const fixed = {
        ...{ key, quantity, discount, listPrice, unitPrice, total, runningTotal },
        ...Object.fromEntries(steps.map(({ value }, at) => [`steps[${at}].value`, value])),
      }
      return Object.entries(fixed)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [`lines[${index}].${name}`, value] as const)
    }),
    ...totals.flatMap(({ type, amount }, index) => [
      [`totals[${index}].type`, type] as const,
      [`totals[${index}].amount`, amount] as const,
    ]),
    ...(qrCode === undefined
      ? []
      : ([
          ['qrCode.url', qrCode.url],
          ['qrCode.rows', qrCode.rows.join('\n')],
        ] as const)),
    ...Object.entries(identity).map(([name, value]) => [`identity.${name}`, value] as const),
  ])
}

function invalid(errors: Readonly<Record<string, string>>): QuoteError {
  return new QuoteError('invalid_options', { errors })
}
