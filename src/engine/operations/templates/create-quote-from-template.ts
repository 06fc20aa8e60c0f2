import { QuoteError } from '../../../errors.js'
import { defaultLimits } from '../../../quote/policy.js'
import type { QuoteRecord } from '../../../quote/quote.js'
import { linesOfNewQuote, quoteFromTemplate } from '../../../store/templates/quote-from-template.js'
import { templateRef } from '../../../store/templates/template.js'
import {
  type CreateQuoteFromTemplateRequest,
  fromTemplateSchema,
} from '../../../store/templates/template-requests.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { currencyOfStore, getPricing } from '../../commands/pricing.js'
import { runNewQuoteCommand } from '../../commands/run-new-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { defineOperation, sellers } from '../operation.js'
import { assertTemplateId, requireTemplate } from './require-template.js'

export interface CreateQuoteFromTemplate {
  /**
   * Creates a quote from a template, at current catalog prices except where a line has an offered
   * price. Its customer has the fields of the template with those of the request merged in, and its
   * tags are those of the template.
   *
   * @throws QuoteError `record_not_found` if this store has no such template, or it is deleted
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at
   * `products[0].id` if the first product has left the catalog
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the version of the template;
   * its `quoteId` is the id of the template
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `conflict` if `generateId` returned only ids that are already used
   *
   * @example
   * const { quoteId } = await engine.createQuoteFromTemplate(context, templateId, {
   *   customer: { name: 'Ada', email: 'ada@example.com' },
   * })
   */
  createQuoteFromTemplate(
    context: StoreContext,
    templateId: string,
    request?: CreateQuoteFromTemplateRequest,
    options?: UpdateOptions,
  ): Promise<QuoteRecord>
}

export const createQuoteFromTemplateOperation = defineOperation<
  CreateQuoteFromTemplate['createQuoteFromTemplate']
>({
  roles: sellers,
  route: {
    method: 'POST',
    path: '/templates/{templateId}/quotes',
    summary: 'Create a quote from a template',
    body: () => fromTemplateSchema(defaultLimits).optional(),
    example: { customer: { name: 'Ada', email: 'ada@example.com' } },
    status: 201,
    response: 'createdQuote',
  },

  create:
    (runtime, operation) =>
    async (context, templateId, request = {}, options) => {
      const caller = parseContext(context)
      const { expectedVersion, ...commandOptions } = parseUpdateOptions(options)
      const parsed = runtime.templateRequests.createQuote(request)
      assertTemplateId(templateId)
      return runNewQuoteCommand(runtime, {
        operation,
        caller,
        options: commandOptions,
        payload: [operation, templateId, parsed, expectedVersion],
        also: [templateRef(templateId)],
        async prepare([loaded]) {
          const { value: template, version } = requireTemplate(loaded, templateId)
          if (expectedVersion !== undefined && expectedVersion !== version)
            throw new QuoteError('version_mismatch', {
              quoteId: templateId,
              expectedVersion,
              currentVersion: version,
            })
          const ids = new Set(
            linesOfNewQuote(template, parsed).flatMap(({ id }) =>
              id === undefined || id === 0 ? [] : [id],
            ),
          )
          const { signal } = commandOptions
          const { options: policy } = runtime
          const currency = parsed.currency ?? currencyOfStore(runtime, caller.storeId)
          const pricing = getPricing(policy, currency, template.customer ?? {}, parsed.customer)
          const products = await runtime.findProducts(caller.storeId, ids, pricing, signal)
          return {
            create: (input) =>
              quoteFromTemplate(template, parsed, { ...input, products, currency }, policy),
          }
        },
      })
    },
})
