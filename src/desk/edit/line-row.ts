import { html } from 'hono/html'
import type { FieldErrors } from '../../errors.js'
import {
  field,
  getId,
  type SelectOption,
  select,
  textField,
  withOther,
} from '../../pages/forms/field.js'
import { hiddenField } from '../../pages/forms/hidden-field.js'
import type { Html } from '../../pages/layout.js'
import type { ProductSuggestion } from '../../ports/product-search.js'
import { roundedFrom } from '../../quote/lines/line-pricing.js'
import { shownUnitPrice } from '../../quote/model/precision.js'
import type { ProductLine, Quote } from '../../quote/model/quote.js'
import { componentTexts } from '../parts/components.js'
import { detailFields } from '../parts/fields.js'
import { icon } from '../parts/icons.js'
import { ownInputs, type ShownField } from '../parts/own-fields.js'
import type { DeskStrings } from '../strings.js'
import { choiceNote, type LineOptions, lineChoiceInputs } from './choice-fields.js'
import { lineChoiceNames } from './choice-values.js'
import {
  type BillingField,
  billingFields,
  isRemoved,
  onceInterval,
  type PickedProduct,
  pickedText,
  pickValue,
  type RowField,
} from './draft.js'
import type { Row } from './draft-rows.js'
import { breaksText, getPicks } from './find-products.js'
import { shortenName } from './labels.js'

/** The number of the row that the module copies. It replaces both by those of the copy. */
export const templateIndex = 'N0'
const templateNumber = 'N1'

/** A row of the table of lines. */
export interface RowProps {
  /** Its number in the names of its fields. */
  readonly index: string
  readonly row: Row
  /** The stored line; undefined for a new one. */
  readonly line?: ProductLine | undefined
  /** What the row would add. */
  readonly added?: ProductLine | undefined
  /** The products that match what was typed, if there are several. */
  readonly offers?: readonly ProductSuggestion[] | undefined
  /** What the line can be in, and what the customer can do with it. */
  readonly options: LineOptions
  /** What the line costs. */
  readonly total?: string | undefined
  readonly strings: DeskStrings
  /** The fields of lines that the host declares. */
  readonly ownFields: readonly ShownField[]
  readonly errors: FieldErrors
  readonly money: (amount: string) => string
  readonly number: (value: number) => string
  /** The decimals of the quote, with which prices are shown at least. */
  readonly shown: Pick<Quote, 'decimals'>
  /** True if products are found by words. */
  readonly hasSearch: boolean
  /** True for the line that was opened last. */
  readonly hasFocus?: boolean | undefined
}

/** Shows a line with its fields. */
export function lineRow(props: RowProps): Html {
  const { index, row, line, added = line, total, errors, money, strings } = props
  const {
    common,
    edit,
    labels: { line: labels },
    templates,
  } = strings
  const path = `products[${index}]`
  const name = getLineName(props)
  const isCustom = line === undefined || line.id === 0
  const cell = (column: RowField) =>
    field({
      name: `${path}.${column}`,
      label: edit.lineField(labels[column], name),
      value: row.get(column),
      errors,
      isLabelHidden: true,
      inputMode: 'decimal',
      hasFocus: column === 'qty' && props.hasFocus,
    })
  const isNew = line === undefined
  // A new row is offered for another price once it is of a product, and else has one of its own.
  const offers =
    isNew || !isCustom || hasOwnOffer(row) ? html`<div class="offer">${cell('quote')}</div>` : false
  const isPicked = row.get('picked') !== ''
  return html`<tr id="${getId(path)}" data-row${isNew && html` data-new`}${isPicked && html` data-picked`}>
    <th scope="row" class="product" aria-label="${name}">
      <input type="hidden" name="${path}.key" value="${row.get('key')}">${productCell(props, name, isCustom)}</th>
    <td class="number" data-label="${labels.qty}">${cell('qty')}</td>
    <td class="number" data-label="${common.price}">${isCustom && html`<div class="price">${cell('price')}</div>`}${offers}${
      row.get('discount') !== '' &&
      row.get('quote') + row.get('discount_percent') === '' &&
      html`<span class="muted">${templates.listPriceLess(row.get('discount'))}</span>`
    }${priceNotes(props)}</td>
    <td class="number" data-label="${common.discountPercent}">${cell('discount_percent')}</td>
    <td class="number total" data-label="${common.total}"><span data-total>${
      total !== undefined && (added?.unpriced ? common.toBePriced : money(total))
    }</span></td>
    <td class="remove"><label for="${getId(`${path}.remove`)}">
      <input type="checkbox" id="${getId(`${path}.remove`)}" name="${path}.remove" value="yes"${
        isRemoved(row) && html` checked`
      }>${icon('remove')}<span class="visually-hidden">${common.remove} ${name}</span></label></td>
  </tr>`
}

