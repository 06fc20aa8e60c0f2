import type { FieldErrors } from '../../errors.js'
import type { TypedNumbers } from '../../pages/forms/typed-numbers.js'
import type { ChoiceRequest, SectionRequest } from '../../quote/model/choice-fields.js'
import type { OwnFieldChanges } from '../../quote/model/merge-fields.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import {
  describeScalarField,
  quoteScalarFieldNames,
} from '../../quote/model/quote-scalar-fields.js'
import type { CreateQuoteRequest, UpdateQuoteRequest } from '../../quote/operations/requests.js'
import type {
  ChargeRequest,
  DiscountRequest,
  PaymentPartRequest,
  ShippingChoice,
} from '../../quote/pricing/pricing-request.js'
import { formatPath } from '../../validation/field-errors.js'
import { shipToFields } from '../parts/fields.js'
import { getOwnChanges } from '../parts/own-fields.js'
import type { DeskStrings } from '../strings.js'
import { parseChoice } from './choice-values.js'
import {
  customerPath,
  draftOfQuote,
  type FormLanguage,
  isBlankPart,
  isRest,
  linesOf,
  newDraft,
  onDay,
  otherFieldsOf,
  type PartList,
  partLists,
  restType,
  shipToOf,
  tagsOf,
  withoutRemovedParts,
} from './draft.js'
import { type Draft, type Drafts, fieldsOf, type Row, rowsOf } from './draft-rows.js'
import { type FormPath, formErrors, termKind } from './form-errors.js'
import {
  changedLines,
  getOrderedKeys,
  newLines,
  parseDecimal,
  parseQuantity,
} from './line-requests.js'

/** A request of the engine that says what a form says. */
export interface FormRequest<Request> {
  readonly request: Request
  /** Where the form has what the request has. */
  readonly paths: readonly FormPath[]
  /** The key that the line of each row has afterwards; undefined for rows without a line. */
  readonly keys: readonly (string | undefined)[]
  /** Errors that the engine does not see, by the names of their fields. */
  readonly errors: FieldErrors
}

/** Returns the request that changes a quote to what a form says, with only what differs. */
export function getChanges(
  desk: FormLanguage,
  record: QuoteRecord,
  draft: Draft,
): FormRequest<UpdateQuoteRequest> {
  const drafts = { base: draftOfQuote(record.quote, desk), draft: withoutRemovedParts(draft) }
  const errors = formErrors(desk, drafts)
  const lines = changedLines(desk, drafts, record)
  const { removed } = lines
  const content = contentChanges(desk, drafts, { stored: record.quote, removed })
  return {
    request: { ...content.request, ...lines.request },
    paths: [...content.paths, ...lines.paths],
    keys: lines.keys,
    errors,
  }
}

/** What a quote or a template is created of, or a template is changed to. */
type CreatedContent = Omit<UpdateQuoteRequest, 'products'> &
  Pick<ReturnType<typeof newLines>['request'], 'products'>

/**
 * Returns what a form changes, with all lines: of nothing, or of a template.
 *
 * @param stored The template before, whose own fields the form shows.
 */
export function createdContent(
  desk: FormLanguage,
  { base, draft }: Drafts,
  stored: OwnFieldChanges = {},
): FormRequest<CreatedContent> {
  const drafts = { base, draft: withoutRemovedParts(draft) }
  const lines = newLines(desk, drafts.draft)
  const content = contentChanges(desk, drafts, { stored })
  return {
    request: { ...content.request, ...lines.request },
    paths: [...content.paths, ...lines.paths],
    keys: lines.keys,
    errors: formErrors(desk, drafts),
  }
}

/** Returns the request that creates the quote of a form. Its tags are set afterwards. */
export function createRequestOf(desk: FormLanguage, draft: Draft): FormRequest<CreateQuoteRequest> {
  const { request, ...rest } = createdContent(desk, { base: newDraft(desk), draft })
  const { tag_list: _, ...content } = request
  const currency = draft.get('currency') ?? ''
  const sent = { customer: {}, ...content, ...(currency && { currency: currency.toUpperCase() }) }
  return { ...rest, request: sent as unknown as CreateQuoteRequest }
}

function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  const names = new Set(right)
  return left.length === names.size && left.every((name) => names.has(name))
}

/** What is stored, and the keys of the lines that a form removes. */
interface StoredContent {
  readonly stored: OwnFieldChanges
  readonly removed?: ReadonlySet<string>
}

