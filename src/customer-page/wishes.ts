import { html } from 'hono/html'
import { type Formats, formatTerms } from '../document/model/formats.js'
import type { DocumentLine, QuoteDocument } from '../document/model/quote-document.js'
import type { FieldErrors } from '../errors.js'
import { checkbox, field } from '../pages/forms/field.js'
import type { Form } from '../pages/forms/form.js'
import { typedNumbers } from '../pages/forms/typed-numbers.js'
import type { Html } from '../pages/layout.js'
import { timeElement } from '../pages/time.js'
import { getLineKey } from '../quote/model/line-keys.js'
import { shownUnitPrice } from '../quote/model/precision.js'
import {
  type AdditionWish,
  type LineWish,
  maxLineWishes,
  type OfferedTerms,
  type Proposal,
  type WishOutcome,
} from '../quote/model/proposal.js'
import type { ProductLine } from '../quote/model/quote.js'
import type {
  LineWishRequest,
  RequestRevisionRequest,
} from '../quote/operations/proposal-requests.js'
import type { Offer } from './offer.js'
import type { PageStrings } from './strings/page-strings.js'

// The counter-offer of a customer: the fields in which it is typed, and what became of it.

/** What wishes are shown with. */
export interface WishView {
  readonly strings: PageStrings
  readonly formats: Formats
  readonly document: QuoteDocument
  readonly offer: Pick<Offer, 'shown' | 'current'>
}

/** What was typed before, and is wrong with it. */
interface TypedWishes {
  readonly form?: Form
  readonly errors?: FieldErrors
}

/** How many things can be added at once. */
const additions = [0, 1, 2] as const

const names = {
  qty: (key: string) => `qty.${key}`,
  price: (key: string) => `price.${key}`,
  remove: (key: string) => `remove.${key}`,
  addName: (index: number) => `add.${index}.name`,
  addQty: (index: number) => `add.${index}.qty`,
}

/** A line for which something can be wished, as it is offered and as it is shown. */
interface OfferedLine {
  readonly line: ProductLine
  readonly shown: DocumentLine
}

function offeredLines({ offer, document }: WishView): readonly OfferedLine[] {
  const { products } = offer.shown.quote
  const byKey = new Map(products.map((line, index) => [getLineKey(line, index), line]))
  return document.lines.slice(0, maxLineWishes).flatMap((shown) => {
    const line = byKey.get(shown.key)
    return line === undefined ? [] : [{ line, shown }]
  })
}

/** Shows the fields for wishes by line, and for what is to be added. */
export function wishFields(view: WishView, typed: TypedWishes): Html {
  const { strings } = view
  const isTyped = typed.form?.names.some((name) => isWish(name) && typed.form?.get(name) !== '')
  return html`<details class="wish-fields"${isTyped && html` open`}>
    <summary>${strings.wishLines}</summary>
    <div class="stack">
      <p class="hint">${strings.wishHint}</p>
      ${offeredLines(view).map((each) => lineFields(view, each, typed))}
      <fieldset><legend>${strings.wishAdd}</legend>
        ${additions.map(
          (
            index,
          ) => html`<div class="wish-row">${textField(names.addName(index), strings.wishName, typed)}
          ${numberField(names.addQty(index), strings.wishQuantity, typed)}</div>`,
        )}
      </fieldset>
    </div>
  </details>`
}

const isWish = (name: string) => /^(?:qty|price|remove|add)\./.test(name)

function lineFields({ strings, offer, formats }: WishView, each: OfferedLine, typed: TypedWishes) {
  const { line, shown } = each
  const { key } = shown
  const numbers = typedNumbers(formats.locale)
  const price = numbers.format(shownUnitPrice(line.quote, offer.shown.quote))
  return html`<fieldset><legend><bdi>${shown.name}</bdi></legend>
    <div class="wish-row">
      ${numberField(names.qty(key), strings.wishQuantity, typed, numbers.format(String(line.qty)))}
      ${line.price >= 0 && numberField(names.price(key), strings.wishPrice, typed, price)}
    </div>
    ${checkbox({
      name: names.remove(key),
      label: strings.wishRemove,
      isChecked: typed.form?.get(names.remove(key)) === 'yes',
    })}
  </fieldset>`
}

function textField(name: string, label: string, { form, errors }: TypedWishes): Html {
  return field({ name, label, value: form?.get(name), errors })
}

function numberField(
  name: string,
  label: string,
  { form, errors }: TypedWishes,
  placeholder?: string,
): Html {
  return field({ name, label, value: form?.get(name), errors, inputMode: 'decimal', placeholder })
}

/** Wishes as they were typed. */
export interface ReadWishes extends Pick<RequestRevisionRequest, 'lines' | 'add'> {
  /** What is no number, by the names of the fields. */
  readonly errors: FieldErrors
  /** Returns the name of the field of an error of the engine; undefined if there is none. */
  fieldOf(path: string): string | undefined
}