/** Returns true if a line without a product is offered for another price than its own. */
function hasOwnOffer(row: Row): boolean {
  const offer = row.get('quote')
  return offer !== '' && offer !== row.get('price')
}

/**
 * Shows what a price was rounded from, and that of the catalog, if another one is offered or it is
 * for several pieces.
 */
export function priceNotes(props: RowProps): Html {
  const { row, line, added = line, number, strings } = props
  const { common } = strings
  const unitMoney = (price: number | string) => props.money(shownUnitPrice(price, props.shown))
  const rounded = added && roundedFrom(added)
  const per = line?.price_quantity
  const isReduced = Number(line?.discount) !== 0 || row.get('discount_percent') !== ''
  const hasList = line !== undefined && line.id !== 0 && (isReduced || per !== undefined)
  return html`${
    rounded !== undefined &&
    html`<span class="muted">${common.roundedFrom(unitMoney(rounded))}</span>`
  }${
    hasList &&
    html`<span class="muted fixed">${common.listPrice(unitMoney(line.price))}${per !== undefined && ` ${common.per(number(per))}`}</span>`
  }`
}

/** Returns what labels call a line. */
export function getLineName({ row, line, index, strings: { edit } }: RowProps): string {
  const name = row.get('name') || line?.name
  if (line !== undefined)
    return shortenName(name || row.get('sku') || edit.productId(row.get('id')))
  const number = index === templateIndex ? templateNumber : Number(index) + 1
  return shortenName(name || edit.newLine(number))
}

function productCell(props: RowProps, name: string, isCustom: boolean): Html {
  const { row, line, index, errors, strings } = props
  const isOwn = row.get('key') !== '' && row.get('id') === ''
  if (line === undefined && !isOwn)
    return html`<div class="cell">${newProduct(props, name)}${componentNote(props)}${templateFields(props)}${moreFields(props, true)}</div>`
  const own = () =>
    textField({
      name: `products[${index}].name`,
      label: strings.edit.lineName(Number(index) + 1),
      value: row.get('name'),
      errors,
      isLabelHidden: true,
    })
  return html`<div class="cell">
    ${line === undefined || isCustom ? own() : html`<span class="name">${line.name ?? name} <span class="muted">${getFacts(strings, line)}</span></span>`}
    ${componentNote(props)}
    ${templateFields(props)}
    ${moreFields(props, isCustom)}
  </div>`
}

/** Shows what the product of a row consists of, in one element, which a preview replaces. */
function componentNote(props: RowProps): Html {
  return html`<span class="muted" data-components>${componentsText(props, props.added ?? props.line)}</span>`
}

/** Returns what the product of a line consists of, in one line of text; empty if of nothing. */
export function componentsText(
  words: Pick<RowProps, 'strings' | 'money' | 'number' | 'shown'>,
  line: ProductLine | undefined,
): string {
  return line === undefined ? '' : componentTexts(words, line, words.shown).join(' · ')
}

/** Sends what a line of a template has, and no field shows: the id of a product that is named. */
function templateFields({ row, line, index }: RowProps): Html {
  const shown = line === undefined ? ['id'] : []
  const hidden = ['id', 'discount', 'stored'].filter((field) => !shown.includes(field))
  return html`${hidden
    .filter((field) => row.values.has('stored') && row.get(field) !== '')
    .map((field) => hiddenField(`products[${index}].${field}`, row.get(field)))}`
}

/** Shows one field for what a new row adds: a product, or a line of its own. */
function newProduct(
  { row, index, errors, hasSearch, offers, added, money, strings }: RowProps,
  name: string,
): Html {
  const value = pickedText(row) ?? (row.get('id') || row.get('name'))
  const path = `products[${index}]`
  const shared = {
    name: `${path}.id`,
    label: strings.edit.lineField(strings.labels.line.id, name),
    value,
    errors,
  }
  if (offers !== undefined) {
    const picks = getPicks(offers)
    const found = offers.map(({ name: label, sku, price }, number) => {
      const text = [label, sku, price && money(price)].filter(Boolean).join(' · ')
      return [pickValue(picks[number] as PickedProduct), text] as const
    })
    return html`<input type="hidden" name="${path}.offered" value="yes">${select({
      ...shared,
      isLabelHidden: true,
      options: [[value, `${value}…`], ...found],
    })}`
  }
  return html`${textField({
    ...shared,
    isLabelHidden: true,
    placeholder: hasSearch ? strings.edit.productPlaceholder : strings.edit.idPlaceholder,
  })}${
    hasSearch && html`<input type="hidden" name="${path}.picked" value="${row.get('picked')}">`
  }<span class="muted" data-name>${addedName(row, added)}</span>`
}

/** Returns the name of the product of a new row, unless its field shows it. */
export function addedName(row: Row, added: ProductLine | undefined): string {
  if (row.get('id') === '' || added === undefined || added.id === 0) return ''
  return added.name === undefined || added.name === pickedText(row) ? '' : added.name
}

