import type { UpdateOptions } from '../../engine/arguments.js'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { type FieldErrors, QuoteError } from '../../errors.js'
import type { FieldProps, SelectOption } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import { localDate } from '../../quote/model/expiry.js'
import type { Quote, QuoteRecord } from '../../quote/model/quote.js'
import type { LifecycleOperation } from '../../quote/model/transitions.js'
import type { ApprovalOperation } from '../../quote/operations/approvals.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import { addDays, isTime } from '../../validation/times.js'
import type { DeskCall } from '../desk-call.js'
import type { Explanation } from '../forms.js'
import type { ApprovalState } from '../parts/approval-state.js'
import { ifPermitted } from '../parts/load.js'
import type { DeskStrings } from '../strings.js'

/**
 * Everything that the desk knows of something that a user can do with a quote. The panel of the
 * quote, the routes, the forms and the messages map over the list of actions.
 */
export interface Action<When extends ActionCondition = ActionCondition> {
  /** When it is possible. */
  readonly when: When
  /** What its button says as the next step, if that is not its label. */
  readonly nextLabel?: (strings: DeskStrings) => string
  /** Its rank among the steps that usually come next; absent if it is none of them. */
  readonly nextStep?: number
  /**
   * What becomes of changes of the quote that are typed beside it and not saved. Without it they
   * are saved first. `drop` loses them, for what makes them pointless; `keep` shows them again, and
   * does nothing, for what is about the quote as it is stored.
   */
  readonly unsaved?: 'drop' | 'keep'
  /** True if no next step is suggested while it is possible, because it is up to the customer. */
  readonly isUpToCustomer?: true
  /** Returns what people read and type before it is done. */
  form(input: ActionInput, desk: ActionDesk): ActionForm
  /**
   * Returns the id of the part of the quote's page that has its form, instead of the panel;
   * undefined if the panel has it.
   */
  anchor?(quote: Quote): string | undefined
  /** Shows on a page of its own what it would do. Without it, the form is on the quote's page. */
  ask?(call: DeskCall, view: QuoteView, form: ShowForm): Promise<Question>
  /** True if the page that asks is shown again when it fails, and not the page of the quote. */
  readonly asksAgain?: true
  /** Calls the engine. */
  run(sent: SentFields): Promise<Outcome>
  /** Explains the errors that are explained otherwise than for all actions. */
  explain?(error: QuoteError, strings: DeskStrings): Explanation | undefined
  /** A link beside it, to what else can be made of a quote. */
  readonly link?: {
    readonly label: (strings: DeskStrings) => string
    readonly path: (quoteId: string) => string
  }
}

/** The desk that shows an action, whose strings have its label and what is said afterwards. */
export type ActionDesk = Pick<DeskCall, 'numbers' | 'options' | 'strings'>

/** The transition that an action makes, or whether it is possible in the status as it is. */
export type ActionCondition = LifecycleOperation | 'updateQuote' | ((facts: QuoteFacts) => boolean)

/** What actions without a transition depend on. */
export interface QuoteFacts {
  readonly quote: Quote
  /** True for sellers and programs. */
  readonly isInternal: boolean
  /** True for sellers, if the content can be changed. */
  readonly isEditable: boolean
  /** The operations that change the status now. */
  readonly operations: readonly string[]
  /** The operations on approvals that are possible. */
  readonly approvals: readonly ApprovalOperation[]
  /** What they allow the user; undefined if that was not loaded. */
  readonly state?: ApprovalState | undefined
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
  readonly explain?: (
    error: string,
    sent: string,
    desk: Pick<DeskCall, 'formats' | 'strings'>,
  ) => string
}

/** Shows the form of an action, on the page that asks first. */
export type ShowForm = (
  input?: Pick<ActionInput, 'lines' | 'expiry'> & {
    readonly isPrimary?: boolean
    /** The id of what says why it cannot be done now. */
    readonly describedBy?: string
    readonly isDisabled?: boolean
  },
) => Html

/** A page that asks before an action. */
export interface Question {
  readonly title: string
  readonly heading: string
  readonly content: Html
  /** The addresses of stylesheets besides those of every page. */
  readonly styles?: readonly string[]
}

/** The form of an action, as it was sent. */
export interface SentFields {
  readonly call: DeskCall
  readonly quoteId: string
  /** Returns the value of a field; undefined if it is empty or absent. */
  readonly read: (name: string) => string | undefined
  /** Returns every value of a field, such as those of boxes that are checked. */
  readonly readAll: (name: string) => readonly string[]
  /** The version that the form was shown with, and its key. */
  readonly options: UpdateOptions
}

type ActionStrings = DeskStrings['actions']
type WordsOf<Strings> = Strings extends { readonly done: infer Words } ? keyof Words : never

/** A word for what has become of an action, which the strings of the action have. */
type Done = WordsOf<ActionStrings[keyof ActionStrings]>

/** What has become of an action. */
export interface Outcome {
  readonly done: Done
  /** The page to go to instead of that of the quote. */
  readonly path?: string
}

