import { HttpProblem } from '../../http/problem-details.js'
import { type Form, toFormText } from '../../pages/forms/form.js'
import { type FormRow, getRows } from '../../pages/forms/form-rows.js'
import { type LineChoiceFields, lineChoiceFields } from '../../quote/model/choice-fields.js'
import type { FieldKind } from '../../quote/model/field-rules.js'
import { linesByKey } from '../../quote/model/line-keys.js'
import {
  isPaymentEvent,
  maxPaymentParts,
  type PaymentPart,
} from '../../quote/model/payment-fields.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { Billing } from '../../quote/model/pricing-fields.js'
import { customLineId, type ProductId } from '../../quote/model/product-fields.js'
import type { ProductLine, Quote, ShipTo } from '../../quote/model/quote.js'
import { quoteScalarFieldNames } from '../../quote/model/quote-scalar-fields.js'
import { addressFields } from '../../quote/model/ship-to.js'
import { mapTextFields, type TextField } from '../../quote/model/text-fields.js'
import type { DeskRuntime } from '../desk-call.js'
import { customerFieldNames, detailFields } from '../parts/fields.js'
import { ownEntries } from '../parts/own-fields.js'
import { percentValue } from '../parts/quote-content.js'
import type { DeskStrings } from '../strings.js'
import {
  choiceValue,
  lineChoiceNames,
  lineChoiceValues,
  newChoiceKey,
  parseChoice,
} from './choice-values.js'
import {
  at,
  countBeforeLines,
  createDraft,
  type Draft,
  type Entry,
  fieldsOf,
  type Row,
  rowsOf,
  toLazyRow,
  toRow,
  withFields,
} from './draft-rows.js'

/** The numbers, words and own fields with which a form is shown. */
export type FormLanguage = Pick<DeskRuntime, 'numbers' | 'strings' | 'ownFields'>

/** A field of the form about a line. */
export type RowField = (typeof rowFields)[number]

export const rowFields = [
  'position',
  'id',
  'qty',
  'quote',
  'discount_percent',
  'note',
  'name',
  'price',
  'price_quantity',
  'unpriced',
  ...detailFields,
] as const satisfies readonly (keyof DeskStrings['labels']['line'])[]

/** The fields of the form about when a line is charged again, as requests call them. */
export const billingFields = ['billing.interval', 'billing.count', 'billing.cycles'] as const

/** A field of the form about when a line is charged again. */
export type BillingField = (typeof billingFields)[number]

/**
 * The interval of a line that is charged once. An empty one says nothing: the line recurs if its
 * product does.
 */
export const onceInterval = 'once'

/** What a line of a template has besides: an amount per unit, and its own fields as JSON. */
const templateFields = ['discount', 'stored']

/** Returns true for the draft of a template, which has a name. */
export function isTemplate(draft: Draft): boolean {
  return draft.has('name')
}

/** What is shown in a row for a new line. */
const emptyValues: readonly Entry[] = ['key', ...rowFields, ...billingFields].map((field) => [
  field,
  field === 'qty' ? '1' : '',
])

const emptyChoice = lineChoiceNames.map((field): Entry => [field, ''])

/** Returns what is shown in a row for a new line of a form. */
function newValues(draft: Draft): readonly Entry[] {
  return hasChoices(draft) ? [...emptyValues, ...emptyChoice] : emptyValues
}

/** Returns the row for a new line of a form. */
export function emptyLineOf(draft: Draft): Row {
  return toRow('products[0]', new Map(newValues(draft)))
}

/** Returns true if a form has sections, choices, or fields for them at its lines. */
function hasChoices(draft: Draft): boolean {
  const hasFields = rowsOf(draft, 'products').some(({ values }) => values.has('choice'))
  return hasFields || rowsOf(draft, 'sections').length + rowsOf(draft, 'choices').length > 0
}

/** Returns a draft in which nothing is in a section or a choice that it removes. */
export function withoutRemovedParts(draft: Draft): Draft {
  const removed = (list: 'sections' | 'choices') =>
    new Set(rowsOf(draft, list).flatMap((row) => (isRemoved(row) ? [row.get('key')] : [])))
  const [sections, choices] = [removed('sections'), removed('choices')]
  if (sections.size + choices.size === 0) return draft
  const rows = [...rowsOf(draft, 'products'), ...rowsOf(draft, 'sections')]
  return withFields(
    draft,
    rows.flatMap(({ path, get }) => [
      ...(sections.has(get('section')) ? at(path, [['section', '']]) : []),
      ...(choices.has(parseChoice(get('choice')).choice ?? '') ? at(path, [['choice', '']]) : []),
    ]),
  )
}