/** Returns the SKU of a line, or the id of its product, and its unit. */
export function getFacts({ common }: DeskStrings, { id, name, sku, unit }: ProductLine): string {
  const facts = [sku ?? (name === undefined ? undefined : String(id)), unit && common.perUnit(unit)]
  return facts.filter(Boolean).join(' · ')
}

/** Returns what a line says in the fields that are folded. */
export function lineNotes({ row, options, strings, ownFields }: RowProps): readonly string[] {
  return [
    choiceNote(strings, row, options),
    isRecurring(row) ? strings.edit.intervals[row.get('billing.interval') as Interval] : '',
    row.get('note'),
    ...ownFields.map((each) => row.get(each.path) && `${each.label}: ${row.get(each.path)}`),
  ].filter(Boolean)
}

/** Shows what most lines do not have: a note, a billing, and the facts of one without a product. */
function moreFields(props: RowProps, isCustom: boolean): Html {
  const { row, index, line, errors, money, shown, strings, ownFields } = props
  const {
    edit,
    labels: { line: labels },
  } = strings
  const path = `products[${index}]`
  const own = ownFields.map((each) => each.path)
  const shared = (column: RowField) => ({
    name: `${path}.${column}`,
    label: labels[column],
    value: row.get(column),
    errors,
    inputMode: 'decimal' as const,
  })
  const position = field(shared('position'))
  const offer = field(shared('quote'))
  const isOpen = [
    ...['position', 'note', 'price_quantity', 'unpriced'],
    ...[...billingFields, ...lineChoiceNames, ...detailFields, ...own],
  ].some((each) => `${path}.${each}` in errors)
  return html`${lineNotes(props).map((each) => html`<span class="muted">${each}</span>`)}<details class="more"${isOpen && html` open`}>
    <summary title="${getSummary(props, isCustom)}">${icon('more')}<span class="visually-hidden">${getSummary(props, isCustom)}</span></summary>
    <div class="pop"><div class="fields">${position}${line !== undefined && isCustom && !hasOwnOffer(row) && offer}</div>
    ${lineChoiceInputs(strings, row, path, props)}${field({ name: `${path}.note`, label: labels.note, value: row.get('note'), errors, rows: 2 })}
    ${billingInputs(props)}
    ${
      isCustom &&
      html`<div class="fields">${field({
        name: `${path}.price_quantity`,
        label: edit.priceQuantity,
        value: row.get('price_quantity'),
        inputMode: 'decimal',
        errors,
      })}${select({
        name: `${path}.unpriced`,
        label: labels.price,
        value: row.get('unpriced'),
        options: [
          ['', edit.priceIsKnown],
          ['yes', strings.common.toBePriced],
        ],
        errors,
      })}${detailFields.map((name) => {
        const label = labels[name]
        const rows = name === 'description' ? { rows: 2 } : undefined
        return textField({ name: `${path}.${name}`, label, value: row.get(name), errors, ...rows })
      })}</div>`
    }
    ${
      ownFields.length > 0 &&
      html`<div class="fields">${ownInputs(ownFields, row.get, { prefix: `${path}.`, errors })}</div>`
    }
    ${
      line?.price_breaks !== undefined &&
      html`<p class="hint">${edit.catalogPrices(
        breaksText(strings, line.price_breaks, (price) => money(shownUnitPrice(price, shown))),
      )}</p>`
    }</div>
  </details>`
}

type Interval = keyof DeskStrings['edit']['intervals']

const isRecurring = (row: Row) => !['', onceInterval].includes(row.get('billing.interval'))

/** Shows when a line is charged again. A new line of a product recurs as its product does. */
function billingInputs({ row, index, errors, strings }: RowProps): Html {
  const { edit } = strings
  const path = `products[${index}]`
  const [interval, ...numbers] = billingFields
  const value = row.get(interval)
  // A stored line says when it is charged; a new one, and one of a template, need not.
  const saysNothing = row.get('key') === '' || row.values.has('stored')
  const known: readonly SelectOption[] = [
    ...(saysNothing ? [['', edit.billedAsProduct] as const] : []),
    [onceInterval, edit.billedOnce],
    ...Object.entries(edit.intervals),
  ]
  const options = withOther(known, value)
  const input = (name: BillingField) =>
    field({
      name: `${path}.${name}`,
      label: edit.billingFields[name],
      value: row.get(name),
      inputMode: 'numeric',
      errors,
    })
  return html`<div class="fields billing">
    ${select({ name: `${path}.${interval}`, label: edit.billingFields[interval], value, options, errors })}
    ${numbers.map(input)}
  </div>`
}

function getSummary({ row, strings, ownFields }: RowProps, isCustom: boolean): string {
  const { edit } = strings
  const others = ownFields.length === 0 ? edit.noteAndBilling : edit.noteAndFields
  const summary = isCustom ? edit.noteAndFacts : others
  return row.values.has('choice') ? edit.choiceAnd(summary) : summary
}
