import { html } from 'hono/html'
import type { QuoteView } from '../../engine/operations/read-quotes.js'
import { reportError } from '../../http/report-error.js'
import { callHost } from '../../pages/host-function.js'
import type { Html } from '../../pages/layout.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { isAddress, validAddress } from '../../validation/addresses.js'
import { describeKind } from '../../validation/describe-value.js'
import type { DeskCall } from '../desk-call.js'
import { quoteFormId } from '../edit/edit-form.js'
import { doneNotice } from '../forms.js'
import { loadApprovalState } from '../parts/approval-state.js'
import { loadNames, type NameOf, renderDateTime } from '../parts/changes.js'
import { icon } from '../parts/icons.js'
import { acceptanceFacts } from './acceptance.js'
import { type LastOffer, loadLastOffer, nextTime, suggestedExpiry } from './action.js'
import {
  type ActionFormProps,
  actionForm,
  actionLabel,
  actions,
  actionUrl,
  doneMessages,
  fieldName,
  hasTyped,
  nextAction,
  type PossibleAction,
  possibleActions,
  type SentForm,
} from './actions.js'
import { approvalsList } from './approval-actions.js'
import { quoteSteps } from './steps.js'

/** The element that says what must be approved before the quote is sent. */
const neededId = 'approvals-needed'

/** How the panel is shown. */
export interface PanelProps {
  /** What was typed into its forms before, and the action that failed. */
  readonly sent?: SentForm | undefined
  /** True if the content of the quote can be changed beside it. */
  readonly canEdit?: boolean
  /** Entries of the host in the menu. */
  readonly ownMenu?: readonly Html[]
}

/** What can be done with a quote: parts of its page. */
export interface LifecycleParts {
  /** The button of the next step, and the menu of all others. */
  readonly buttons: Html
  /** What the next step depends on, and its form if it asks for something. */
  readonly panel: Html
}

/**
 * Returns what can be done with a quote in its status, with a form for each, and what was sent to
 * the customer. The action that failed is open, with what was typed.
 */
export async function lifecycleParts(
  call: DeskCall,
  view: QuoteView,
  { sent, canEdit, ownMenu = [] }: PanelProps = {},
): Promise<LifecycleParts> {
  const strings = call.strings.lifecycle
  const state = await loadApprovalState(call, view)
  const now = possibleActions(call, view, state)
  // What has failed is shown again, with what was typed.
  const failed = possibleActions(call, view).filter(({ name }) => name === sent?.name)
  const possible = now.some(({ name }) => name === sent?.name) ? now : [...now, ...failed]
  const next = nextAction(possible, state)
  const others = possible.filter((each) => each !== next)
  const [lastOffer, nameOf] = await Promise.all([loadLastOffer(call, view), loadNames(call)])
  const expiry = suggestedExpiry(call, { ...lastOffer, quote: view.quote }, nextTime(view))
  const isBlocked = state !== undefined && state.missing.length > 0
  const shared = (action: PossibleAction): ActionFormProps => ({
    ...action,
    record: view,
    expiry,
    sent,
    formId: quoteFormId,
    ...(action.name === 'send' && isBlocked && { describedBy: neededId, isDisabled: !canEdit }),
  })
  const first = next && shared(next)
  const label = next && (actions[next.name].nextLabel?.(call.strings) ?? actionLabel(call, next))
  const isInHead = first !== undefined && hasOnlyButton(call, view, first)
  const panel = html`<section class="card stack lifecycle" aria-labelledby="lifecycle-title">
    <h2 id="lifecycle-title">${strings.whereItIs}</h2>
    ${quoteSteps(call, view)}
    ${doneNotice(call, ...doneMessages(call.strings), { 'message-sent': strings.messageSent })}
    ${isBlocked && html`<p class="notice warn" id="${neededId}">${call.strings.approvals.needed(state.missing)}</p>`}
    ${approvalsList(call, view.quote, nameOf)}
    ${offerFacts(call, view, { lastOffer, nameOf })}
    ${isInHead && nextExplanation(call, view, first)}
    ${first !== undefined && !isInHead && html`<div class="lifecycle-next">${actionForm(call, { ...first, isPrimary: true })}</div>`}
  </section>`
  const isMenuOpen = others.some((action) => isOpen(call, view, shared(action), sent))
  const buttons = html`${first !== undefined && isInHead && nextButton(call, view, first, label)}${
    first !== undefined &&
    !isInHead &&
    html`<a class="button primary" href="#lifecycle-title">${label}</a>`
  }${
    others.length + ownMenu.length > 0 &&
    html`<details class="menu"${isMenuOpen && html` open`}>
    <summary class="button square" aria-label="${strings.nextSteps}">${icon('more')}</summary>
    <ul class="pop lifecycle-more">
    ${others.map(
      (action) => html`<li>${moreAction(call, view, shared(action))}</li>
          ${linkBeside(call, view, action)}`,
    )}${ownMenu.map((entry) => html`<li>${entry}</li>`)}
    </ul></details>`
  }`
  return { buttons, panel }
}