/** Returns a row with fields for sections and choices. */
export function withChoiceFields({ path, values }: Row): Row {
  return toRow(path, new Map([...emptyChoice, ...values]))
}

/** Returns a draft whose lines have fields for sections and choices. */
export function withChoices(draft: Draft): Draft {
  const others = rowsOf(draft, 'products').filter(({ values }) => !values.has('choice'))
  if (others.length === 0) return draft
  return withFields(
    draft,
    others.flatMap(({ path }) => at(path, emptyChoice)),
  )
}

/** What a new row is filled with: a product that was picked, or what was typed as one. */
export interface NewLine {
  readonly product: PickedProduct | string
  /** As it is typed. @default '1' */
  readonly qty?: string | undefined
}

/** Returns a draft with rows for new lines after its own. */
export function withNewRows(draft: Draft, lines: readonly NewLine[]): Draft {
  const { length } = rowsOf(draft, 'products')
  const empty = newValues(draft)
  return withFields(
    draft,
    lines.flatMap(({ product, qty }, index) =>
      at(`products[${length + index}]`, [
        ...empty,
        ...(typeof product === 'string' ? [['id', product] as const] : pickEntries(product)),
        ...(qty === undefined ? [] : [['qty', qty] as const]),
      ]),
    ),
  )
}

/** Returns the fields of a row for a product that was picked. */
export function pickEntries(pick: PickedProduct): readonly Entry[] {
  return [
    ['id', pick.id],
    ['picked', pickValue(pick)],
  ]
}

/** Returns the words that a new row shows for its product; undefined if its id is typed. */
export function pickedText(row: Row): string | undefined {
  return parsePick(row.get('picked'))?.text
}

/** Returns true for a row of the form that is not of a line that was there before. */
export function isNewLine(row: Row): boolean {
  return row.get('key') === ''
}

export function isRemoved(row: Row): boolean {
  return row.get('remove') === 'yes'
}

/** Returns true for a row that adds nothing: a new one without content, or one that is removed. */
export function isBlankRow(row: Row): boolean {
  if (row.get('key') !== '') return false
  const content = [...row.values].filter(([field]) => field !== 'qty' && field !== 'position')
  return isRemoved(row) || content.every(([, value]) => value === '')
}

/** Returns true for a row that says nothing, such as a discount of nothing. */
export function isBlankPart(row: Row, { content }: PartList): boolean {
  const isEmpty = content.every((field) => row.get(field) === '') && !isRest(row)
  return isRemoved(row) || (isEmpty && linesOf(row).length === 0)
}

/** The type of the part of a payment plan that is what the others leave: it has no value. */
export const restType = 'rest' satisfies PaymentPart['type']

export function isRest(row: Row): boolean {
  return row.get('type') === restType
}

/** What the form says instead of an event if a part of a payment plan is due on a day. */
export const onDay = 'day'

/** Returns the keys of the lines of a discount or a charge; none for all. */
export function linesOf({ values }: Row): readonly string[] {
  return checkedOf(values.keys(), 'lines=')
}

/** Returns the tags of a draft. */
export function tagsOf(draft: Draft): readonly string[] {
  return checkedOf(fieldsOf(draft).keys(), 'tags=')
}

function checkedOf(names: Iterable<string>, list: string): readonly string[] {
  const found: string[] = []
  for (const name of names) if (name.startsWith(list)) found.push(name.slice(list.length))
  return found
}

/** What a checkbox sends, and what stands beside the name of one that is checked. */
const checked = 'yes'

/** What the names of the fields of the customer start with. */
export const customerPath = 'customer.'

/** Returns the address of delivery that a form says, without its empty fields. */
export function shipToOf(draft: Draft): ShipTo | null {
  const typed = addressFields.flatMap((name) => {
    const value = draft.get(`ship_to.${name}`)
    return value ? [[name, value] as const] : []
  })
  return typed.length === 0 ? null : Object.fromEntries(typed)
}

/** Returns the names of the customer fields beside the usual ones, as the form numbers them. */
export function otherFieldsOf(draft: Draft): readonly string[] {
  return checkedOf(fieldsOf(draft).keys(), customerPath).filter((name) => !isUsual(name))
}

