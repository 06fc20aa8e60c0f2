import type { FieldErrors, QuoteError } from '../../../errors.js'
import { toProblem } from '../../../http/problem-details.js'
import { withoutRemedy } from '../../../quote/lines/line-request.js'

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
    return /^\[\d+\]$/.test(rest) ? name : `${name}${rest.replace(/\[\d+\]$/, '')}`
  }
  return path
}

/** Returns where the last step of a path begins. */
function boundary(path: string, end: number): number {
  return Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1), 0)
}

/** The parts of a quote whose fields have other names in the form. */
export const fixedPaths: readonly FormPath[] = [
  ['tag_list', 'tags'],
  ['product_order', 'products'],
  ['shipping.product', 'shipping.product'],
]
