import type { UpdateOptions } from '../../../engine/arguments.js'
import type { QuoteView } from '../../../engine/operations/read-quotes.js'
import { type FieldErrors, QuoteError } from '../../../errors.js'
import type { FieldProps, SelectOption } from '../../../pages/forms/field.js'
import type { Html } from '../../../pages/layout.js'
import type { LifecycleOperation } from '../../../quote/lifecycle/transitions.js'
import { maxReasonLength } from '../../../quote/lifecycle-fields.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import type { Explanation } from '../../forms/submit.js'
import type { SuggestedExpiry } from '../last-offer.js'

/**
 * Everything that the desk knows of something that a user can do with a quote. The panel of the
 * quote, the routes, the forms and the messages map over the list of actions.
 */
export interface Action<Done extends string = string, When extends Occasion = Occasion> {
  /** What people call it. */
  readonly label: string
  /** When it is possible. */
  readonly when: When
  /** Its rank among the steps that usually come next; absent if it is none of them. */
  readonly nextStep?: number
  /** True if no next step is suggested while it is possible, because it is up to the customer. */
  readonly isUpToCustomer?: true
  /** Returns what people read and type before it is done. */
  form(input: ActionInput, desk: Pick<DeskCall, 'options'>): ActionForm
  /** Shows on a page of its own what it would do. Without it, the form is on the quote's page. */
  ask?(call: DeskCall, view: QuoteView, form: ShowForm): Promise<Question>
  /** Calls the engine. */
  run(sent: SentFields): Promise<Outcome<NoInfer<Done>>>
  /** What is said after each outcome. */
  readonly done: Readonly<Record<Done, string>>
  /** Explains the errors that are explained otherwise than for all actions. */
  explain?(error: QuoteError): Explanation | undefined
  /** A link beside it, to what else can be made of a quote. */
  readonly link?: { readonly label: string; readonly path: (quoteId: string) => string }
}

/** The transition that an action makes, or whether it is possible in the status as it is. */
export type Occasion = LifecycleOperation | 'updateQuote' | ((facts: QuoteFacts) => boolean)

/** What actions without a transition depend on. */
export interface QuoteFacts {
  readonly quote: Quote
  /** True for sellers and programs. */
  readonly isInternal: boolean
  /** True for sellers, if the content can be changed. */
  readonly isEditable: boolean
}

/** What the form of an action depends on. */
export interface ActionInput {
  readonly quote: Quote
  /** The status of the host that the action leads to. */
  readonly to?: string | undefined
  /** The keys of the lines that get current prices, if they are not all. */
  readonly lines?: readonly string[] | undefined
  /** Until when the next offer is valid. */
  readonly expiry?: SuggestedExpiry | undefined
}

/** What people read and type in the form of an action. */
export interface ActionForm {
  /** What the button says: `Send the quote`. */
  readonly button: string
  /** What it does, in a sentence. */
  readonly explanation?: string
  readonly isDangerous?: true
  readonly fields: readonly ActionField[]
}

/** A field of the form of an action. Its name is the path of its errors. */
export interface ActionField
  extends Pick<
    FieldProps,
    'name' | 'label' | 'value' | 'hint' | 'type' | 'rows' | 'isRequired' | 'min'
  > {
  /** Present if the field is a select. */
  readonly options?: readonly SelectOption[]
  /** True if the user does not see it. */
  readonly isHidden?: true
  /** True if it is a box that must be checked. */
  readonly isConfirmation?: true
  /** Returns the error in the words of the form, in which people may type something else. */
  readonly explain?: (error: string, sent: string, desk: Pick<DeskCall, 'formats'>) => string
}

/** Shows the form of an action, on the page that asks first. */
export type ShowForm = (input?: Pick<ActionInput, 'lines'> & { readonly isPrimary?: true }) => Html

/** A page that asks before an action. */
export interface Question {
  readonly title: string
  readonly heading: string
  readonly content: Html
}

/** The form of an action, as it was sent. */
export interface SentFields {
  readonly call: DeskCall
  readonly quoteId: string
  /** Returns the value of a field; undefined if it is empty or absent. */
  readonly read: (name: string) => string | undefined
  /** The version that the form was shown with, and its key. */
  readonly options: UpdateOptions
}

/** What has become of an action. */
export interface Outcome<Done extends string = string> {
  readonly done: Done
  /** The page to go to instead of that of the quote. */
  readonly path?: string
}

/** Declares an action. Each of its outcomes must have a message. */
export function action<const Done extends string, const When extends Occasion>(
  declared: Action<Done, When>,
): Action<Done, When> {
  return declared
}

/** Asks why something is done. */
export const reason: ActionField = {
  name: 'reason',
  label: 'Reason',
  rows: 3,
  hint: `Optional, at most ${maxReasonLength.toLocaleString('en')} characters.`,
}

/** A box that must be checked before something that a single click must not do. */
export function confirmation(label: string): ActionField {
  return { name: 'confirmed', label, isConfirmation: true, isRequired: true }
}

const notConfirmed = { confirmed: 'must be checked' }

/** @throws QuoteError `invalid_request` if the box is not checked, or a field is missing */
export function assertConfirmed({ read }: SentFields, required: FieldErrors = {}): void {
  const missing = Object.entries({ ...required, ...notConfirmed }).filter(
    ([name]) => read(name) === undefined,
  )
  if (missing.length > 0)
    throw new QuoteError('invalid_request', { errors: Object.fromEntries(missing) })
}

/** The engine rejects what is not a number with the message of the field. */
export function toNumber(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