/** Returns true for a field of the customer that every form shows. */
export function isUsual(name: string): boolean {
  return customerFieldNames.some((known) => known === name)
}

/** The fields of a quote that its form has. */
type FormContent = Partial<Quote> &
  Pick<Quote, 'customer' | 'products' | 'product_order' | 'shipping'>

/** The drafts of quotes that a request has loaded, which needs some of them several times. */
const draftsByDesk = new WeakMap<FormLanguage, WeakMap<FormContent, Draft>>()

/** Returns what the form of a quote shows. */
export function draftOfQuote(quote: FormContent, desk: FormLanguage): Draft {
  const drafts = draftsByDesk.get(desk) ?? new WeakMap<FormContent, Draft>()
  draftsByDesk.set(desk, drafts)
  const draft = drafts.get(quote) ?? toDraft(quote, desk)
  drafts.set(quote, draft)
  return draft
}

function toDraft(quote: FormContent, desk: FormLanguage): Draft {
  const { numbers, ownFields } = desk
  const { discounts = [], charges = [], payment_plan: plan = [], tags } = quote
  const hasChoices = usesChoices(quote)
  const { type: method, product } = quote.shipping
  const lines = [...linesByKey(quote)].map(([key, line], index) => {
    const known = new Map(Object.entries({ key, position: String(index + 1), remove: '' }))
    return toLazyRow(`products[${index}]`, known, () => {
      const amounts = {
        price: line.unpriced ? '' : shownUnitPrice(line.price, quote),
        quote: line.unpriced ? '' : shownUnitPrice(line.quote, quote),
        discount_percent: percentValue(line),
      }
      const shown = { ...line, billing: line.billing ?? null }
      return lineValues({ key, line: shown, index, hasChoices }, amounts, desk)
    })
  })
  const before = [
    ...customerEntries(quote.customer, desk),
    ...addressFields.map((name): Entry => [`ship_to.${name}`, quote.ship_to?.[name] ?? '']),
    ...ownEntries(ownFields.quote, quote, numbers),
  ]
  const fields = new Map<string, string>([
    ...before,
    ...choiceEntries(quote),
    ...discounts.flatMap(({ type, value, label = '', on = 'lines', lines }, index) => {
      const values = { type, value: numbers.format(value), label, on }
      return at(`discounts[${index}]`, [...Object.entries(values), ...lineBoxes(lines)])
    }),
    ...charges.flatMap(({ key, type, value, label, tax_code = '', lines }, index) => {
      const values = { key, type, value: numbers.format(value), label, tax_code }
      return at(`charges[${index}]`, [...Object.entries(values), ...lineBoxes(lines)])
    }),
    ...plan.flatMap((part, index) =>
      at(`payment_plan[${index}]`, Object.entries(paymentValues(part, numbers))),
    ),
    ['shipping.type', method],
    ['shipping.product.name', product?.name ?? ''],
    ['shipping.product.price', numbers.format(product?.price ?? '')],
    ['shipping.product.tax_code', product?.tax_code ?? ''],
    ...(tags ?? []).map((name): Entry => [`tags=${name}`, checked]),
    ...quoteScalarFieldNames.map((name): Entry => [name, String(quote[name] ?? '')]),
  ])
  return createDraft(fields, lines, before.length)
}

function paymentValues(
  { type, value = '', label, due, days }: PaymentPart,
  { format }: FormLanguage['numbers'],
) {
  const when = isPaymentEvent(due) ? { due, day: '' } : { due: onDay, day: due }
  const after = days === undefined ? '' : format(String(days))
  return { type, value: format(value), label, ...when, days: after }
}

/** What a quote or a template has of sections and choices. */
interface ChoiceContent extends Pick<Quote, 'sections' | 'choices'> {
  readonly products: readonly LineChoiceFields[]
}

/** Returns true if a quote or a template uses sections, choices or ranges of quantities. */
export function usesChoices({ products, sections, choices }: ChoiceContent): boolean {
  const isUsed = (line: LineChoiceFields) =>
    lineChoiceFields.some((field) => line[field] !== undefined)
  return sections !== undefined || choices !== undefined || products.some(isUsed)
}