/** Returns what a form changes apart from the lines, and where it has that. */
function contentChanges(
  { numbers, strings, ownFields }: FormLanguage,
  drafts: Drafts,
  { stored, removed = new Set() }: StoredContent,
): Pick<FormRequest<UpdateQuoteRequest>, 'request' | 'paths'> {
  const { base, draft } = drafts
  const customer: [string, string | null][] = []
  let isElsewhere = false
  for (const [name, value] of fieldsOf(draft)) {
    if (value === (base.get(name) ?? '')) continue
    if (name.startsWith(customerPath))
      customer.push([name.slice(customerPath.length), value || null])
    else if (shipToFields.has(name)) isElsewhere = true
  }
  const scalars = quoteScalarFieldNames.flatMap((name) => {
    const value = draft.get(name)
    if (value === undefined || value === (base.get(name) ?? '')) return []
    const isNumber = describeScalarField(name).kind === 'days'
    return [[name, isNumber && value ? parseQuantity(value, numbers) : value || null] as const]
  })
  const discounts = changedParts(partLists.discounts, drafts, removed)
  const charges = changedParts(partLists.charges, drafts, removed)
  const plan = changedParts(partLists.payment_plan, drafts)
  const sections = changedParts(partLists.sections, drafts)
  const choices = changedParts(partLists.choices, drafts)
  const tags = tagsOf(draft)
  const shipping = chosenShipping(draft)
  const isShipped = shipping.join('\n') !== chosenShipping(base).join('\n')
  return {
    request: {
      ...(customer.length === 0 ? undefined : { customer: Object.fromEntries(customer) }),
      ...Object.fromEntries(scalars),
      ...(isElsewhere && { ship_to: shipToOf(draft) }),
      ...(discounts.isChanged
        ? { discounts: discounts.sent.map((each) => discountRequest(each, numbers)) }
        : undefined),
      ...(charges.isChanged
        ? { charges: charges.sent.map((each) => chargeRequest(each, numbers)) }
        : undefined),
      ...(plan.isChanged ? { payment_plan: planRequest(plan.sent, numbers, strings) } : undefined),
      ...(sections.isChanged
        ? { sections: sections.sent.map(({ row }) => sectionRequest(row)) }
        : undefined),
      ...(choices.isChanged
        ? { choices: choices.sent.map(({ row }) => choiceRequest(row)) }
        : undefined),
      ...(isShipped ? { shipping: shippingRequest(shipping, numbers) } : undefined),
      ...(isSameSet(tagsOf(base), tags) ? undefined : { tag_list: tags }),
      ...getOwnChanges(ownFields.quote, { ...drafts, stored }, numbers),
    },
    paths: [
      ['tag_list', 'tags'],
      ['product_order', 'products'],
      ...otherFieldsOf(draft).map(
        (name, index) => [formatPath(['customer', name]), `fields[${index}].value`] as const,
      ),
      ...discounts.sent.map(({ row }, index) => [`discounts[${index}]`, row.path] as const),
      ...charges.sent.flatMap(({ row }, index): readonly FormPath[] => [
        [`charges[${index}]`, row.path],
        // No field shows the key.
        [`charges[${index}].key`, `${row.path}.label`],
      ]),
      ...plan.sent.flatMap(({ row }, index): readonly FormPath[] => [
        [`payment_plan[${index}]`, row.path],
        ...(row.get('due') === onDay
          ? [[`payment_plan[${index}].due`, `${row.path}.day`] as const]
          : []),
      ]),
      ...Object.entries({ sections, choices }).flatMap(([list, { sent }]) =>
        sent.flatMap(({ row }, index): readonly FormPath[] => [
          [`${list}[${index}]`, row.path],
          [`${list}[${index}].key`, `${row.path}.title`],
        ]),
      ),
    ],
  }
}

/** A row of a part to send, with the keys of its lines that are left. */
interface SentRow {
  readonly row: Row
  readonly lines: readonly string[]
}

/** Returns what a form sends of a part, and whether it changes it. */
function changedParts(
  list: PartList,
  { base, draft }: Drafts,
  removed: ReadonlySet<string> = new Set(),
) {
  const rows = givenRows(draft, list)
  const sent = rows.flatMap((row): readonly SentRow[] => {
    const lines = chosenLines(row)
    const left = lines.filter((key) => !removed.has(key))
    // One for lines that are all removed is dropped.
    return left.length < Math.min(lines.length, 1) ? [] : [{ row, lines: left }]
  })
  return { sent, isChanged: givenText(draft, list) !== givenText(base, list) }
}

