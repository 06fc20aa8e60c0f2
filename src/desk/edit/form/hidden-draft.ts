import { html } from 'hono/html'
import type { Html } from '../../../pages/layout.js'
import { allDiscountsField, quoted } from '../draft/draft-of-form.js'
import { isBlankRow, type QuoteDraft, rowFields } from '../draft/quote-draft.js'

type HiddenField = readonly [name: string, value: string]

/** Keeps a draft in hidden fields, so that a page that asks about it can send it again. */
export function hiddenDraft(draft: QuoteDraft): Html {
  const fields: readonly HiddenField[] = [
    ['part', 'content'],
    ...[...draft.customer].map(([name, value]) => [`customer.${name}`, value] as const),
    ...draft.fields.flatMap(({ name, value }, index) => [
      [`fields[${index}].key`, quoted(name)] as const,
      [`fields[${index}].value`, value] as const,
    ]),
    ...draft.rows.filter((row) => !isBlankRow(row)).flatMap(rowValues),
    ...discountValues(draft),
    ['shipping.type', draft.shipping.type],
    ['shipping.product.name', draft.shipping.name],
    ['shipping.product.price', draft.shipping.price],
    ['shipping.product.tax_code', draft.shipping.tax_code],
    ['tags', ''],
    ...draft.tags.map((name) => ['tags', quoted(name)] as const),
    ['owner', draft.owner],
  ]
  return html`${fields.map(([name, value]) => hidden(name, value))}`
}

/** An input drops line breaks, so a value that has some is kept in a text area. */
function hidden(name: string, value: string): Html {
  if (/[\r\n]/.test(value))
    return html`<textarea name="${name}" hidden aria-label="${name}">
${value}</textarea>`
  return html`<input type="hidden" name="${name}" value="${value}">`
}

function rowValues(
  { key, values, isRemoved }: QuoteDraft['rows'][number],
  index: number,
): readonly HiddenField[] {
  const path = `products[${index}]`
  return [
    [`${path}.key`, key],
    ...rowFields.map((field) => [`${path}.${field}`, values[field]] as const),
    ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
  ]
}

function discountValues({ discounts }: QuoteDraft): readonly HiddenField[] {
  const fields = discounts.flatMap(({ type, value, label, lines, isRemoved }, index) => {
    const path = `discounts[${index}]`
    return [
      [`${path}.type`, type] as const,
      [`${path}.value`, value] as const,
      [`${path}.label`, label] as const,
      ...['', ...lines].map((key) => [`${path}.lines`, key] as const),
      ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
    ]
  })
  return [...fields, [allDiscountsField, 'yes']]
}