/** Returns the fields of the sections and the choices of a quote or a template. */
export function choiceEntries({ sections = [], choices = [] }: Partial<ChoiceContent>) {
  return [
    ...sections.flatMap((section, index) => {
      const { key, title, text = '', show = '', page_break: isBroken } = section
      const choice = choiceValue(section)
      const values = { key, title, text, choice, show, page_break: isBroken ? checked : '' }
      return at(`sections[${index}]`, placed(index, values))
    }),
    ...choices.flatMap(({ key, title, optional }, index) =>
      at(`choices[${index}]`, placed(index, { key, title, optional: optional ? checked : '' })),
    ),
  ]
}

function placed(index: number, values: Readonly<Record<string, string>>): readonly Entry[] {
  return Object.entries({ position: String(index + 1), ...values })
}

/** Returns the checked boxes of the lines that a discount or a charge is for. */
function lineBoxes(keys: readonly string[] = []): readonly Entry[] {
  return keys.map((key) => [`lines=${key}`, checked])
}

/** Returns the customer fields: the usual ones and the declared ones also if they are absent. */
export function customerEntries(
  customer: Quote['customer'],
  { ownFields }: Pick<FormLanguage, 'ownFields'>,
): readonly Entry[] {
  const stored = new Map(Object.entries(customer))
  const names = [...customerFieldNames, ...ownFields.customer.keys(), ...stored.keys()]
  return [...new Set(names)].map((name) => [`${customerPath}${name}`, stored.get(name) ?? ''])
}

/** A line of a quote or of a template, and its place in the form. */
interface PlacedLine<Line> {
  readonly key: string
  readonly line: Line
  readonly index: number
  /** True if its row has fields for sections and choices. */
  readonly hasChoices: boolean
}

/** What all lines have that a form shows. */
type ShownLine = Pick<
  ProductLine,
  | 'id'
  | 'qty'
  | 'note'
  | 'price_quantity'
  | 'unpriced'
  | TextField
  | FieldKind
  | keyof LineChoiceFields
> & {
  /** Null for once. */
  readonly billing?: Billing | null
}

/** The amounts of a line, as decimal strings; empty for none. */
type LineAmounts = Readonly<Record<'price' | 'quote' | 'discount_percent', string>>

/** Returns the fields of a line with the names that they have in a form. */
export function lineEntries(
  line: PlacedLine<ShownLine>,
  amounts: LineAmounts,
  desk: FormLanguage,
): readonly Entry[] {
  return at(`products[${line.index}]`, lineValues(line, amounts, desk))
}

/**
 * Returns the values of the row of a line. A line of a template without a billing has that of its
 * product; one of a quote is charged once.
 */
function lineValues(
  { key, line, index, hasChoices }: PlacedLine<ShownLine>,
  { price, quote, discount_percent: percent }: LineAmounts,
  { numbers, ownFields }: FormLanguage,
): readonly Entry[] {
  const { billing, price_quantity: per } = line
  const { interval = billing === null ? onceInterval : '', count = '', cycles = '' } = billing ?? {}
  const values: Readonly<Record<'key' | RowField | BillingField, string>> = {
    key,
    position: String(index + 1),
    id: productIdValue(line.id),
    qty: numbers.format(String(line.qty)),
    quote: numbers.format(quote),
    discount_percent: numbers.format(percent),
    note: line.note ?? '',
    price: numbers.format(price),
    price_quantity: per === undefined ? '' : numbers.format(String(per)),
    unpriced: line.unpriced ? checked : '',
    'billing.interval': interval,
    'billing.count': String(count),
    'billing.cycles': String(cycles),
    ...mapTextFields((name) => line[name] ?? ''),
  }
  const chosen = hasChoices ? lineChoiceValues(line, numbers.format) : []
  const choices = chosen.map((value, at): Entry => [lineChoiceNames[at] as string, value])
  const own = ownEntries(ownFields.line, line, numbers)
  return [...Object.entries(values), ...choices, ...own]
}

const noContent: FormContent = {
  customer: {},
  products: [],
  product_order: null,
  shipping: { type: 'no_additional', product: null },
}

/** Returns the draft of a quote that does not exist yet. */
export function newDraft(desk: FormLanguage): Draft {
  return withFields(draftOfQuote(noContent, desk), [['currency', '']])
}

/** More rows than this beside those of the quote are not from a person. */
const maxNew = { fields: 100, products: 300, tags: 1_100 }

