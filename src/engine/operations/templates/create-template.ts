import { v7 } from 'uuid'
import { QuoteError } from '../../../errors.js'
import { defaultLimits } from '../../../quote/policy.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { quoteRef, toQuoteRecord } from '../../../quote/quote-record.js'
import type { StoredRecord } from '../../../record/record.js'
import {
  type Template,
  type TemplateRecord,
  toTemplateRecord,
} from '../../../store/templates/template.js'
import { createTemplate, linesOfQuote } from '../../../store/templates/template-record.js'
import {
  type CreateTemplateRequest,
  createTemplateSchema,
} from '../../../store/templates/template-requests.js'
import { type CommandOptions, parseCommandOptions } from '../../call-options.js'
import { requireQuote } from '../../commands/require-quote.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { runRecordCommand } from '../record-command.js'

export interface CreateTemplate {
  /**
   * Creates a template: named lines and defaults for new quotes. Takes the lines from the request,
   * or from a quote. Does not call the catalog: its products are checked once a quote is created.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at
   * `quote_id` if the store has no such quote
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   *
   * @example
   * const { templateId } = await engine.createTemplate(context, {
   *   name: 'Office, 10 desks',
   *   products: [{ id: 118, qty: 10, quote: '180.00' }],
   *   tag_list: ['Office'],
   * })
   */
  createTemplate(
    context: StoreContext,
    request: CreateTemplateRequest,
    options?: CommandOptions,
  ): Promise<TemplateRecord>
}

export const createTemplateOperation = defineOperation<CreateTemplate['createTemplate']>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/templates',
    summary: 'Create a template',
    body: () => createTemplateSchema(defaultLimits),
    example: { name: 'Office, 10 desks', products: [{ id: 118, qty: 10, quote: '180.00' }] },
    status: 201,
    response: 'createdTemplate',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parsed = runtime.templateRequests.create(request)
    const { storeId, actor } = caller
    const { products = [], quote_id: quoteId } = parsed
    let source: QuoteRecord | undefined
    const record = await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [parsed],
      also: quoteId === undefined ? [] : [quoteRef(quoteId)],
      source: () => source,
      decide(_, [loaded]) {
        const input = { templateId: v7(), actor, now: currentTime(runtime.options) }
        if (quoteId === undefined) return createTemplate(parsed, products, input)
        source = toQuoteRecord(storeId, requireSource(loaded, quoteId))
        return createTemplate(parsed, linesOfQuote(source.quote, runtime.options), input)
      },
    })
    return toTemplateRecord(storeId, record)
  },
})

/** @throws QuoteError `invalid_request` at `quote_id` if there is no such quote */
function requireSource(record: StoredRecord | undefined, quoteId: string) {
  try {
    return requireQuote(record, quoteId)
  } catch (cause) {
    const errors = { quote_id: 'must be the id of a quote of the store' }
    throw new QuoteError('invalid_request', { errors }, { cause })
  }
}
