import { html } from 'hono/html'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { StoreTags } from '../../features/tags/tags.js'
import type { User } from '../../features/users/users.js'
import type { SelectOption } from '../../pages/forms/field.js'
import type { Form } from '../../pages/forms/form.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import { createSignatures } from '../../pages/signatures.js'
import type { Quote } from '../../quote/model/quote.js'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { formToken } from '../forms.js'
import { icon } from '../parts/icons.js'
import { getReceivedQuery } from './load-list.js'

/** What can be done to the quotes that are checked in the list. */
const bulkActions = ['tag', 'untag', 'owner', 'delete'] as const

type BulkAction = (typeof bulkActions)[number]

/** A page of the list has so many quotes, and no form has more. */
const maxQuotes = 50

/** So many calls of the engine are made at once. */
const maxAtOnce = 8

/** What a change of several quotes has done, so that it can be undone. */
interface Done {
  readonly action: BulkAction
  /** The number of quotes that were changed. */
  readonly count: number
  /** These quotes, with the versions that they got. None if they cannot be changed back. */
  readonly quotes: readonly (readonly [quoteId: string, version: number])[]
  /** The number of those that could not be changed. */
  readonly failed: number
}

/** Changes the quotes that are checked in the list, and leads back to it. */
export const changeManyRoute: DeskRoute = {
  path: '/change-quotes',
  async post(call, form) {
    const action = bulkActions.find((each) => each === form.get('do'))
    const quoteIds = readIds(form)
    if (action === undefined || quoteIds.length === 0 || quoteIds.length > maxQuotes)
      throw new QuoteError('invalid_request', {
        errors: { quote: call.strings.list.noneChecked(maxQuotes) },
      })
    const change = await changeOf(call, action, form)
    const versions = await forEach(quoteIds, (quoteId) => change(quoteId))
    const quotes = versions.filter((each) => each !== undefined && each !== 'unchanged')
    const failed = versions.filter((each) => each === undefined).length
    const done = { action, count: quotes.length, quotes, failed }
    return leadBack(call, form, { undo: sign(call, done) })
  },
}

/** Shows what can be done to the quotes that are checked. Styles show it if there are any. */
export function bulkBar(
  call: DeskCall,
  { users, tags }: { readonly users: readonly User[]; readonly tags: StoreTags },
): Html {
  const { list: strings } = call.strings
  const { bulk } = strings
  const menu = (picture: Html, label: string, content: Html) =>
    html`<details class="menu" name="bulk"><summary class="button">${picture}${label}</summary>
      <div class="pop stack">${content}</div></details>`
  const button = (action: BulkAction) =>
    html`<button class="button" name="do" value="${action}">${bulk.buttons[action]}</button>`
  const options = (each: readonly SelectOption[]) =>
    each.map(([value, label]) => html`<option value="${value}">${label}</option>`)
  const tagOptions = Object.values(tags).map(({ value, label }) => [value, label] as const)
  const userOptions = users.map(({ id, name }) => [id, name] as const)
  return html`<div class="bulk no-print" role="group" aria-label="${bulk.title}"><b>${bulk.title}</b>
    ${
      tagOptions.length > 0 &&
      menu(
        icon('tags'),
        bulk.tag,
        html`<label class="field">${strings.filters.tag}<select name="tag">${options(tagOptions)}</select></label>
        <div class="actions">${button('tag')}${button('untag')}</div>`,
      )
    }
    ${
      userOptions.length > 0 &&
      menu(
        icon('users'),
        bulk.owner,
        html`<label class="field">${strings.filters.owner}<select name="owner">
          <option value="">${bulk.noOwner}</option>${options(userOptions)}</select></label>
        <div class="actions">${button('owner')}</div>`,
      )
    }
    <button class="danger" name="do" value="delete">${bulk.buttons.delete}</button>
    <button class="quiet" type="reset">${bulk.clear}</button>
  </div>`
}

/** Undoes what was done to several quotes, but for what was changed since. */
export const undoRoute: DeskRoute = {
  path: '/change-quotes/undo',
  async post(call, form) {
    const done = parseDone(call, form.get('undo'))
    if (done === undefined)
      throw new QuoteError('invalid_request', { errors: { undo: call.strings.common.reloadPage } })
    const undone = await forEach(done.quotes, ([quoteId, version]) =>
      done.action === 'delete'
        ? restore(call, quoteId)
        : revert(call, { quoteId, version, action: done.action }),
    )
    const isWhole = undone.every((each) => each !== undefined)
    return leadBack(call, form, { done: isWhole ? 'undone' : 'undone-in-part' })
  },
}

/** Says what was done to several quotes, with a button that undoes it. */
export function undoNotice(call: DeskCall, search: string): Html | false {
  const done = parseDone(call, call.query('undo'))
  if (done === undefined) return false
  const { changed, notChanged, undo } = call.strings.list.bulk
  const { action, count, quotes, failed } = done
  return html`<div class="notice ${failed === 0 ? 'good' : 'warn'} undo" role="status">
    <span>${changed(action, count)}${failed > 0 && ` ${notChanged(failed)}`}</span>
    ${
      quotes.length > 0 &&
      html`<form method="post" action="${call.url('/change-quotes/undo')}">${formToken(call)}
        ${hiddenField('undo', call.query('undo'))}${hiddenField('back', search)}
        <button class="quiet">${undo}</button></form>`
    }
  </div>`
}

function readIds(form: Form): readonly string[] {
  const ids = form.getAll('quote').flatMap((value) => {
    try {
      return [decodeURIComponent(value)]
    } catch {
      return []
    }
  })
  return [...new Set(ids)].filter((id) => id !== '')
}

