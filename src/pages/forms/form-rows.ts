import type { Form } from './form.js'

/** The fields of one row of a list in a form. */
export interface FormRow {
  /** The position in the form: 3 for `products[3].qty`. */
  readonly index: number
  /** Returns the value of a field of the row, without spaces around it; empty if there is none. */
  get(field: string): string
  /** Returns true if the form has the field, even empty. */
  has(field: string): boolean
}

/**
 * Returns the rows of a list, in their order: those of `products` from the fields `products[0].id`,
 * `products[0].qty`, `products[1].id` and so on. Numbers can be missing.
 */
export function getRows(form: Form, list: string): readonly FormRow[] {
  const pattern = new RegExp(`^${list}\\[(\\d{1,6})\\]\\.`)
  const indexes = new Set<number>()
  for (const name of form.names) {
    const index = pattern.exec(name)?.[1]
    if (index !== undefined) indexes.add(Number(index))
  }
  return [...indexes]
    .sort((left, right) => left - right)
    .map((index) => ({
      index,
      get: (field) => form.get(`${list}[${index}].${field}`),
      has: (field) => form.getAll(`${list}[${index}].${field}`).length > 0,
    }))
}