/** A part of a form with rows for what a quote has, and one for a new one. */
export interface PartList {
  readonly name: 'discounts' | 'charges' | 'payment_plan' | 'sections' | 'choices'
  /** The fields of a row that are compared, in their order. */
  readonly fields: readonly string[]
  /** Of them, those that make a row say something. */
  readonly content: readonly string[]
  /** The row for a new one. */
  readonly empty: Row
  /** What a quote can have by default, and one more, so that the engine rejects too many. */
  readonly max: number
  /** What a new one is called, for its key, if its rows have places and keys. */
  readonly noun?: string
}

const rowOf = (values: Readonly<Record<string, string>>) =>
  toRow('', new Map(Object.entries(values)))

const [maxTerms, maxParts] = [21, 201]

/** The parts of a form with rows, besides its lines. */
export const partLists: Readonly<Record<PartList['name'], PartList>> = {
  discounts: {
    name: 'discounts',
    fields: ['type', 'value', 'label', 'on'],
    content: ['value', 'label'],
    empty: rowOf({ type: 'percent', on: 'lines' }),
    max: maxTerms,
  },
  charges: {
    name: 'charges',
    fields: ['key', 'type', 'value', 'label', 'tax_code'],
    content: ['value', 'label', 'tax_code'],
    empty: rowOf({ type: 'percent' }),
    max: maxTerms,
  },
  payment_plan: {
    name: 'payment_plan',
    fields: ['type', 'value', 'label', 'due', 'days', 'day'],
    content: ['value', 'label', 'days', 'day'],
    empty: rowOf({ type: 'percent', due: 'acceptance' }),
    max: maxPaymentParts + 1,
  },
  sections: {
    name: 'sections',
    fields: ['key', 'title', 'text', 'choice', 'show', 'page_break'],
    content: ['key', 'title', 'text'],
    empty: rowOf({}),
    max: maxParts,
    noun: 'section',
  },
  choices: {
    name: 'choices',
    fields: ['key', 'title', 'optional'],
    content: ['key', 'title'],
    empty: rowOf({}),
    max: maxParts,
    noun: 'choice',
  },
}

export const allParts = Object.values(partLists)

/** Returns the field after the last row of a part: `yes` if the form has sent all of them. */
export function endField({ name }: PartList): string {
  return `${name}_end`
}

/**
 * Returns what a form says. Fields that the form does not have keep their values, so that a form
 * that was cut off removes nothing.
 *
 * @param base What the form showed.
 * @throws HttpProblem 413 if it has far too many lines, discounts, charges or customer fields
 */
