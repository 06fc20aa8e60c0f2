import * as z from 'zod'
import type { StoreContext } from '../engine/arguments.js'
import { requestSchema } from '../engine/commands/run-quote-command.js'
import type { Route } from '../engine/operation.js'
import { listOrder } from '../engine/operations/read-quotes.js'
import { isQuoteError, QuoteError } from '../errors.js'
import type { Quote } from '../quote/model/quote.js'
import { quoteFilterQuery, toFilterOptions } from '../quote/search/quote-filter.js'
import { type CustomerSelector, eraseCustomer, exportCustomer } from '../quote-engine/customers.js'
import type { OperationName, QuoteEngine } from '../quote-engine/quote-engine.js'
import { parseOrThrow } from '../validation/field-errors.js'
import { lazy } from '../validation/lazy.js'
import { booleanOption, withReceived } from '../validation/schemas/scalars.js'
import { type ExportQuotesOptions, exportQuotes, fileFields } from './export-quotes.js'
import type { FileFormat } from './options.js'

/** What a function is called with. */
interface StoreCall {
  readonly engine: QuoteEngine
  readonly context: StoreContext
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

/** A file, whose text is created while it is sent. */
interface StoreFile {
  readonly chunks: AsyncGenerator<string, void, undefined>
  readonly headers: Readonly<Record<string, string>>
}

/** What the response of a function is: a file of quotes or of a customer, or what was erased. */
export type StoreResponse = 'quoteFile' | 'customerFile' | 'erasure'

/** The names of the functions that are served beside the operations. */
export type StoreRouteName = 'exportQuotes' | 'exportCustomer' | 'eraseCustomer'

/** A function that calls several operations of the engine, and how it is served over HTTP. */
export interface StoreRoute {
  readonly name: StoreRouteName
  readonly route: Omit<Route, 'response'> & { readonly response: StoreResponse }
  /** The operations that it calls. An engine that lacks one does not serve it. */
  readonly calls: readonly OperationName[]
  /** Returns a file, or the fields of a JSON response. */
  readonly run: (call: StoreCall) => Promise<{ file: StoreFile } | { fields: object }>
}

const { decimalSeparator, ...otherFields } = fileFields

const exportQuery = lazy(() =>
  z
    .strictObject({
      ...otherFields,
      decimal_separator: decimalSeparator.describe('The separator of decimals in CSV: . or ,'),
      columns: z
        .array(z.string())
        .optional()
        .describe('Columns of CSV, such as number and customer.email; all by default'),
      ...quoteFilterQuery(),
      order: listOrder().describe('The oldest first by default'),
    })
    .transform(
      ({ format, rows, bom, delimiter, decimal_separator, columns, ...filter }, context) => ({
        ...{ format, rows, bom, delimiter, decimalSeparator: decimal_separator, columns },
        filter: toFilterOptions(filter, context),
      }),
    ),
)

const name = z
  .string({ error: withReceived('must be a string') })
  .min(1)
  .optional()

const selectorFields = {
  customer_id: name.describe('The customer_id of their quotes'),
  company_id: name.describe('The company_id of their quotes: all customers of the company'),
  email: name.describe('The e-mail of the customer of their quotes, regardless of case'),
}

const exportCustomerBody = requestSchema(selectorFields)

const eraseCustomerBody = requestSchema({
  ...selectorFields,
  keep_ordered: booleanOption.optional().describe('Keeps quotes that have an order'),
})

const commandWithoutOptions = ['idempotencyKey', 'preview'] as const

/** The functions of the package that are served beside the operations. */
export const storeRoutes: readonly StoreRoute[] = [
  {
    name: 'exportQuotes',
    route: {
      method: 'GET',
      path: '/quote-export',
      summary: 'Export quotes as a file',
      query: exportQuery,
      status: 200,
      response: 'quoteFile',
    },
    calls: ['listQuotes'],
    async run({ engine, context, query, signal }) {
      const options: Partial<ExportQuotesOptions> = query
      const { format = 'jsonl' } = options
      const chunks = nameParameters(exportQuotes(engine, context, { ...options, format, signal }))
      return { file: { chunks, headers: fileHeaders('quotes', format) } }
    },
  },
  {
    name: 'exportCustomer',
    route: {
      method: 'POST',
      path: '/export-customer',
      summary: 'Export all that the store has of a customer',
      body: () => exportCustomerBody,
      example: { email: 'ada@example.com' },
      takesNo: commandWithoutOptions,
      status: 200,
      response: 'customerFile',
    },
    calls: ['listQuotes', 'listHistory', 'listMessages', 'listTemplates'],
    async run({ engine, context, body, signal }) {
      const request = parseOrThrow(exportCustomerBody, body, 'invalid_request')
      const items = exportCustomer(engine, context, toSelector(request), { signal })
      return { file: { chunks: toJsonLines(items), headers: fileHeaders('customer', 'jsonl') } }
    },
  },
  {
    name: 'eraseCustomer',
    route: {
      method: 'POST',
      path: '/erase-customer',
      summary: 'Erase all quotes of a customer for good, and their templates. Can be repeated',
      body: () => eraseCustomerBody,
      example: { email: 'ada@example.com', keep_ordered: true },
      takesNo: commandWithoutOptions,
      status: 200,
      response: 'erasure',
    },
    calls: ['listQuotes', 'eraseQuote', 'listTemplates', 'deleteTemplate'],
    async run({ engine, context, body, signal }) {
      const { keep_ordered, ...request } = parseOrThrow(eraseCustomerBody, body, 'invalid_request')
      const erased = await eraseCustomer(engine, context, toSelector(request), {
        ...(keep_ordered && {
          keep: ({ quote }) => (isOrdered(quote) ? 'it has an order' : undefined),
        }),
        signal,
      })
      const remaining = erased.remaining.map(({ quoteId, reason }) => ({
        quote_id: quoteId,
        reason,
      }))
      const { quoteIds, templateIds } = erased
      return { fields: { quote_ids: quoteIds, template_ids: templateIds, remaining } }
    },
  },
]

/** Returns true for a quote of which anything is ordered, or may be. */
function isOrdered({ order, order_parts: parts }: Quote): boolean {
  return order !== undefined || parts !== undefined
}

/** @throws QuoteError `invalid_request` unless exactly one of the fields is set */
function toSelector(
  request: Readonly<Partial<Record<keyof typeof selectorFields, string | undefined>>>,
): CustomerSelector {
  const { customer_id: customerId, company_id: companyId, email } = request
  const set = Object.values(request).filter((value) => value !== undefined)
  if (set.length === 1)
    return Object.fromEntries(
      Object.entries({ customerId, companyId, email }).filter(([, value]) => value !== undefined),
    )
  const message = 'must be set, or else company_id or email, and only one of them'
  throw new QuoteError('invalid_request', { errors: { customer_id: message } })
}

async function* toJsonLines(items: AsyncIterable<object>): AsyncGenerator<string, void, undefined> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`
}

/** The parameters of a request that options of other names have. */
const parameters: Readonly<Record<string, string>> = {
  decimalSeparator: 'decimal_separator',
}

/** Names options in errors as the request does. Only a missing package is an error of the host. */
async function* nameParameters(
  chunks: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  try {
    yield* chunks
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_options') throw error
    if (error.cause !== undefined) throw error
    const { errors } = error.details as { readonly errors: Readonly<Record<string, string>> }
    const renamed = Object.entries(errors).map(([path, message]) => [
      path.replace(/^\w+/, (option) => parameters[option] ?? option),
      message,
    ])
    throw new QuoteError('invalid_request', { errors: Object.fromEntries(renamed) })
  }
}

const contentTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

function fileHeaders(fileName: string, format: FileFormat) {
  return {
    'content-type': contentTypes[format],
    'content-disposition': `attachment; filename="${fileName}.${format}"`,
  }
}