type Changed = readonly [quoteId: string, version: number] | 'unchanged'

/**
 * Returns what changes one quote.
 *
 * @throws QuoteError `invalid_request` if the form does not say to what
 */
async function changeOf(
  call: DeskCall,
  action: BulkAction,
  form: Form,
): Promise<(quoteId: string) => Promise<Changed>> {
  const { engine, user } = call
  if (action === 'delete')
    return async (quoteId) => [quoteId, (await engine.deleteQuote(user, quoteId)).version]
  if (action === 'owner') {
    // An empty value removes the owner.
    const owner = form.getAll('owner')[0] || null
    return async (quoteId) =>
      updated(await engine.getQuote(user, quoteId), (quote) =>
        (quote.owner ?? null) === owner ? undefined : { owner },
      )
  }
  const tag = form.getAll('tag')[0] ?? ''
  if (tag === '')
    throw new QuoteError('invalid_request', { errors: { tag: call.strings.list.bulk.chooseTag } })
  return async (quoteId) =>
    updated(await engine.getQuote(user, quoteId), ({ tags }) => {
      const has = tags?.includes(tag) === true
      if (has === (action === 'tag')) return undefined
      const others = (tags ?? []).filter((each) => each !== tag)
      return { tag_list: action === 'tag' ? [...others, tag] : others }
    })

  async function updated(
    { quoteId, version, quote }: { quoteId: string; version: number; quote: Quote },
    getChange: (
      quote: Quote,
    ) => { readonly owner: string | null } | { readonly tag_list: readonly string[] } | undefined,
  ): Promise<Changed> {
    const change = getChange(quote)
    if (change === undefined) return 'unchanged'
    const record = await engine.updateQuote(user, quoteId, change, { expectedVersion: version })
    return record.version === version ? 'unchanged' : [quoteId, record.version]
  }
}

async function restore({ engine, user }: DeskCall, quoteId: string): Promise<'undone'> {
  await engine.restoreQuote(user, quoteId)
  return 'undone'
}

interface Reverted {
  readonly quoteId: string
  /** The version that the change has made. */
  readonly version: number
  readonly action: BulkAction
}

/** Takes back what a version has changed, unless it was changed again. */
async function revert(
  { engine, user }: DeskCall,
  { quoteId, version, action }: Reverted,
): Promise<'undone'> {
  const [before, after, now] = await Promise.all([
    engine.getQuote(user, quoteId, { version: version - 1 }),
    engine.getQuote(user, quoteId, { version }),
    engine.getQuote(user, quoteId),
  ])
  const options = { expectedVersion: now.version }
  if (action === 'owner') {
    if (now.quote.owner === after.quote.owner)
      await engine.updateQuote(user, quoteId, { owner: before.quote.owner ?? null }, options)
    return 'undone'
  }
  const [old, made, tags] = [before, after, now].map(({ quote }) => quote.tags ?? [])
  const added = made?.filter((tag) => !old?.includes(tag)) ?? []
  const removed = old?.filter((tag) => !made?.includes(tag)) ?? []
  const kept = tags?.filter((tag) => !added.includes(tag)) ?? []
  const tag_list = [...new Set([...kept, ...removed])]
  await engine.updateQuote(user, quoteId, { tag_list }, options)
  return 'undone'
}

/**
 * Calls a function for each item, and returns the results, with undefined where a quote could not
 * be changed.
 *
 * @throws What says nothing about one quote, such as `storage_failed`
 */
async function forEach<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<readonly (Result | undefined)[]> {
  const results: (Result | undefined)[] = []
  for (let start = 0; start < items.length; start += maxAtOnce) {
    const part = items.slice(start, start + maxAtOnce)
    results.push(...(await Promise.all(part.map((item) => run(item).catch(ignoreRejected)))))
  }
  return results
}

const ofOneQuote: ReadonlySet<string> = new Set([
  'quote_not_found',
  'not_permitted',
  'invalid_transition',
  'invalid_request',
  'quote_locked',
  'version_mismatch',
  'version_not_found',
  'conflict',
])

function ignoreRejected(error: unknown): undefined {
  if (!isQuoteError(error) || !ofOneQuote.has(error.code)) throw error
  return undefined
}

/** Leads back to the list that the form was sent from. */
function leadBack(call: DeskCall, form: Form, said: Readonly<Record<string, string>>): Response {
  const parameters = getReceivedQuery(form.get('back'))
  for (const [name, value] of Object.entries(said)) if (value !== '') parameters.set(name, value)
  return call.redirect(`/?${parameters}`)
}

function signaturesOf({ options }: DeskCall) {
  return createSignatures(options.secrets, 'changed-quotes')
}

/** What is signed is of one user, so that no other one is led to undo it. */
function signedBy({ user }: DeskCall, content: string): string {
  return JSON.stringify([user.storeId, user.actor ?? '', user.role ?? '', content])
}

/** Addresses are not longer. Quotes of longer ids are changed without a way to undo it at once. */
const maxLength = 6_000

function sign(call: DeskCall, { action, count, quotes, failed }: Done): string {
  const encode = (value: readonly unknown[]) =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  const whole = encode([action, count, quotes, failed])
  const content = whole.length <= maxLength ? whole : encode([action, count, [], failed])
  return `${content}.${signaturesOf(call).sign(signedBy(call, content))}`
}

/** Returns what was done, if this desk has said so to this user. */
function parseDone(call: DeskCall, signed: string): Done | undefined {
  const [content = '', signature = ''] = signed.split('.')
  if (!signaturesOf(call).verify(signedBy(call, content), signature)) return undefined
  const [action, count, quotes, failed] = JSON.parse(String(Buffer.from(content, 'base64url')))
  return { action, count, quotes, failed }
}