export function draftOfForm(form: Form, base: Draft, desk: FormLanguage): Draft {
  const { strings } = desk
  const fields = new Map<string, string>()
  const set = ([name, value]: Entry) => fields.set(name, value)
  for (const [name, before] of fieldsOf(base))
    if (!/^(?:tags=|(?:discounts|charges|payment_plan|sections|choices)\[)/.test(name))
      fields.set(name, sentOr(form, name, before))
  for (const list of allParts) sentRows(form, base, list, desk).forEach(set)
  sentTags(form, base, strings).forEach(set)
  const invalid = addOtherFields(fields, form, strings)
  const { length } = otherFieldsOf(fields)
  for (const [index, row] of invalid.entries()) {
    fields.set(`fields[${length + index}].name`, otherName(row))
    fields.set(`fields[${length + index}].value`, row.get('value'))
  }
  const draft = createDraft(fields, sentLines(form, base, desk), countBeforeLines(base))
  const hasParts = rowsOf(draft, 'sections').length + rowsOf(draft, 'choices').length > 0
  return hasParts ? withChoices(draft) : draft
}

const otherName = (row: FormRow) => (row.has('key') ? parseQuoted(row.get('key')) : row.get('name'))

/** Returns the value that a form sends, or the one before if it has none, or an equal one. */
function sentOr(form: Form, name: string, before: string): string {
  const values = form.getAll(name)
  // A checkbox comes after a hidden field, which says that the form has it.
  const value = name.includes('fields.') ? values.at(-1) : values[0]
  return value === undefined || isSameValue(value, before) ? before : value
}

/** Adds the customer fields without an input of their own, and returns those with invalid names. */
function addOtherFields(
  draft: Map<string, string>,
  form: Form,
  { edit }: DeskStrings,
): readonly FormRow[] {
  const max = otherFieldsOf(draft).length + maxNew.fields
  const names = new Set<string>(customerFieldNames)
  return limited(edit.tooMany.fields, getRows(form, 'fields'), max).filter((row) => {
    const name = otherName(row)
    const path = `${customerPath}${name}`
    if (name === '' && row.get('value') === '' && !row.has('key')) return false
    if (names.has(name) || (name === '' && !draft.has(path))) return true
    names.add(name)
    draft.set(path, sentOr(form, `fields[${row.index}].value`, draft.get(path) ?? ''))
    return false
  })
}

/** Returns the rows of the lines: those that the form does not have are those of the base. */
function sentLines(form: Form, base: Draft, desk: FormLanguage): readonly Row[] {
  const { numbers, strings, ownFields } = desk
  const { lines, newLines } = strings.edit.tooMany
  const stored = new Map(rowsOf(base, 'products').map((row) => [row.get('key'), row]))
  const all = getRows(form, 'products')
  // The lines of a template that others have changed, or of a quote, are not known.
  const max = isTemplate(base) ? all.length : stored.size + maxNew.products
  const rows = limited(lines, all, max)
  const known = new Map<string, FormRow>()
  const added = rows.filter((row) => {
    const key = row.get('key')
    if (!stored.has(key) || known.has(key)) return true
    known.set(key, row)
    return false
  })
  const news = added.filter((row) => row.get('key') === '')
  limited(newLines, news, maxNew.products)
  const own = ownFields.line.map(({ path }) => path)
  const others = isTemplate(base) ? [...own, ...templateFields] : own
  const empty = new Map([...emptyValues, ...others.map((field): Entry => [field, ''])])
  const sentRow = (before: Draft, path: string, row: FormRow) => {
    const fields = row.has('choice') ? new Map([...emptyChoice, ...before]) : before
    const values = new Map(
      [...fields].map(([field, value]): Entry => {
        const sent = sentOr(form, `products[${row.index}].${field}`, value)
        return [field, field === 'position' ? placeOf(sent, value, numbers) : sent]
      }),
    )
    if (row.get('remove') === checked) values.set('remove', checked)
    if (values.get('key') === '') setProduct(values, row)
    return toRow(path, values)
  }
  return [
    ...Array.from(stored.values(), (row) => {
      const sent = known.get(row.get('key'))
      return sent === undefined ? row : sentRow(row.values, row.path, sent)
    }),
    ...added.map((row, index) => sentRow(empty, `products[${stored.size + index}]`, row)),
  ]
}

/**
 * Sets the product that was picked for a new line: the one of the list from which it was chosen, or
 * the one whose text still stands in the field. What is typed instead names a line of its own if
 * the row has a list price, or is to be priced: those of products come from the catalog.
 */
function setProduct(values: Map<string, string>, row: FormRow): void {
  const typed = row.get('id')
  const picked = parsePick(row.get(row.get('offered') === checked ? 'id' : 'picked'))
  if (picked !== undefined && (picked.text === typed || row.get('offered') === checked)) {
    values.set('id', picked.id).set('picked', pickValue(picked))
  } else if (typed !== '' && row.get('price') + row.get('unpriced') !== '') {
    if (row.get('name') === '' && !isClearlyId(typed)) values.set('id', '').set('name', typed)
  }
}

/** Returns the number of a place that was typed, in the digits of the locale. */
function placeOf(sent: string, before: string, numbers: FormLanguage['numbers']): string {
  return sent === before ? sent : (numbers.parse(sent, 'quantity') ?? sent)
}

/** Rows that were not sent are kept, unless the form says that it has sent all of them. */
function sentRows(
  form: Form,
  base: Draft,
  list: PartList,
  { numbers, strings }: FormLanguage,
): readonly Entry[] {
  const { name, empty, noun } = list
  const fields = noun === undefined ? list.fields : ['position', ...list.fields]
  const before = rowsOf(base, name)
  const sent = new Map(getRows(form, name).map((row) => [row.index, row]))
  const kept = form.get(endField(list)) === checked ? [] : before.keys()
  const indexes = [...new Set([...kept, ...sent.keys()])].sort((left, right) => left - right)
  const rows = indexes.map((index) => {
    const known = before[index] ?? empty
    const lines = form.getAll(`${name}[${index}].lines`)
    const keys = lines.length > 0 ? lines.filter((key) => key !== '') : linesOf(known)
    const values = fields.map((field): Entry => {
      const value = sentOr(form, `${name}[${index}].${field}`, known.get(field))
      return [field, field === 'position' ? placeOf(value, known.get(field), numbers) : value]
    })
    const remove: readonly Entry[] =
      sent.get(index)?.get('remove') === checked ? [['remove', checked]] : []
    return toRow('', new Map([...values, ...lineBoxes(keys), ...remove]))
  })
  // The form shows an empty row after these, as it did before.
  const isShown = (row: Row) => row.get('key') !== '' || !isBlankPart(row, list)
  const end = rows.findLastIndex(isShown) + 1
  const shown = rows.slice(0, Math.max(end, before.length))
  const max = Math.max(before.length + 1, list.max)
  const given = limited(strings.edit.tooMany[name], shown, max)
  return withNewKeys(given, list, before).flatMap(({ values }, index) =>
    at(`${name}[${index}]`, values),
  )
}

/** Gives new sections and choices keys, which they keep. None is that of one that is removed. */
function withNewKeys(rows: readonly Row[], list: PartList, before: readonly Row[]): readonly Row[] {
  const { noun } = list
  if (noun === undefined) return rows
  const taken = new Set([...before, ...rows].map((row) => row.get('key')))
  return rows.map((row) => {
    if (row.get('key') !== '' || isBlankPart(row, list)) return row
    const key = newChoiceKey(row.get('title'), noun, taken)
    taken.add(key)
    return toRow(row.path, new Map([...row.values, ['key', key]]))
  })
}

/** Returns the tags that are checked: those that the quote had first, in their order. */
function sentTags(form: Form, base: Draft, { edit }: DeskStrings): readonly Entry[] {
  const before = tagsOf(base)
  const values = form.getAll('tags')
  const sent = new Set(values.flatMap((value) => (value === '' ? [] : [parseQuoted(value)])))
  const kept = values.length === 0 ? before : before.filter((name) => sent.has(name))
  const added = [...sent].filter((name) => !before.includes(name))
  const tags = [...kept, ...limited(edit.tooMany.tags, added, maxNew.tags)]
  return tags.map((name) => [`tags=${name}`, checked])
}

function limited<Item>(
  message: (max: number) => string,
  rows: readonly Item[],
  max: number,
): readonly Item[] {
  if (rows.length <= max) return rows
  throw new HttpProblem('payload_too_large', message(max))
}

/** Returns a name as a field sends it unchanged: JSON, because spaces around it belong to it. */
export function quoteName(name: string): string {
  return JSON.stringify(name)
}

/** Returns the name that was quoted; any other value is a name itself. */
function parseQuoted(value: string): string {
  try {
    const name: unknown = JSON.parse(value)
    return typeof name === 'string' ? name : value
  } catch {
    return value
  }
}

/**
 * Returns true if a value is the same after it was shown in a field and sent back: browsers change
 * line breaks, and spaces around values are not kept.
 */
export function isSameValue(left: string, right: string): boolean {
  return left === right || toFormText(left) === toFormText(right)
}

/**
 * Returns the id of a product as it is typed: `118` is the number, `"118"` in quotation marks the
 * string, and all other ids are strings.
 */
export function productIdValue(id: ProductId): string {
  if (id === customLineId) return ''
  return typeof id === 'string' && isAmbiguous(id) ? JSON.stringify(id) : String(id)
}

function isAmbiguous(id: string): boolean {
  return /^\d+$/.test(id) || id.startsWith('"') || id.trim() !== id
}

/** Returns true if what was typed as a product can only be its id: a number, or a quoted string. */
function isClearlyId(value: string): boolean {
  return /^\d+$/.test(value) || /^".*"$/s.test(value)
}

/** A product that was picked from a list, and the words that the field of its row shows then. */
export interface PickedProduct {
  /** As it is typed: {@link productIdValue}. */
  readonly id: string
  readonly text: string
}

/** Returns what a form sends of a product that was picked. */
export function pickValue({ id, text }: PickedProduct): string {
  return JSON.stringify([id, text])
}

/** Returns the product that a form says was picked; undefined if it says none. */
export function parsePick(value: string): PickedProduct | undefined {
  try {
    const parsed: unknown = JSON.parse(value)
    if (!Array.isArray(parsed) || parsed.length !== 2) return undefined
    const [id, text] = parsed as readonly unknown[]
    if (typeof id !== 'string' || typeof text !== 'string' || id === '') return undefined
    return { id, text }
  } catch {
    return undefined
  }
}