/** Reads the wishes of a form. Those that are as it is offered are none. */
export function readWishes(form: Form, view: WishView): ReadWishes {
  const errors: Record<string, string> = {}
  const numbers = typedNumbers(view.formats.locale)
  const read = (name: string, kind: 'quantity' | 'money') => {
    const text = form.get(name)
    const parsed = text === '' ? undefined : numbers.parse(text, kind)
    if (text !== '' && parsed === undefined) errors[name] = view.strings.errorNumber
    return parsed
  }
  const lines = offeredLines(view).flatMap(
    ({ line, shown: { key } }): readonly LineWishRequest[] => {
      if (form.get(names.remove(key)) === 'yes') return [{ key, remove: true }]
      const qty = read(names.qty(key), 'quantity')
      const price = line.price < 0 ? undefined : read(names.price(key), 'money')
      const wish = {
        key,
        ...(qty !== undefined && Number(qty) !== line.qty && { qty: Number(qty) }),
        ...(price !== undefined && Number(price) !== Number(line.quote) && { price }),
      }
      return 'qty' in wish || 'price' in wish ? [wish] : []
    },
  )
  const added = additions.flatMap((index) => {
    const name = form.get(names.addName(index))
    const qty = read(names.addQty(index), 'quantity') ?? '1'
    if (name === '' && form.get(names.addQty(index)) !== '')
      errors[names.addName(index)] ??= view.strings.errorChange
    return name === '' ? [] : [{ index, wish: { name, qty: Number(qty) } }]
  })
  return {
    ...(lines.length > 0 && { lines }),
    ...(added.length > 0 && { add: added.map(({ wish }) => wish) }),
    errors,
    fieldOf(path) {
      const [, list = '', place = '', name = ''] =
        /^(lines|add)\[(\d+)\](?:\.(\w+))?/.exec(path) ?? []
      const key = list === 'lines' ? lines[Number(place)]?.key : undefined
      if (key !== undefined) return name === 'price' ? names.price(key) : names.qty(key)
      const index = list === 'add' ? added[Number(place)]?.index : undefined
      if (index === undefined) return undefined
      return name === 'qty' ? names.addQty(index) : names.addName(index)
    },
  }
}

/** Returns the label of a field for wishes by its name. */
export function wishLabel({ strings, document }: WishView, name: string): string | undefined {
  const [, kind = '', key = ''] = /^(qty|price|remove|add)\.(.+)$/.exec(name) ?? []
  if (kind === '') return undefined
  const line =
    kind === 'add' ? strings.wishAdd : document.lines.find((each) => each.key === key)?.name
  const isQuantity = kind === 'qty' || key.endsWith('.qty')
  const label = isQuantity
    ? strings.wishQuantity
    : kind === 'price'
      ? strings.wishPrice
      : strings.wishName
  return line === undefined ? label : `${line}: ${label}`
}

/** Shows what the customer has wished, the latest first, and what the next offer made of it. */
export function wishList(view: WishView): Html | false {
  const { strings, offer } = view
  const asked = (offer.current.quote.proposals ?? []).filter(({ role }) => role !== 'seller')
  const [latest, ...earlier] = asked.toReversed()
  if (latest === undefined) return false
  return html`<section class="card wishes no-print" aria-labelledby="wishes-title">
    <h2 id="wishes-title">${strings.wishes}</h2>
    ${proposalItem(view, latest)}
    ${
      earlier.length > 0 &&
      html`<details><summary>${strings.wishesEarlier}</summary>
      ${earlier.map((each) => proposalItem(view, each))}</details>`
    }
  </section>`
}

function proposalItem(view: WishView, { time, reason, lines = [], add = [], outcomes }: Proposal) {
  const { formats } = view
  // What the seller prepares is not offered yet.
  const answered = outcomes?.revision === undefined ? undefined : outcomes
  return html`<article>
    <p class="by">${timeElement(time, formats.dateTime(time))}</p>
    ${reason !== undefined && html`<blockquote dir="auto">${reason}</blockquote>`}
    <ul>${lines.map((wish, index) => lineItem(view, wish, answered?.lines?.[index]))}${add.map(
      (wish, index) => additionItem(view, wish, answered?.add?.[index]),
    )}</ul>
  </article>`
}

function lineItem(view: WishView, wish: LineWish, outcome: WishOutcome | undefined) {
  const { strings, offer } = view
  const { key, name, offered, qty = offered.qty, price = offered.price, remove, note } = wish
  const shown = offer.shown.quote.products.findIndex(
    (line, index) => getLineKey(line, index) === key,
  )
  const label =
    name ?? view.document.lines.find((line) => line.key === key)?.name ?? `#${shown + 1}`
  const wished = remove ? strings.wishRemove : termsText(view, { ...offered, qty, price })
  return html`<li><strong><bdi>${label}</bdi></strong>
    <span class="terms"><s><bdi>${termsText(view, offered)}</bdi></s> <b><bdi>${wished}</bdi></b></span>
    ${note !== undefined && html`<span class="note" dir="auto">${note}</span>`}
    ${outcomePill(view, offered, outcome)}</li>`
}

function additionItem(
  view: WishView,
  { id, name = `#${id}`, qty, note }: AdditionWish,
  outcome: WishOutcome | undefined,
) {
  return html`<li><strong><bdi>+ ${name}</bdi></strong>
    <span class="terms"><b><bdi>${view.formats.number(qty)}</bdi></b></span>
    ${note !== undefined && html`<span class="note" dir="auto">${note}</span>`}
    ${outcomePill(view, {}, outcome)}</li>`
}

const labels = {
  taken: 'wishTaken',
  partly: 'wishPartly',
  declined: 'wishDeclined',
  open: 'wishOpen',
} as const

const tones = { taken: 'good', partly: 'info', declined: 'plain', open: 'info' } as const

/** Says what became of a wish, and what is offered instead. */
function outcomePill(
  view: WishView,
  offered: Pick<OfferedTerms, 'price_quantity'>,
  outcome: WishOutcome | undefined,
) {
  if (outcome === undefined) return undefined
  const { result, qty, price } = outcome
  const given =
    qty !== undefined && price !== undefined && termsText(view, { ...offered, qty, price })
  return html`<span class="result ${tones[result]}">${view.strings[labels[result]]}${
    given && html` <bdi>${given}</bdi>`
  }</span>`
}

function termsText({ formats, offer }: WishView, terms: Omit<OfferedTerms, 'total'>): string {
  return formatTerms(formats, terms, offer.shown.quote)
}
