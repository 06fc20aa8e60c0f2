import type { StoredRecord } from '../../../record/record.js'
import {
  type Template,
  type TemplateRecord,
  templateRef,
  toTemplateRecord,
} from '../../../store/templates/template.js'
import { deleteTemplate } from '../../../store/templates/template-record.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { runRecordCommand } from '../record-command.js'
import { assertTemplateId, requireTemplate } from './require-template.js'

export interface DeleteTemplate {
  /**
   * Deletes a template: no other method finds it any more. Quotes that were created from it stay as
   * they are.
   *
   * @throws QuoteError `record_not_found` if this store has no such template, or it is deleted
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version; its
   * `quoteId` is the id of the template
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  deleteTemplate(
    context: StoreContext,
    templateId: string,
    options?: UpdateOptions,
  ): Promise<TemplateRecord>
}

export const deleteTemplateOperation = defineOperation<DeleteTemplate['deleteTemplate']>({
  roles: sellers,
  route: {
    method: 'DELETE',
    path: '/templates/{templateId}',
    summary: 'Delete a template',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, templateId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    assertTemplateId(templateId)
    const record = await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [templateId, parsedOptions.expectedVersion],
      ref: templateRef(templateId),
      assertExists: (stored) => void requireTemplate(stored, templateId),
      decide(stored) {
        const input = { actor: caller.actor, now: currentTime(runtime.options) }
        return deleteTemplate(stored as StoredRecord<Template>, input)
      },
    })
    return toTemplateRecord(caller.storeId, record)
  },
})
