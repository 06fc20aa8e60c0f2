import { type AddressField, addressFields } from '../../quote/model/ship-to.js'
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

const isAddressField = (name: string): name is AddressField =>
  (addressFields as readonly string[]).includes(name)

/**
 * The fields of the address of delivery by the names that forms and differences give them, in the
 * order of those of the customer.
 */
export const shipToFields: ReadonlyMap<string, AddressField> = new Map(
  customerFieldNames.filter(isAddressField).map((name) => [`ship_to.${name}`, name]),
)

/** Returns the labels of the fields of the address of delivery, by these names. */
export function shipToLabels({ labels, edit }: DeskStrings): FieldLabels {
  const { quote, customer } = labels
  return Object.fromEntries(
    [...shipToFields].map(([path, name]) => [path, edit.errorField(quote.ship_to, customer[name])]),
  )
}

/** Returns the label of a field, or the name of a field that has none. */
export function getLabel(labels: FieldLabels, name: string): string {
  return Object.hasOwn(labels, name) ? (labels[name] as string) : name
}

/** Returns the position of the line that an error is about; undefined if it is about none. */
export function lineIndexOf(path: string): number | undefined {
  const [, index] = /^products\[(\d+)\]/.exec(path) ?? []
  return index === undefined ? undefined : Number(index)
}
