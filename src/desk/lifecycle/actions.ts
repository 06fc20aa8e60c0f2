import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import type { FieldErrors } from '../../errors.js'
import { type FieldProps, field, getId, select } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { DeskCall } from '../desk-call.js'
import { formToken, keyField, versionField } from '../forms.js'
import type { ApprovalState } from '../parts/approval-state.js'
import { statusActionLabel } from '../parts/names.js'
import type { DeskStrings } from '../strings.js'
import type { Action, ActionDesk, ActionField, ActionForm, ActionInput } from './action.js'
import { approvalActions } from './approval-actions.js'
import { offerActions } from './offer-actions.js'
import { orderActions } from './order-actions.js'
import { quoteActions } from './quote-actions.js'
import { wishActions } from './wish-actions.js'

const declared = {
  ...approvalActions,
  ...wishActions,
  ...offerActions,
  ...orderActions,
  ...quoteActions,
} satisfies Record<keyof DeskStrings['actions'], Action>

/** The field of a decision that is made on the list of approvals, to which it leads back. */
export const fromInbox = 'from-inbox'

/** The name of an action: the last part of the address that its form is sent to. */
export type ActionName = keyof typeof declared

/** Each operation that an action stands for as a transition. */
export type ActionTransition = Extract<(typeof declared)[ActionName]['when'], string>

/** What can be done with a quote, in the order in which it is shown. */
export const actions: Readonly<Record<ActionName, Action>> = declared

export const actionNames = Object.keys(declared) as readonly ActionName[]

/** Returns what is said after each action, by the word that its redirect has. */
export function doneMessages(strings: DeskStrings): readonly Readonly<Record<string, string>>[] {
  return Object.values(strings.actions).map(({ done }) => done)
}

/** An action, and the status of the host that it leads to if it is one of several. */
export interface PossibleAction {
  readonly name: ActionName
  readonly to?: string
}

/**
 * Returns what the user can do with a quote now: the engine says which changes of status its life
 * cycle allows. What the option `permit`, a guard or a port rejects is known only once it is tried.
 */
export function possibleActions(
  { engine, user: { role }, user }: Pick<DeskCall, 'engine' | 'user'>,
  view: QuoteView,
  state?: ApprovalState,
): readonly PossibleAction[] {
  const { transitions, canEdit, approvals } = engine.possibleOperations(user, view)
  const isSeller = role === undefined || role === 'seller'
  const isInternal = isSeller || role === 'system'
  const operations = transitions.map(({ operation }) => operation)
  const isEditable = isSeller && canEdit
  const facts = { quote: view.quote, isInternal, isEditable, operations, approvals, state }
  return actionNames.flatMap((name): readonly PossibleAction[] => {
    const { when } = actions[name]
    if (typeof when === 'function') return when(facts) ? [{ name }] : []
    return transitions
      .filter(({ operation }) => operation === when)
      .map(({ to }) => (when === 'updateQuote' ? { name, to } : { name }))
  })
}

/**
 * Returns the step that usually comes next; undefined if there is none, as while the customer can
 * accept the offer, which is up to them.
 */
export function nextAction(
  possible: readonly PossibleAction[],
  state?: ApprovalState,
): PossibleAction | undefined {
  const approval = state && nextApproval(state)
  const first = possible.find(({ name }) => name === approval)
  if (first !== undefined) return first
  if (possible.some(({ name }) => actions[name].isUpToCustomer)) return undefined
  const rank = ({ name }: PossibleAction) => actions[name].nextStep ?? Number.POSITIVE_INFINITY
  const [next] = possible.toSorted((left, right) => rank(left) - rank(right))
  return next && Number.isFinite(rank(next)) ? next : undefined
}

/** Returns what is to be done about approvals before a quote is sent. */
function nextApproval({ missing, decidable }: ApprovalState): ActionName | undefined {
  const isWaiting = (id: string) =>
    missing.some((each) => each.id === id && each.status === 'pending')
  if (decidable.some(({ id }) => isWaiting(id))) return 'approve'
  return missing.some(({ status }) => status !== 'pending') ? 'request-approval' : undefined
}

/** Returns what people call an action, or what the host calls the way to its status. */
export function actionLabel(
  desk: Pick<ActionDesk, 'options' | 'strings'>,
  { name, to }: PossibleAction,
): string {
  return to === undefined ? desk.strings.actions[name].label : statusActionLabel(desk, to)
}

/** What was sent with the forms of actions, and not done. */
export interface SentForm {
  /** The action that failed; undefined if none was tried. */
  readonly name?: ActionName
  readonly form: Form
  /** The errors by the names of the fields: `send.expires`. */
  readonly errors?: FieldErrors
}

/** How the form of an action is shown. */
export interface ActionFormProps extends Pick<ActionInput, 'to' | 'expiry' | 'lines'> {
  readonly name: ActionName
  /** The version that it acts on. */
  readonly record: QuoteRecord
  /** True if the button is the one that stands out. */
  readonly isPrimary?: boolean
  /** True if only the button is shown. */
  readonly isBare?: boolean
  /** The address of the page to go back to. */
  readonly back?: string
  /** What was sent before, which is kept. */
  readonly sent?: SentForm | undefined
  /** The id of what says why the stored quote does not allow it; undefined if it does. */
  readonly describedBy?: string
  /** True if nothing on the page can change that. What was edited beside it can. */
  readonly isDisabled?: boolean
  /** The id of the form of the quote beside it, whose changes are saved with the action. */
  readonly formId?: string | undefined
}

