import type { FieldErrors, QuoteError } from '../../errors.js'
import { toProblem } from '../../http/problem-details.js'
import type { Form } from '../../pages/forms/form.js'
import type { NumberKind } from '../../pages/forms/typed-numbers.js'
import { withoutRemedy } from '../../quote/lines/line-request.js'
import { scalarFieldsWith } from '../../quote/model/quote-scalar-fields.js'
import type { DeskRuntime } from '../desk-call.js'
import type { DeskStrings } from '../strings.js'
import { type LineChoiceName, parseChoice } from './choice-values.js'
import {
  allParts,
  type BillingField,
  customerPath,
  type FormLanguage,
  isBlankPart,
  isBlankRow,
  isRemoved,
  onceInterval,
  onDay,
  partLists,
  type RowField,
  restType,
} from './draft.js'
import {
  at,
  changedRows,
  type Draft,
  type Drafts,
  fieldsOf,
  type Row,
  rowsOf,
  splitName,
} from './draft-rows.js'

/** A path of a request, and the name of its field in the form. */
export type FormPath = readonly [path: string, name: string]

/** Returns the errors of a rejected request by the names of the form's fields. */
export function getErrors(error: QuoteError, paths: readonly FormPath[]): FieldErrors {
  if (error.code === 'invalid_request') return toFormErrors(error.details.errors, paths)
  return { '': toProblem(error).body.detail }
}

/**
 * Returns errors by the names of the form's fields instead of the paths of the request. Below a
 * path of the list, the rest of the path stays: `product_changes[0].qty` is `products[4].qty` if
 * the fifth row made the first change.
 */
export function toFormErrors(errors: FieldErrors, paths: readonly FormPath[]): FieldErrors {
  const names = new Map(paths)
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => [getName(path, names), withoutRemedy(message)]),
  )
}

function getName(path: string, names: ReadonlyMap<string, string>): string {
  for (let end = path.length; end > 0; end = boundary(path, end)) {
    const name = names.get(path.slice(0, end))
    if (name === undefined) continue
    const rest = path.slice(end)
    // A list of checkboxes is one field, whichever of its values is invalid.
    if (/^\[\d+\]$/.test(rest)) return name
    // What a choice lacks is said at its title; one field says what the customer can do.
    if (/^choices\[\d+\]$/.test(name)) return `${name}${rest || '.title'}`
    return `${name}${rest.replace(/^\.(?:optional|selected)$/, '.choice').replace(/\[\d+\]$/, '')}`
  }
  return path
}

/** Returns where the last step of a path begins. */
function boundary(path: string, end: number): number {
  return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1), 0)
}

/** Returns the errors that the engine does not see, because they are about the form. */
export function formErrors(desk: FormLanguage, drafts: Drafts): FieldErrors {
  const { edit } = desk.strings
  const names = rowsOf(drafts.draft, 'fields').map((row) => {
    const message = row.get('name') === '' ? edit.missingFieldName : edit.takenFieldName
    return [`${row.path}.name`, message] as const
  })
  return {
    ...Object.fromEntries(names),
    ...unusedErrors(desk, drafts.draft),
    ...positionErrors(desk, drafts.draft),
    ...proposalErrors(desk, drafts),
    ...billingErrors(desk, drafts),
    ...numberErrors(desk, drafts),
  }
}

/** Returns the errors of new rows with only a quantity or a place, which add no line. */
function unusedErrors({ strings, numbers }: FormLanguage, draft: Draft): FieldErrors {
  const isTyped = (row: Row) => {
    const qty = row.get('qty')
    return row.get('position') !== '' || (qty !== '' && numbers.parse(qty, 'quantity') !== '1')
  }
  const unused = rowsOf(draft, 'products').filter(
    (row) => isBlankRow(row) && !isRemoved(row) && isTyped(row),
  )
  return Object.fromEntries(unused.map(({ path }) => [`${path}.id`, strings.edit.missingProduct]))
}

/** Returns the errors of the positions that were typed. */
export function positionErrors(
  { strings }: Pick<FormLanguage, 'strings'>,
  draft: Draft,
): FieldErrors {
  const rows = (['products', 'sections', 'choices'] as const).flatMap((list) => rowsOf(draft, list))
  const invalid = rows.filter((row) => !/^\d{0,6}$/.test(row.get('position')))
  return Object.fromEntries(
    invalid.map(({ path }) => [`${path}.position`, strings.edit.invalidPlace]),
  )
}

