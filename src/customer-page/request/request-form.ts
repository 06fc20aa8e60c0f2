import type { FieldErrors } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import { getRows } from '../../pages/forms/form-rows.js'
import { typedNumbers } from '../../pages/forms/typed-numbers.js'
import { maxNameLength, maxReasonLength } from '../../quote/model/lifecycle-fields.js'
import { isProductId, type ProductId } from '../../quote/model/product-fields.js'
import type { RequestedLine, RequestQuoteRequest } from '../../quote/operations/requests.js'
import { isValidString } from '../../validation/identifiers.js'
import { fill } from '../strings/get-strings.js'
import type { PageStrings } from '../strings/page-strings.js'

/** A row of the form, as it was typed. */
export interface RequestRow {
  /** The id of a product, as JSON; empty if the customer says in words what is needed. */
  readonly id: string
  /** These words, or what the product is called. */
  readonly name: string
  readonly qty: string
  readonly isRemoved?: boolean | undefined
}

/** The maximum number of rows, also of products that an address names. */
export const maxRows = 50

/** A field that people don't see, and programs fill in. Those who fill it in are marked. */
export const trap = 'website'

/** The fields about the customer, by the paths of their errors. */
export const customerFields = ['name', 'company', 'email', 'phone', 'zipcode'] as const

/** Returns the path of a field of a row. */
export function rowPath(index: number, field: keyof RequestRow): string {
  return `products[${index}].${field}`
}

/** Returns the rows that were sent, at most one more than there may be. */
export function readRows(form: Form): readonly RequestRow[] {
  return getRows(form, 'products')
    .slice(0, maxRows + 1)
    .map((row) => ({
      id: parseId(row.get('id')) === undefined ? '' : row.get('id'),
      name: row.get('name'),
      qty: row.get('qty'),
      isRemoved: row.get('isRemoved') === 'yes',
    }))
}

function parseId(json: string): ProductId | undefined {
  try {
    const id: unknown = JSON.parse(json)
    return isProductId(id) ? id : undefined
  } catch {
    return undefined
  }
}

/** A request as it was typed. */
interface ReadRequest {
  readonly request: RequestQuoteRequest
  /** What is wrong with it, by the names of the fields. */
  readonly errors: FieldErrors
  /**
   * Returns the rows and the errors with which the form is shown after the engine has rejected it;
   * undefined if the reason is none of its fields. A product that is gone becomes words.
   */
  explain(errors: FieldErrors): Explained | undefined
}

interface Explained {
  readonly rows: readonly RequestRow[]
  readonly errors: FieldErrors
}

/** The language in which a form is read. */
interface Words {
  readonly strings: PageStrings
  readonly locale: string
}

/** Reads the request of a form. It has no field that says what anything costs. */
export function readRequest(
  form: Form,
  rows: readonly RequestRow[],
  { strings, locale }: Words,
): ReadRequest {
  const errors: Record<string, string> = {}
  const checkText = (path: string, value: string, max: number) => {
    if (value.length > max) errors[path] = fill(strings.errorLong, 'max', String(max))
    else if (!isValidString(value)) errors[path] = strings.errorCharacters
  }
  const numbers = typedNumbers(locale)
  const lines = rows.flatMap((row, index): { index: number; line: RequestedLine }[] => {
    const { name, isRemoved } = row
    const id = parseId(row.id)
    if (isRemoved || (id === undefined && name === '' && row.qty === '')) return []
    const qty = Number(numbers.parse(row.qty, 'quantity') ?? 0)
    if (id === undefined && name === '')
      errors[rowPath(index, 'name')] = strings.requestErrorProduct
    if (id === undefined) checkText(rowPath(index, 'name'), name, maxNameLength)
    if (row.qty === '') errors[rowPath(index, 'qty')] = strings.requestErrorQuantity
    else if (!(qty > 0)) errors[rowPath(index, 'qty')] = strings.errorNumber
    return [{ index, line: id === undefined ? { name, qty } : { id, qty } }]
  })
  if (lines.length === 0) {
    const free = rows.findIndex(({ id }) => id === '')
    errors[rowPath(free === -1 ? rows.length : free, 'name')] = strings.requestErrorProduct
  }
  if (rows.length > maxRows) errors[''] = strings.requestErrorRows

  const customer = customerFields.flatMap((field) => {
    const path = `customer.${field}`
    checkText(path, form.get(path), maxNameLength)
    return form.get(path) === '' ? [] : [[field, form.get(path)] as const]
  })
  const { name, email, phone }: RequestQuoteRequest['customer'] = Object.fromEntries(customer)
  if (name === undefined) errors['customer.name'] = strings.errorName
  if ((email ?? phone) === undefined) errors['customer.email'] = strings.requestErrorContact
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    errors['customer.email'] ??= strings.requestErrorEmail
  checkText('message', form.get('message'), maxReasonLength)

  return {
    request: {
      customer: Object.fromEntries(customer),
      products: lines.map(({ line }) => line),
      ...(form.get('message') !== '' && { message: form.get('message') }),
      ...(form.get(trap) !== '' && { suspicious: true }),
    },
    errors,
    explain(rejected) {
      const explained = Object.keys(rejected).map((path) => {
        if (path === 'products') return ['', strings.requestErrorRows] as const
        if (path === 'message' || customerFields.some((field) => path === `customer.${field}`))
          return [path, strings.errorCharacters] as const
        const [, place = '-1', field] = /^products\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
        const index = lines[Number(place)]?.index
        if (index === undefined) return undefined
        if (field === 'id') return [rowPath(index, 'name'), strings.requestErrorGone] as const
        if (field === 'name') return [rowPath(index, 'name'), strings.errorCharacters] as const
        return [rowPath(index, 'qty'), strings.errorNumber] as const
      })
      if (explained.includes(undefined)) return undefined
      const errorsByName = Object.fromEntries(explained as (readonly [string, string])[])
      const isGone = (index: number) => Object.hasOwn(errorsByName, rowPath(index, 'name'))
      return {
        rows: rows.map((row, index) => (isGone(index) ? { ...row, id: '' } : row)),
        errors: errorsByName,
      }
    },
  }
}
