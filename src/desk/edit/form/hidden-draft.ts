import { html } from 'hono/html'
import { hiddenField } from '../../../pages/forms/hidden-field.js'
import type { Html } from '../../../pages/layout.js'
import { type PickedProduct, pickValue } from '../../parts/product-ids.js'
import { allDiscountsField, quoted } from '../draft/draft-of-form.js'
import { type DraftRow, isBlankRow, type QuoteDraft, rowFields } from '../draft/quote-draft.js'

type HiddenField = readonly [name: string, value: string]

/**
 * Keeps a draft in hidden fields, so that a page that asks about it can send it again. Of the lines
 * that the form showed, only what was typed is kept: the rest is read from the same version again.
 *
 * @param base What the form showed.
 */
export function hiddenDraft(draft: QuoteDraft, base: QuoteDraft): Html {
  const before = new Map(base.rows.map((row) => [row.key, row.values]))
  const fields: readonly HiddenField[] = [
    ['part', 'content'],
    ...[...draft.customer].map(([name, value]) => [`customer.${name}`, value] as const),
    ...draft.fields.flatMap(({ name, value }, index) => [
      [`fields[${index}].key`, quoted(name)] as const,
      [`fields[${index}].value`, value] as const,
    ]),
    ...draft.rows
      .filter((row) => !isBlankRow(row))
      .flatMap((row, index) => rowValues(row, index, before.get(row.key))),
    ...discountValues(draft),
    ['shipping.type', draft.shipping.type],
    ['shipping.product.name', draft.shipping.name],
    ['shipping.product.price', draft.shipping.price],
    ['shipping.product.tax_code', draft.shipping.tax_code],
    ['tags', ''],
    ...draft.tags.map((name) => ['tags', quoted(name)] as const),
    ['owner', draft.owner],
  ]
  return html`${fields.map(([name, value]) => hiddenField(name, value))}`
}

function rowValues(
  { key, values, isRemoved, shown }: DraftRow,
  index: number,
  before: DraftRow['values'] | undefined,
): readonly HiddenField[] {
  const path = `products[${index}]`
  return [
    [`${path}.key`, key],
    ...rowFields
      .filter(
        (field) => (field !== 'id' || shown === undefined) && values[field] !== before?.[field],
      )
      .map((field) => [`${path}.${field}`, values[field]] as const),
    ...(shown === undefined ? [] : pickFields(path, { id: values.id, text: shown })),
    ...(isRemoved ? [[`${path}.remove`, 'yes'] as const] : []),
  ]
}

function pickFields(path: string, pick: PickedProduct): readonly HiddenField[] {
  return [
    [`${path}.offered`, 'yes'],
    [`${path}.id`, pickValue(pick)],
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