/** Returns those of the lines, and the sections, that can be members of a choice. */
function membersOf(lines: readonly Row[], draft: Draft): readonly Row[] {
  const { sections } = partLists
  return [
    ...lines.filter((row) => !isBlankRow(row) && !isRemoved(row)),
    ...rowsOf(draft, 'sections').filter((row) => !isBlankPart(row, sections)),
  ]
}

/** Returns the error of each choice of which two members are proposed that were not before. */
function proposalErrors({ strings }: FormLanguage, { base, draft }: Drafts): FieldErrors {
  const proposed = new Set<string>()
  const errors: Record<string, string> = {}
  for (const row of membersOf(changedRows({ base, draft }), draft)) {
    const value = row.get('choice')
    const { choice, selected } = parseChoice(value)
    if (!selected || choice === undefined || base.get(`${row.path}.choice`) === value) continue
    if (proposed.has(choice)) errors[`${row.path}.choice`] = strings.edit.proposedTwice
    proposed.add(choice)
  }
  return errors
}

/**
 * Returns the errors of new choices that no line and no section is a member of: the engine drops
 * them.
 */
function unusedChoices(
  { strings }: Pick<FormLanguage, 'strings'>,
  { base, draft }: Drafts,
): FieldErrors {
  const known = new Set(rowsOf(base, 'choices').map((row) => row.get('key')))
  const added = rowsOf(draft, 'choices').filter(
    (row) => !isBlankPart(row, partLists.choices) && !known.has(row.get('key')),
  )
  if (added.length === 0) return {}
  const members = membersOf(rowsOf(draft, 'products'), draft)
  const used = new Set(members.map((row) => parseChoice(row.get('choice')).choice))
  const unused = added.filter((row) => !used.has(row.get('key')))
  return Object.fromEntries(unused.map(({ path }) => [`${path}.title`, strings.edit.unusedChoice]))
}

/** Returns the errors of periods that were typed for lines without an interval. */
function billingErrors({ strings }: FormLanguage, { base, draft }: Drafts): FieldErrors {
  const isLost = (row: Row) =>
    ['', onceInterval].includes(row.get('billing.interval')) &&
    (['billing.count', 'billing.cycles'] as const).some((field) => {
      const typed = row.get(field)
      return typed !== '' && typed !== base.get(`${row.path}.${field}`)
    })
  const rows = changedRows({ base, draft })
  const invalid = rows.filter((row) => !isRemoved(row) && isLost(row))
  return Object.fromEntries(
    invalid.map(({ path }) => [`${path}.billing.interval`, strings.edit.missingInterval]),
  )
}

/**
 * Returns the errors of numbers that were typed and cannot be read, by the names of their fields.
 * What the form showed is valid, however it is written.
 */
function numberErrors({ numbers, ownFields }: FormLanguage, { base, draft }: Drafts): FieldErrors {
  const own = new Set(
    [...ownFields.quote, ...ownFields.line].flatMap(({ path, input }) =>
      input === 'number' ? [path] : [],
    ),
  )
  const kindOf = (name: string): NumberKind | undefined => {
    const [path = '', field = name] = splitName(name)
    if (own.has(field) || dayCounts.includes(field)) return 'quantity'
    if (field === 'shipping.product.price')
      return draft.get('shipping.type') === 'custom' ? 'money' : undefined
    if (path.startsWith('products')) return numberFields[field as keyof typeof numberFields]
    if (field === 'days') return draft.get(`${path}.due`) === onDay ? undefined : 'quantity'
    const type = draft.get(`${path}.type`)
    return field === 'value' && type !== restType ? termKind(type) : undefined
  }
  const changed = changedRows({ base, draft })
  const ignored = new Set(
    [
      ...changed.filter((row) => isRemoved(row) || isBlankRow(row)),
      ...allParts.flatMap((list) =>
        rowsOf(draft, list.name).filter((row) => isBlankPart(row, list)),
      ),
    ].map(({ path }) => path),
  )
  const errors: Record<string, string> = {}
  const sent = [...fieldsOf(draft), ...changed.flatMap(({ path, values }) => at(path, values))]
  for (const [name, value] of sent) {
    if (value === '' || value === base.get(name)) continue
    const kind = kindOf(name)
    if (kind === undefined || ignored.has(splitName(name)[0] ?? '')) continue
    if (numbers.parse(value, kind) === undefined) errors[name] = numbers.error(kind, value)
  }
  return errors
}

/** The fields of a quote that are numbers of days. */
const dayCounts: readonly string[] = scalarFieldsWith(({ kind }) => kind === 'days')