/** Shows the form of an action, with what was typed if it failed before. */
export function actionForm(call: DeskCall, props: ActionFormProps): Html {
  const { name, record, to, expiry, lines } = props
  const form = actions[name].form({ quote: record.quote, to, expiry, lines }, call)
  // What is discarded with the quote needs not be saved, and must not be in the way.
  const isApart = props.formId === undefined || actions[name].unsaved === 'drop'
  if (isApart)
    return html`<form method="post" action="${actionUrl(call, record.quoteId, name)}" class="stack">
    ${formToken(call)}${versionField(record.version, 'expectedVersion')}${keyField()}
    ${actionContent(call, { ...props, formId: undefined }, form)}
  </form>`
  return html`<div class="stack action">${actionContent(call, props, form)}</div>`
}

function actionContent(call: DeskCall, props: ActionFormProps, form: ActionForm): Html {
  const { name, record, formId, back, sent, isPrimary, isBare, describedBy, isDisabled } = props
  const { explanation, button, fields } = form
  const beside =
    formId !== undefined &&
    html` form="${formId}" formaction="${actionUrl(call, record.quoteId, name)}"`
  const state = html`${isDisabled && html` disabled`}${
    describedBy && html` aria-describedby="${describedBy}"`
  }`
  // A form can have the same action for several statuses: the button says which.
  const onButton = formId === undefined ? undefined : fields.find(isTarget)
  const value =
    onButton && html` name="${fieldName(name, onButton.name)}" value="${onButton.value}"`
  return html`${fields
    .filter((each) => each.isHidden && each !== onButton)
    .map((each) => hiddenField(name, each, formId))}
    ${explanation !== undefined && !isBare && html`<p class="hint">${explanation}</p>`}
    ${fields.filter(({ isHidden }) => !isHidden).map((each) => actionField(name, each, { sent, formId }))}
    <div class="actions"><button class="${buttonClass(form, isPrimary)}"${beside}${value}${state}>${button}</button>
      ${back !== undefined && html`<a class="button" href="${back}">${call.strings.common.cancel}</a>`}</div>`
}

/** Returns true for the hidden field that says which status of the host an action leads to. */
function isTarget({ name, isHidden }: ActionField): boolean {
  return name === 'to' && isHidden === true
}

/** Returns true if something else was typed into the form of an action than it suggests. */
export function hasTyped(name: ActionName, { fields }: ActionForm, sent: SentForm): boolean {
  return fields.some(({ isHidden, name: path, value = '', options }) => {
    const typed = sent.form.get(fieldName(name, path))
    return !isHidden && typed !== '' && typed !== (value || options?.[0]?.[0])
  })
}

/** Returns the address of the form of an action. */
export function actionUrl({ url }: DeskCall, quoteId: string, name: string): string {
  return url(`/quotes/${encodeURIComponent(quoteId)}/${name}`)
}

/** Returns the name of a field in the form of an action. Forms of one page share no names. */
export function fieldName(name: ActionName, path: string): string {
  return `${name}.${path}`
}

/** What the action is about: never what was sent, which can be out of date. */
function hiddenField(
  name: ActionName,
  { name: path, value }: ActionField,
  formId: string | undefined,
): Html {
  return html`<input type="hidden" name="${fieldName(name, path)}" value="${value}"${
    formId && html` form="${formId}"`
  }>`
}

function actionField(
  name: ActionName,
  each: ActionField,
  { sent, formId }: Pick<ActionFormProps, 'sent' | 'formId'>,
): Html {
  const { options, isHidden: _, isConfirmation, explain: _explain, ...props } = each
  const fullName = fieldName(name, each.name)
  const shared = { name: fullName, errors: sent?.errors, form: formId }
  if (isConfirmation) return confirmationBox({ ...shared, label: each.label })
  // A form can be sent without the field.
  const isSent = sent?.form.names.includes(fullName)
  const value = isSent ? sent?.form.get(fullName) : each.value
  const shown = { ...props, ...shared, value }
  return options === undefined ? field(shown) : select({ ...shown, options })
}

function confirmationBox({
  name,
  label,
  errors = {},
  form,
}: Pick<FieldProps, 'name' | 'label' | 'errors' | 'form'>): Html {
  const id = getId(name)
  const error = Object.hasOwn(errors, name) ? errors[name] : undefined
  return html`<div>
    <label class="check" for="${id}"><input type="checkbox" id="${id}" name="${name}" value="yes" required${
      form && html` form="${form}"`
    }${error && html` aria-invalid="true" aria-describedby="${id}-error"`}> ${label}</label>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
  </div>`
}

function buttonClass({ isDangerous }: ActionForm, isPrimary: boolean | undefined): string {
  if (isDangerous) return 'danger'
  return isPrimary ? 'primary' : ''
}
