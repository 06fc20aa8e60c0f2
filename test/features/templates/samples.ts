import type { Template } from '../../../src/features/templates/template.js'
import {
  type CreateTemplateRequest,
  createTemplate,
} from '../../../src/features/templates/template-changes.js'
import type { StoredRecord } from '../../../src/record/record.js'

/** Returns the record of a new template. */
export function templateOf({
  name = 'Office',
  products = [{ id: 1, qty: 2 }],
  ...request
}: Partial<CreateTemplateRequest> = {}): StoredRecord<Template> {
  const input = { templateId: 'template-1', actor: 'ann', now: 1_000 }
  return createTemplate({ name, ...request }, products, input).record
}
