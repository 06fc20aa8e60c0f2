import {
  type TemplateRecord,
  templateRef,
  toTemplateRecord,
} from '../../../store/templates/template.js'
import { type CallOptions, parseCallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { defineOperation, sellers } from '../operation.js'
import { assertTemplateId, requireTemplate } from './require-template.js'

export interface GetTemplate {
  /**
   * Returns the current version of a template.
   *
   * @throws QuoteError `record_not_found` if this store has no such template, or it is deleted
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   */
  getTemplate(
    context: StoreContext,
    templateId: string,
    options?: CallOptions,
  ): Promise<TemplateRecord>
}

export const getTemplateOperation = defineOperation<GetTemplate['getTemplate']>({
  roles: sellers,
  route: {
    method: 'GET',
    path: '/templates/{templateId}',
    summary: 'Get a template',
    status: 200,
    response: 'template',
  },

  create:
    ({ storage, permit, run }, operation) =>
    async (context, templateId, options) => {
      const caller = parseContext(context)
      const { signal } = parseCallOptions(options)
      assertTemplateId(templateId)
      const { storeId } = caller
      return run(signal, async () => {
        await permit?.({ caller, operation, signal })
        const [record] = await storage.load(storeId, [templateRef(templateId)], signal)
        return toTemplateRecord(storeId, requireTemplate(record, templateId))
      })
    },
})
