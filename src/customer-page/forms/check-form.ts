import type { FieldErrors } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import { maxNameLength, maxReasonLength } from '../../quote/lifecycle/facts.js'
import { maxTextLength } from '../../store/message.js'
import { isValidString } from '../../validation/identifiers.js'
import type { CustomerAction } from '../offer/load-offer.js'
import type { PageStrings } from '../strings/page-strings.js'
import { fill } from '../strings/strings-of.js'

/** What a field of a form must be. */
interface FieldRule {
  readonly name: string
  readonly max: number
  /** The error of an empty field; undefined if it can be empty. */
  readonly required?: keyof PageStrings
}

const rules: Readonly<Record<CustomerAction, readonly FieldRule[]>> = {
  accept: [
    { name: 'name', max: maxNameLength, required: 'errorName' },
    { name: 'reference', max: maxNameLength },
    { name: 'consent', max: maxNameLength, required: 'errorConsent' },
  ],
  change: [{ name: 'change', max: maxReasonLength, required: 'errorChange' }],
  decline: [{ name: 'reason', max: maxReasonLength }],
  message: [{ name: 'text', max: maxTextLength, required: 'errorMessage' }],
}

/** Returns the errors of a form by the names of its fields, in the language of the page. */
export function checkForm(action: CustomerAction, form: Form, strings: PageStrings): FieldErrors {
  const errors = rules[action].flatMap((rule) => {
    const error = errorOf(rule, form.get(rule.name), strings)
    return error === undefined ? [] : [[rule.name, error] as const]
  })
  return Object.fromEntries(errors)
}

function errorOf(
  { max, required }: FieldRule,
  value: string,
  strings: PageStrings,
): string | undefined {
  if (value === '') return required && strings[required]
  if (value.length > max) return fill(strings.errorLong, 'max', String(max))
  return isValidString(value) ? undefined : strings.errorCharacters
}