/** Declares an action. */
export function defineAction<const When extends ActionCondition>(
  declared: Action<When>,
): Action<When> {
  return declared
}

/** Asks why something is done. */
export function reasonField({ lifecycle }: DeskStrings): ActionField {
  return { name: 'reason', label: lifecycle.reason, rows: 3, hint: lifecycle.reasonHint }
}

/** A box that must be checked before something that a single click must not do. */
export function confirmationField(label: string): ActionField {
  return { name: 'confirmed', label, isConfirmation: true, isRequired: true }
}

/** @throws QuoteError `invalid_request` if the box is not checked, or a field is missing */
export function assertConfirmed({ call, read }: SentFields, required: FieldErrors = {}): void {
  const notConfirmed = { confirmed: call.strings.lifecycle.notConfirmed }
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

/** What the next offer of a quote depends on. */
export interface LastOffer {
  /** How long the last offer was valid, in milliseconds; undefined if it had no end. */
  readonly validMs?: number
  /** What the customer wants to have changed since the last offer. */
  readonly request?: { readonly reason: string; readonly by?: string; readonly time: number }
}

const none: LastOffer = Object.freeze({})
const pageSize = 50
/** An offer that was edited more often than this since it was sent is not searched further. */
const maxPages = 4

/**
 * Finds the last offer of a quote that is being revised, and what the customer asked for since. The
 * quote itself has neither once it is a draft again. Reads the latest entries of the history first;
 * those who may not read it do without.
 */
export async function loadLastOffer(call: DeskCall, record: QuoteRecord): Promise<LastOffer> {
  const { seal, revision, status } = record.quote
  if (revision === undefined || (seal !== undefined && status !== 'revision_requested')) return none
  let request: LastOffer['request']
  let last = record.version
  for (let page = 0; page < maxPages && last > 0; page += 1) {
    const after = Math.max(0, last - pageSize)
    const entries = await entriesBetween(call, record.quoteId, after, last)
    for (const entry of entries.toReversed()) {
      const set = getFields(entry)
      if (isOf(entry, 'requestRevision') && request === undefined) request = toRequest(entry, set)
      const { sent, expires } = set
      if (typeof sent === 'number')
        return {
          ...(typeof expires === 'number' && { validMs: expires - sent }),
          ...(request && { request }),
        }
    }
    if (entries.length === 0) break
    last = after
  }
  return { ...(request && { request }) }
}

async function entriesBetween(
  { engine, user }: DeskCall,
  quoteId: string,
  after: number,
  last: number,
): Promise<readonly HistoryEntry<Quote>[]> {
  const entries: HistoryEntry<Quote>[] = []
  let position = after
  // A page of the engine can have fewer entries than its limit.
  while (position < last) {
    const range = { after: position, limit: last - position }
    const { items } = await ifPermitted(engine.listHistory(user, quoteId, range), { items: [] })
    if (items.length === 0) break
    entries.push(...items)
    position = items.at(-1)?.version ?? last
  }
  return entries
}

function isOf({ operation }: HistoryEntry, expected: EntryOperation<'quote'>): boolean {
  return operation === expected
}

function toRequest(
  { by, time }: HistoryEntry,
  { reason }: Readonly<Record<string, unknown>>,
): LastOffer['request'] {
  if (typeof reason !== 'string') return undefined
  return { reason, time, ...(by !== undefined && { by }) }
}

/** Returns the fields that an entry has set. */
function getFields({ patches }: HistoryEntry): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    patches.flatMap(({ op, path, value }) =>
      path.length === 1 && op !== 'remove' ? [[String(path[0]), value]] : [],
    ),
  )
}

/** The last day on which an offer can be accepted, for the form that sends it. */
export interface SuggestedExpiry {
  /** The first day that can be chosen: YYYY-MM-DD. */
  readonly min: string
  /** Undefined if the offer is to have no end, or the `valid_days` of the quote say it. */
  readonly value: string | undefined
}

/**
 * Suggests until when the next offer is valid: at least as long as the last one was, or for the
 * days of the option `validDays`. Nothing for a quote that says it by its `valid_days`. Days are
 * those of the desk's time zone.
 *
 * @param now Milliseconds since the Unix epoch.
 */
export function suggestedExpiry(
  { options }: Pick<DeskCall, 'options'>,
  { validMs, quote }: LastOffer & Partial<Pick<QuoteRecord, 'quote'>>,
  now: number,
): SuggestedExpiry {
  const { timeZone = 'UTC', validDays } = options
  const min = localDate(now, timeZone)
  if (quote?.valid_days !== undefined) return { min, value: undefined }
  // The day of that instant ends after it. What is stored can be no time at all.
  if (validMs !== undefined && isTime(now + validMs))
    return { min, value: localDate(now + validMs, timeZone) }
  return { min, value: validDays === undefined ? undefined : addDays(min, validDays) }
}

/** Returns when a change of the quote would be stored: the time of a quote never goes back. */
export function nextTime({ updated }: Pick<QuoteRecord, 'updated'>): number {
  return isTime(updated) ? Math.max(Date.now(), updated) : Date.now()
}
