/** Describes a text field of a line. */
interface TextFieldDescription {
  /** Maximum length in UTF-16 code units. The minimum is 1. */
  readonly maxLength: number
  /** The name of the field in a product of a catalog. */
  readonly inCatalog: string
  /** What people call the field. */
  readonly label: string
}

/**
 * Lists what describes a line, in the order of forms. A line with a product freezes them when it is
 * added; on a line without a product they can be set. Schemas, types, catalogs, templates and forms
 * follow from this list, so a field that is added here exists everywhere.
 */
export const textFields = {
  /** The name that the customer sees: 1 to 255 characters. */
  name: { maxLength: 255, inCatalog: 'name', label: 'Name' },
  /** Stock keeping unit: 1 to 255 characters. */
  sku: { maxLength: 255, inCatalog: 'sku', label: 'SKU' },
  /** What `qty` counts: `m`, `kg`, `hour`. 1 to 255 characters. */
  unit: { maxLength: 255, inCatalog: 'unit', label: 'Unit' },
  /** 1 to 5,000 characters. */
  description: { maxLength: 5_000, inCatalog: 'description', label: 'Description' },
  /** The address of a picture, up to 2,048 characters. */
  image: { maxLength: 2_048, inCatalog: 'image', label: 'Address of a picture' },
  /** The code by which a tax provider knows this kind of product: 1 to 255 characters. */
  tax_code: { maxLength: 255, inCatalog: 'taxCode', label: 'Tax code' },
} as const satisfies Readonly<Record<string, TextFieldDescription>>

/** The name of a text field of a line. */
export type TextField = keyof typeof textFields

/** The names of the text fields of a line. */
export const textFieldNames = Object.keys(textFields) as readonly TextField[]

/** The text fields of a line with values of one type. The comments of {@link textFields} stay. */
export type TextFieldValues<Value> = { readonly [Field in keyof typeof textFields]?: Value }

/** The name of a text field of a line in a product of a catalog. */
export type CatalogTextField = (typeof textFields)[TextField]['inCatalog']

type SameNameField = Extract<TextField, CatalogTextField>

/** The text fields of a product of a catalog. */
export type CatalogTextFieldValues<Value> = {
  readonly [Field in keyof Pick<typeof textFields, SameNameField>]?: Value
} & { readonly [Field in CatalogTextField]?: Value }

/** The names of the text fields of a product of a catalog. */
export const catalogTextFieldNames: readonly CatalogTextField[] = textFieldNames.map(
  (name) => textFields[name].inCatalog,
)

/** Returns a value for each text field of a line. */
export function mapTextFields<Value>(toValue: (name: TextField) => Value): {
  readonly [Field in TextField]: Value
} {
  const values = textFieldNames.map((name) => [name, toValue(name)] as const)
  return Object.fromEntries(values) as { readonly [Field in TextField]: Value }
}
