import type { FieldErrors } from '../../errors.js'
import type { Form } from '../../pages/forms/form.js'
import type { CustomerAction } from '../offer/load-offer.js'

/** A form that was not executed. */
export interface Attempt {
  readonly action?: CustomerAction
  /** What was typed. */
  readonly form?: Form
  readonly errors?: FieldErrors
  /** Why nothing was done, if it is not for an error of a field. */
  readonly notice?: 'changed' | 'notPossible' | 'notPermitted' | 'tooOld'
}