/** Returns true if nothing is typed or read before an action, or a page of its own asks for it. */
function hasOnlyButton(
  call: DeskCall,
  { quote }: QuoteView,
  { name, to, expiry }: ActionFormProps,
): boolean {
  if (actions[name].ask !== undefined) return true
  const { fields } = actions[name].form({ quote, to, expiry }, call)
  return fields.every(({ isHidden }) => isHidden)
}

/** Shows what the next step does, beside its button; a page that asks says it itself. */
function nextExplanation(
  call: DeskCall,
  { quote }: QuoteView,
  { name, to, expiry }: ActionFormProps,
): Html | false {
  const { ask, form } = actions[name]
  const { explanation } = form({ quote, to, expiry }, call)
  return ask === undefined && explanation !== undefined && html`<p class="hint">${explanation}</p>`
}

/** Shows the button of the next step, which saves what was typed first. */
function nextButton(call: DeskCall, view: QuoteView, props: ActionFormProps, label = ''): Html {
  return actions[props.name].ask === undefined
    ? actionForm(call, { ...props, isPrimary: true, isBare: true })
    : askButton(call, view, props, { label, className: 'primary' })
}

/** Shows a button that saves what was typed, and leads to the page that asks. */
function askButton(
  call: DeskCall,
  { quoteId }: QuoteView,
  { name, formId, describedBy, isDisabled }: ActionFormProps,
  { label, className }: { readonly label: string; readonly className: string },
): Html {
  const state = html`${isDisabled && html` disabled`}${
    describedBy && html` aria-describedby="${describedBy}"`
  }`
  return html`<button class="${className}" form="${formId}" formaction="${actionUrl(call, quoteId, name)}" name="action" value="ask"${state}>${label}</button>`
}

/** Shows an action that is not the next step: closed, until somebody needs it. */
function moreAction(call: DeskCall, view: QuoteView, props: ActionFormProps): Html {
  const { name, to, sent } = props
  const label = actionLabel(call, to === undefined ? { name } : { name, to })
  const { ask, unsaved } = actions[name]
  const anchor = actions[name].anchor?.(view.quote)
  if (anchor !== undefined) return html`<a class="row" href="#${anchor}">${label}</a>`
  if (ask !== undefined)
    return unsaved === 'drop'
      ? html`<a class="row" href="${actionUrl(call, view.quoteId, name)}">${label}</a>`
      : askButton(call, view, props, { label, className: 'row' })
  return html`<details${isOpen(call, view, props, sent) && html` open`}>
    <summary>${label}</summary>
    ${actionForm(call, props)}
  </details>`
}

/**
 * An action is open if it has failed, or something was typed into its form; never one whose form is
 * elsewhere.
 */
function isOpen(
  call: DeskCall,
  { quote }: QuoteView,
  { name, to = '', expiry }: ActionFormProps,
  sent: SentForm | undefined,
): boolean {
  if (sent === undefined || actions[name].anchor?.(quote) !== undefined) return false
  if (sent.name === name) return sent.form.get(fieldName(name, 'to')) === to
  return hasTyped(name, actions[name].form({ quote, to, expiry }, call), sent)
}

function linkBeside({ url, strings }: DeskCall, { quoteId }: QuoteView, { name }: PossibleAction) {
  const { link } = actions[name]
  return (
    link &&
    html`<li><a class="row" href="${url(link.path(quoteId))}">${link.label(strings)}</a></li>`
  )
}

/** What has become of a quote, besides what it says itself. */
interface OfferFacts {
  readonly lastOffer: LastOffer
  readonly nameOf: NameOf
}