/** Returns the rows of a part that say something: sections and choices by their places. */
export function givenRows(draft: Draft, list: PartList): readonly Row[] {
  const rows = rowsOf(draft, list.name).filter((row) => !isBlankPart(row, list))
  if (list.noun === undefined) return rows
  const byPath = new Map(rows.map((row) => [row.path, row]))
  return getOrderedKeys(rows, [...byPath.keys()]).map((path) => byPath.get(path) as Row)
}

/** Returns the lines that count: a discount on more than the lines has no choice of them. */
export function chosenLines(row: Row): readonly string[] {
  return ['', 'lines'].includes(row.get('on')) ? linesOf(row) : []
}

/**
 * Returns what is compared of a part: the lines in any order, and not the numbers of rows. Empty
 * for no rows.
 */
export function givenText(draft: Draft, list: PartList): string {
  const rows = givenRows(draft, list)
  const compared = rows.map((row) => [...list.fields.map(row.get), chosenLines(row).toSorted()])
  return compared.length === 0 ? '' : JSON.stringify(compared)
}

function sectionRequest({ get }: Row): SectionRequest {
  return {
    key: get('key'),
    title: get('title'),
    ...(get('text') !== '' && { text: get('text') }),
    ...parseChoice(get('choice')),
    ...(get('show') !== '' && { show: get('show') as 'lines' }),
    ...(get('page_break') !== '' && { page_break: true }),
  }
}

function choiceRequest({ get }: Row): ChoiceRequest {
  return { key: get('key'), title: get('title'), optional: get('optional') !== '' }
}

function discountRequest({ row, lines }: SentRow, numbers: TypedNumbers): DiscountRequest {
  const [type, label, on] = [row.get('type'), row.get('label'), row.get('on')]
  return {
    type: type as DiscountRequest['type'],
    value: parseDecimal(row.get('value'), termKind(type), numbers),
    ...(label === '' ? undefined : { label }),
    ...(['', 'lines'].includes(on) ? undefined : { on: on as 'all' }),
    ...(lines.length === 0 ? undefined : { lines }),
  }
}

function chargeRequest({ row, lines }: SentRow, numbers: TypedNumbers): ChargeRequest {
  const [key, type, code] = [row.get('key'), row.get('type'), row.get('tax_code')]
  return {
    ...(key === '' ? undefined : { key }),
    label: row.get('label'),
    type: type as ChargeRequest['type'],
    value: parseDecimal(row.get('value'), termKind(type), numbers),
    ...(lines.length === 0 ? undefined : { lines }),
    ...(code === '' ? undefined : { tax_code: code }),
  }
}

/**
 * Returns the payment plan to send; null for none. A plan has one part for the rest: if the form
 * says none, it is due on delivery. Parts without a name get one.
 */
function planRequest(
  sent: readonly SentRow[],
  numbers: TypedNumbers,
  { edit }: DeskStrings,
): readonly PaymentPartRequest[] | null {
  if (sent.length === 0) return null
  const parts = sent.map(({ row }, index): PaymentPartRequest => {
    const [type = '', value = '', due = '', days = ''] = [...['type', 'value', 'due', 'days']].map(
      row.get,
    )
    const name = isRest(row) ? edit.balance : edit.payment(index + 1)
    return {
      label: row.get('label') || name,
      type: type as PaymentPartRequest['type'],
      ...(!isRest(row) && value !== '' && { value: parseDecimal(value, termKind(type), numbers) }),
      due: due === onDay ? row.get('day') : due,
      ...(due !== onDay && days !== '' && { days: parseQuantity(days, numbers) as number }),
    }
  })
  if (sent.some(({ row }) => isRest(row))) return parts
  return [...parts, { label: edit.balance, type: restType, due: 'delivery' }]
}

/** The method of shipping; for `custom`, also name, price and tax code of its charge. */
type ChosenShipping = readonly [type: string, ...product: string[]]

/** Returns the shipping that a form chooses. Only `custom` has a charge that is typed. */
export function chosenShipping(draft: Draft): ChosenShipping {
  const type = draft.get('shipping.type') ?? 'no_additional'
  const product = ['name', 'price', 'tax_code'].map(
    (field) => draft.get(`shipping.product.${field}`) ?? '',
  )
  return type === 'custom' ? [type, ...product] : [type]
}

function shippingRequest(
  [type, name = '', price = '', taxCode = '']: ChosenShipping,
  numbers: TypedNumbers,
): ShippingChoice {
  if (type !== 'custom') return { type }
  const code = taxCode === '' ? undefined : { tax_code: taxCode }
  return { type, product: { name, price: parseDecimal(price, 'money', numbers), ...code } }
}
