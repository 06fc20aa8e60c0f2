import type { FieldErrors } from '../../../errors.js'
import type { TypedNumbers } from '../../../pages/forms/typed-numbers.js'
import type { CreateLineRequest } from '../../../quote/lines/line-request.js'
import { mapTextFields } from '../../../quote/text-fields.js'
import type { Template } from '../../../store/templates/template.js'
import type {
  CreateTemplateRequest,
  UpdateTemplateRequest,
} from '../../../store/templates/template-operations.js'
import type { DeskCall } from '../../desk-call.js'
import { contactErrors } from '../../edit/changes/contact-errors.js'
import { parseDecimal, parseQuantity } from '../../edit/draft/product-values.js'
import { numberFields } from '../../edit/draft/quote-draft.js'
import { customerChanges, toCustomerDraft } from './customer-fields.js'
import {
  getProductId,
  isCustomDraft,
  type LineDraft,
  type TemplateDraft,
  toDraft,
} from './template-draft.js'

/** Returns the request to create a template. The engine checks it. */
export function createRequestOf(
  { name, lines, customer, tags }: TemplateDraft,
  numbers: TypedNumbers,
) {
  const fields = customerChanges(undefined, customer)
  return {
    name,
    products: lines.map((line) => toLineRequest(line, numbers)),
    ...(Object.keys(fields).length > 0 && { customer: fields }),
    ...(tags.length > 0 && { tag_list: tags }),
  } as CreateTemplateRequest
}

/** Returns the changes that a form makes to a template: only what was changed in it. */
export function getChanges(
  stored: Template,
  draft: TemplateDraft,
  numbers: TypedNumbers,
): UpdateTemplateRequest {
  const before = toDraft(stored, numbers)
  const lines = draft.lines.map((line) => toLineRequest(line, numbers))
  const customer = customerChanges(stored.customer, draft.customer)
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(!isSame(draft.lines, before.lines) && { products: lines }),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(!isSame([...draft.tags].sort(), [...before.tags].sort()) && { tag_list: draft.tags }),
  }
}

/** Returns the errors that the engine does not see, by the names of the fields. */
export function draftErrors(
  { lines, customer }: TemplateDraft,
  stored: Template | undefined,
  { numbers, formats }: Pick<DeskCall, 'numbers' | 'formats'>,
): FieldErrors {
  const invalid = lines.flatMap((line, index) =>
    Object.entries(numberFields).flatMap(([field, kind]) => {
      const text = line[field as keyof typeof numberFields]
      if (text === '' || numbers.parse(text, kind) !== undefined) return []
      return [[`products[${index}].${field}`, numbers.error(kind)] as const]
    }),
  )
  const before = toCustomerDraft(stored?.customer)
  return { ...Object.fromEntries(invalid), ...contactErrors(before, customer, formats.locale) }
}

function toLineRequest(line: LineDraft, numbers: TypedNumbers): CreateLineRequest {
  const { qty, note } = line
  const decimal = (field: keyof typeof numberFields) =>
    parseDecimal(line[field], numberFields[field], numbers)
  const quote = decimal('quote')
  const discount_percent = decimal('discount_percent')
  // The form has no field for a discount per unit, so that whatever is typed replaces it.
  const discount = quote + discount_percent === '' ? line.discount : ''
  const offer = present({ quote, discount, discount_percent, note })
  const price = decimal('price')
  const amount = { ...(qty !== '' && { qty: parseQuantity(qty, numbers) }) }
  if (!isCustomDraft(line))
    return {
      ...present({ id: getProductId(line) ?? '' }),
      ...amount,
      ...offer,
    } as CreateLineRequest
  const facts = present({ price, ...mapTextFields((name) => line[name]) })
  return { ...facts, ...amount, ...offer } as unknown as CreateLineRequest
}

function present(fields: Readonly<Record<string, number | string>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
