import type { OwnCustomerField, OwnField } from '../../quote/model/own-fields.js'
import { labelIn } from '../../validation/label-in.js'
import type { DocumentSettings } from './document-options.js'

/** Values of own fields by name. */
type Values = Readonly<Record<string, unknown>>

/** Declarations of one level, by name. */
type Declared = Readonly<Record<string, OwnCustomerField>>

/** A label with what it says; undefined if it says nothing. */
export type FieldText = readonly [label: string, value: string | undefined]

/**
 * Returns the own fields that a document shows, in the order of their declarations: those for
 * customers that have a label.
 *
 * @param values The public ones. Those for the store only are stored apart, and never come here.
 */
export function fieldTexts(
  values: Values | undefined,
  declared: Declared | undefined,
  settings: DocumentSettings,
): readonly FieldText[] {
  if (values === undefined || declared === undefined) return []
  return Object.entries(declared).flatMap(([name, declaration]): FieldText[] => {
    const { label, internal = false }: OwnField = declaration
    if (label === undefined || internal || !Object.hasOwn(values, name)) return []
    return [
      [
        labelIn(label, settings.locale),
        valueText(values[name], declaration, settings) || undefined,
      ],
    ]
  })
}

/** A list is shown by its values. Objects say nothing to a customer. */
function valueText(value: unknown, declaration: OwnCustomerField, settings: DocumentSettings) {
  const shown = [value].flat().map((each) => scalarText(each, declaration, settings))
  return shown.filter((text) => text !== '').join(', ')
}

function scalarText(
  value: unknown,
  { input }: OwnCustomerField,
  { formats, strings, locale }: DocumentSettings,
): string {
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  // Formats round to three decimals.
  if (typeof value === 'number')
    return Math.round(value * 1_000) / 1_000 === value ? formats.number(value) : String(value)
  if (typeof value !== 'string') return ''
  if (!Array.isArray(input)) return value
  const choice = input.find((each) => typeof each !== 'string' && each.value === value)
  return typeof choice === 'object' ? labelIn(choice.label, locale) : value
}
