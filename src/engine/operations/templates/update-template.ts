import { defaultLimits } from '../../../quote/policy.js'
import type { StoredRecord } from '../../../record/record.js'
import {
  type Template,
  type TemplateRecord,
  templateRef,
  toTemplateRecord,
} from '../../../store/templates/template.js'
import { updateTemplate } from '../../../store/templates/template-record.js'
import {
  type UpdateTemplateRequest,
  updateTemplateSchema,
} from '../../../store/templates/template-requests.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'
import { runRecordCommand } from '../record-command.js'
import { assertTemplateId, requireTemplate } from './require-template.js'

export interface UpdateTemplate {
  /**
   * Merges changes into a template. Absent fields keep their values. Returns the stored record if
   * nothing changes. Quotes that were created from the template stay as they are.
   *
   * @throws QuoteError `record_not_found` if this store has no such template, or it is deleted
   * @throws QuoteError `invalid_request` with one error per invalid field
   * @throws QuoteError `version_mismatch` if `expectedVersion` is not the stored version; its
   * `quoteId` is the id of the template
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   * @throws QuoteError `idempotency_key_reused` if the key was used for a different request
   * @throws QuoteError `conflict` if other writers committed first in all `maxAttempts` attempts
   */
  updateTemplate(
    context: StoreContext,
    templateId: string,
    changes: UpdateTemplateRequest,
    options?: UpdateOptions,
  ): Promise<TemplateRecord>
}

export const updateTemplateOperation = defineOperation<UpdateTemplate['updateTemplate']>({
  roles: sellers,
  route: {
    method: 'PUT',
    path: '/templates/{templateId}',
    summary: 'Update a template',
    body: () => updateTemplateSchema(defaultLimits),
    example: { name: 'Office, 12 desks', products: [{ id: 118, qty: 12 }] },
    status: 200,
    response: 'template',
  },

  create: (runtime, operation) => async (context, templateId, changes, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    const parsed = runtime.templateRequests.update(changes)
    assertTemplateId(templateId)
    const record = await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [templateId, parsed, parsedOptions.expectedVersion],
      ref: templateRef(templateId),
      assertExists: (stored) => void requireTemplate(stored, templateId),
      decide(stored) {
        const input = { actor: caller.actor, now: currentTime(runtime.options) }
        const { limits } = runtime.options
        return updateTemplate(stored as StoredRecord<Template>, parsed, input, limits)
      },
    })
    return toTemplateRecord(caller.storeId, record)
  },
})