/** The fields of a line that are numbers. */
const numberFields = {
  qty: 'quantity',
  quote: 'money',
  discount_percent: 'percent',
  price: 'money',
  price_quantity: 'quantity',
  'billing.count': 'quantity',
  'billing.cycles': 'quantity',
  'qty_range.min': 'quantity',
  'qty_range.max': 'quantity',
  'qty_range.step': 'quantity',
} as const satisfies Partial<Record<RowField | BillingField | LineChoiceName, NumberKind>>

/** Returns what the value of a discount or a charge is: percent, or an amount of money. */
export function termKind(type: string | undefined): NumberKind {
  return type === 'percent' ? 'percent' : 'money'
}

/**
 * Returns the errors of what was typed and the engine accepts: a country that is none, a choice
 * without members. A form that is not saved yet has none of them.
 */
export function slipErrors(
  desk: Pick<DeskRuntime, 'formats' | 'strings'>,
  base: Draft,
  draft: Draft,
): FieldErrors {
  return { ...contactErrors(desk, base, draft), ...unusedChoices(desk, { base, draft }) }
}

/**
 * Returns the errors of countries and an e-mail address that were typed. The engine accepts any
 * string, as other systems may store others; in a form, they are slips that stop taxes and mail
 * later. Values that the form showed stay as they are.
 *
 * @param desk Its locale is the language in which a country may have been typed, besides English.
 */
export function contactErrors(
  { formats: { locale }, strings: { edit: strings } }: Pick<DeskRuntime, 'formats' | 'strings'>,
  before: Draft,
  after: Draft,
): FieldErrors {
  const typed = (name: string) => {
    const value = after.get(name) ?? ''
    return value === before.get(name) ? '' : value
  }
  const errors: Record<string, string> = {}
  for (const name of ['customer.country', 'ship_to.country']) {
    const country = typed(name)
    const isCode = /^[a-z]{2}$/i.test(country)
    if (country === '' || (isCode && codeInUse(country) === country.toUpperCase())) continue
    const code = isCode ? codeInUse(country) : countryCode(country, locale)
    errors[name] = code === undefined ? strings.invalidCountry : strings.countryCode(code, country)
  }
  const email = typed('customer.email')
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    errors['customer.email'] = strings.invalidEmail
  return errors
}

/** The fields of an address say where a customer is, and not who it is. */
const addressFields: ReadonlySet<string> = new Set([
  'customer.address',
  'customer.address-2',
  'customer.city',
  'customer.zipcode',
  'customer.state',
  'customer.country',
])

/**
 * Returns the error of a new quote that says nothing of who it is for: no name, company, e-mail or
 * phone, and no field of the host's own.
 */
export function missingCustomer({ edit, labels }: DeskStrings, draft: Draft): FieldErrors {
  const isKnown = [...draft].some(
    ([name, value]) => name.startsWith(customerPath) && value !== '' && !addressFields.has(name),
  )
  if (isKnown) return {}
  const { company, email, phone } = labels.customer
  return { 'customer.name': edit.missingCustomer([company, email, phone]) }
}

/** What the form sends of the words whose products it shows. */
export const searchedField = 'searched'

/** Returns the errors of words and of a pasted table that a form sends and that add no line yet. */
export function searchErrors({ strings }: Pick<DeskRuntime, 'strings'>, form: Form): FieldErrors {
  const isSearched = ['', form.get(searchedField)].includes(form.get('search'))
  return {
    ...(!isSearched && { search: strings.edit.notSearched }),
    ...(form.get('pasted').trim() !== '' && { pasted: strings.edit.notPasted }),
  }
}

/** Locales of options are few. */
const maxLocales = 100
const codesByLocale = new Map<string, ReadonlyMap<string, string>>()

/** Returns the code of a country by its name; undefined if none has this name. */
function countryCode(name: string, locale: string): string | undefined {
  for (const each of ['en', locale]) {
    const code = countryCodes(each).get(name.toLocaleLowerCase(each))
    if (code !== undefined) return code
  }
  return undefined
}

/** Returns the code of a country for one that is not in use: GB for UK. */
function codeInUse(code: string): string {
  return Intl.getCanonicalLocales(`und-${code}`)[0]?.slice('und-'.length) ?? code
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function countryCodes(locale: string): ReadonlyMap<string, string> {
  const known = codesByLocale.get(locale)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const codes = new Map<string, string>()
  for (const first of letters)
    for (const second of letters) {
      const name = names.of(first + second)?.toLocaleLowerCase(locale)
      if (name !== undefined) codes.set(name, codeInUse(first + second))
    }
  if (codesByLocale.size >= maxLocales) codesByLocale.clear()
  codesByLocale.set(locale, codes)
  return codes
}
