import {
  choiceEntries,
  customerEntries,
  type FormLanguage,
  lineEntries,
  usesChoices,
} from '../../../desk/edit/draft.js'
import type { Draft, Drafts } from '../../../desk/edit/draft-rows.js'
import { newLines } from '../../../desk/edit/line-requests.js'
import { createdContent, type FormRequest } from '../../../desk/edit/requests.js'
import { ownEntries, storedValue } from '../../../desk/parts/own-fields.js'
import { shownUnitPrice } from '../../../quote/model/precision.js'
import { offeredScalarFieldNames } from '../../../quote/model/quote-scalar-fields.js'
import type { Template, TemplateLine, TemplateRecord } from '../template.js'
import type { CreateTemplateRequest, UpdateTemplateRequest } from '../template-changes.js'

// A template has the form of a quote with fewer parts: no discounts, shipping, ids of customers.

/** A template as it is stored, or one that is not stored yet. */
export type TemplateContent = Pick<TemplateRecord, 'version'> & {
  readonly template: Omit<Template, 'created'>
}

/** What a new template has. */
export const noTemplate: TemplateContent = { version: 0, template: { name: '', products: [] } }

/**
 * Returns what the form of a template shows.
 *
 * @param sent The keys of the lines that a form has sent: it has all of its lines. Undefined for a
 *   form that is not sent yet.
 */
export function draftOfTemplate(
  { template, version }: TemplateContent,
  desk: FormLanguage,
  sent?: ReadonlySet<string>,
): Draft {
  const { name, products, customer = {}, tags = [], currency = '' } = template
  const lines = products.map((line, index) => ({ line, key: `${version}-${index + 1}` }))
  const shown = lines.filter(({ key }) => sent?.has(key) ?? true)
  const hasChoices = usesChoices(template)
  return new Map<string, string>([
    ['name', name],
    ['currency', currency],
    ...customerEntries(customer, desk),
    ...offeredScalarFieldNames.map((field) => [field, String(template[field] ?? '')] as const),
    ...ownEntries(desk.ownFields.quote, template, desk.numbers),
    ...shown.flatMap((each, index) => templateLine({ ...each, index, hasChoices }, desk)),
    ...choiceEntries(template),
    ...tags.map((tag) => [`tags=${tag}`, 'yes'] as const),
  ])
}

function templateLine(
  placed: {
    readonly line: TemplateLine
    readonly key: string
    readonly index: number
    readonly hasChoices: boolean
  },
  desk: FormLanguage,
): readonly (readonly [name: string, value: string])[] {
  const { line, index } = placed
  const { price, quote = '', discount = '', discount_percent = '' } = line
  const amounts = {
    price: price === undefined ? '' : shownUnitPrice(price, {}),
    quote,
    discount_percent,
  }
  const path = `products[${index}]`
  const own = desk.ownFields.line.filter((each) => storedValue(line, each) !== undefined)
  const { fields, internal_fields } = line
  return [
    ...lineEntries(placed, amounts, desk),
    [`${path}.discount`, desk.numbers.format(discount)],
    [`${path}.stored`, own.length === 0 ? '' : JSON.stringify({ fields, internal_fields })],
  ]
}

/** Returns the request that creates a template, or changes a stored one to what a form says. */
export function templateRequest(
  desk: FormLanguage,
  drafts: Drafts,
  stored?: Template,
): FormRequest<CreateTemplateRequest & UpdateTemplateRequest> {
  const { base, draft } = drafts
  const { request, ...rest } = createdContent(desk, drafts, stored)
  const { products, ...content } = request
  const name = draft.get('name') ?? ''
  const currency = (draft.get('currency') ?? '').toUpperCase()
  // The amounts of the form are those of its currency.
  const isOther = currency !== base.get('currency')
  const before = newLines(desk, base).request.products
  const isChanged = isOther || JSON.stringify(products) !== JSON.stringify(before)
  const sent = {
    ...content,
    ...((stored === undefined || name !== base.get('name')) && { name }),
    ...(isOther && { currency: currency || null }),
    ...((stored === undefined || isChanged) && { products }),
  }
  return { ...rest, request: sent as unknown as CreateTemplateRequest & UpdateTemplateRequest }
}
