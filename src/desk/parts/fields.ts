import { toFormText } from '../../pages/forms/form.js'
import { customLineId, isProductId, type ProductId } from '../../quote/model/product-fields.js'
import { textFieldNames } from '../../quote/model/text-fields.js'
import { type DeskStrings, deskStrings } from '../strings.js'

/** The names of the customer fields that every form shows, in their order. */
export const customerFieldNames = Object.keys(
  deskStrings.labels.customer,
) as readonly (keyof DeskStrings['labels']['customer'])[]

/** The text fields of a line without a product besides its name. */
export const detailFields = textFieldNames.filter((name) => name !== 'name')

/** Labels by the names of their fields. */
export type FieldLabels = Readonly<Record<string, string>>

/** Returns the label of a field, or the name of a field that has none. */
export function getLabel(labels: FieldLabels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] as string) : name
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
export function isClearlyId(value: string): boolean {
  return /^\d+$/.test(value) || /^".*"$/s.test(value)
}

/** Returns the id that was typed. The engine rejects what is no id. */
export function parseProductId(value: string): ProductId {
  if (/^\d+$/.test(value) && isProductId(Number(value))) return Number(value)
  if (!/^".*"$/s.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return value
  }
}

/** Returns the id of a product that a button sends as JSON; undefined if it is none. */
export function parseSentId(value: string): ProductId | undefined {
  try {
    const id: unknown = JSON.parse(value)
    return isProductId(id) ? id : undefined
  } catch {
    return undefined
  }
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
