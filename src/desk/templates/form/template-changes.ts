import type { CreateLineRequest } from '../../../quote/requests/line-request.js'
import type { Template } from '../../../store/templates/template.js'
import type {
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from '../../../store/templates/template-requests.js'
import { customerChanges } from './customer-fields.js'
import {
  draftOf,
  isCustomDraft,
  type LineDraft,
  productIdOf,
  type TemplateDraft,
} from './template-draft.js'

/** Returns the request to create a template. The engine checks it. */
export function createRequestOf({ name, lines, customer, tags }: TemplateDraft) {
  const fields = customerChanges(undefined, customer)
  return {
    name,
    products: lines.map(lineRequestOf),
    ...(Object.keys(fields).length > 0 && { customer: fields }),
    ...(tags.length > 0 && { tag_list: tags }),
  } as CreateTemplateRequest
}

/** Returns the changes that a form makes to a template: only what was changed in it. */
export function changesOf(stored: Template, draft: TemplateDraft): UpdateTemplateRequest {
  const before = draftOf(stored)
  const customer = customerChanges(stored.customer, draft.customer)
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(!isSame(draft.lines, before.lines) && { products: draft.lines.map(lineRequestOf) }),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(!isSame([...draft.tags].sort(), [...before.tags].sort()) && { tag_list: draft.tags }),
  }
}

function lineRequestOf(line: LineDraft): CreateLineRequest {
  const { qty, quote, discount_percent, note, name, price } = line
  const offer = { ...present({ quote, discount_percent, note }) }
  const amount = { ...(qty !== '' && { qty: numberOf(qty) }) }
  if (!isCustomDraft(line))
    return { ...present({ id: productIdOf(line) ?? '' }), ...amount, ...offer } as CreateLineRequest
  const { sku, unit, description, image, tax_code } = line
  const facts = present({ name, price, sku, unit, description, image, tax_code })
  return { ...facts, ...amount, ...offer } as unknown as CreateLineRequest
}

/** Returns a typed number, or the string if it is none, which the engine then rejects. */
function numberOf(text: string): number | string {
  return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text
}

function present(fields: Readonly<Record<string, number | string>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