/** Shows what the next step depends on: the customer's link, what became of it, and the reason. */
function offerFacts(call: DeskCall, record: QuoteRecord, facts: OfferFacts): Html {
  return html`${requestText(call, record, facts) || reasonText(call, record)}${customersRequest(call, record)}${acceptanceFacts(call, record)}${customerLink(call, record)}`
}

/** Shows what the customer wants to have changed, until the next offer is sent. */
function requestText(
  { formats, strings: { lifecycle: strings } }: DeskCall,
  { quote: { status, reason } }: QuoteRecord,
  { lastOffer: { request }, nameOf }: OfferFacts,
): Html | false {
  const text = request?.reason ?? (status === 'revision_requested' ? reason : undefined)
  if (text === undefined) return false
  return html`<div><h3>${strings.requested}</h3><blockquote class="as-typed">${text}</blockquote>
    ${
      request !== undefined &&
      html`<p class="hint">${
        request.by !== undefined &&
        html`${strings.by} <span class="wrap">${nameOf(request)}</span>, `
      }${renderDateTime(formats, request.time)}</p>`
    }</div>`
}

/** Shows what the customer has written to request the quote. */
function customersRequest(
  { formats, strings: { lifecycle: strings } }: DeskCall,
  { quote: { request, suspicious } }: QuoteRecord,
): Html | false {
  if (request === undefined) return false
  const { message, time } = request
  return html`<div><h3>${strings.customersRequest}</h3>
    ${message !== undefined && html`<blockquote class="as-typed">${message}</blockquote>`}
    <p class="hint">${renderDateTime(formats, time)}</p>
    ${suspicious && html`<p class="hint">${strings.suspicious}</p>`}</div>`
}

/** Shows why the quote was declined or canceled. */
function reasonText({ strings }: DeskCall, { quote: { reason } }: QuoteRecord): Html | false {
  return (
    reason !== undefined &&
    html`<div><h3>${strings.lifecycle.reason}</h3><blockquote class="as-typed">${reason}</blockquote></div>`
  )
}

/** Shows the address of the customer's page, if the host has one and the quote is an offer. */
function customerLink(call: DeskCall, record: QuoteRecord): Html | false {
  const { customerUrl } = call.options
  if (customerUrl === undefined || record.quote.seal === undefined) return false
  return linkField(call, record, () => customerUrl(record))
}

/** Shows the address in a field, from which it can be copied. */
async function linkField(
  call: DeskCall,
  record: QuoteRecord,
  create: () => string | PromiseLike<string>,
): Promise<Awaited<Html>> {
  const strings = call.strings.lifecycle
  const canAccept = record.quote.status === 'sent'
  const document = `/quotes/${encodeURIComponent(record.quoteId)}/document`
  const url = await getAddress(call, create)
  if (url === undefined) return html`<p class="notice warn">${strings.noLink}</p>`
  return html`<div class="field">
    <label for="customer-link">${strings.link}</label>
    <input id="customer-link" class="link" type="url" readonly value="${url}"
      aria-describedby="customer-link-hint">
    <p class="hint" id="customer-link-hint">${strings.linkHint}</p>
    <div class="actions">
      <a class="button${canAccept && ' primary'}" href="${mailAddress(call, record, url)}">${strings.writeEmail}</a>
      <a class="button" href="${call.url(document)}">${strings.customersView}</a>
    </div>
  </div>`
}

/** Returns an address that opens a message to the customer in the user's mail program. */
function mailAddress(
  { strings }: DeskCall,
  { quote: { number, customer } }: QuoteRecord,
  url: string,
): string {
  const { email = '' } = customer
  const to = encodeURIComponent(email ?? '').replaceAll('%40', '@')
  const subject = encodeURIComponent(strings.lifecycle.mailSubject(number))
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(`\r\n\r\n${url}`)}`
}

/** Reports an error of the host's function, which must not keep anybody from the quote. */
async function getAddress(
  { options, c }: DeskCall,
  create: () => string | PromiseLike<string>,
): Promise<string | undefined> {
  try {
    const url: unknown = await callHost(options, 'customerUrl', create)
    if (isAddress(url)) return url
    throw new TypeError(`customerUrl must return ${validAddress}, received ${describeKind(url)}`)
  } catch (error) {
    reportError(options.onError, error, c.req.raw)
    return undefined
  }
}
