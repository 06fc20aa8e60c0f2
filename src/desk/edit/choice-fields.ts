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
import type { DeskCall } from '../desk-call.js'
import type { FieldLabels } from '../parts/fields.js'
import type { DeskStrings } from '../strings.js'
import { optionalValue, proposedMark, rangeFields } from './choice-values.js'
import { endField, isRemoved, type PartList, partLists } from './draft.js'
import { type Draft, type Row, rowsOf } from './draft-rows.js'
import type { EditedQuote } from './edited.js'
import { shortenName } from './labels.js'

// Sections, choices, and what lines say of them, as sellers write and read them.

/** What can be chosen for each line: its section, and what the customer can do. */
export interface LineOptions {
  readonly section: readonly SelectOption[]
  readonly choice: readonly SelectOption[]
  /** How many rows offer them. */
  readonly rows: number
}

type OptionKind = 'section' | 'choice'

/** Returns what a form offers for its lines: the sections and choices that it has now. */
export function lineOptions({ edit }: DeskStrings, draft: Draft): LineOptions {
  const titles = (list: 'sections' | 'choices') =>
    rowsOf(draft, list).flatMap((row) => {
      const key = row.get('key')
      return key === '' ? [] : [[key, shortenName(row.get('title') || key)] as const]
    })
  const parts: readonly SelectOption[] = [
    [optionalValue, edit.canBeLeftOut],
    ...titles('choices').map(([key, title]) => [key, edit.oneOf(title)] as const),
  ]
  return {
    section: [['', edit.noSection], ...titles('sections')],
    choice: [
      ['', edit.alwaysIncluded],
      ...parts.flatMap(([value, label]): readonly SelectOption[] => [
        [value, label],
        [`${value}${proposedMark}`, edit.proposed(label)],
      ]),
    ],
    rows: rowsOf(draft, 'products').length + rowsOf(draft, 'sections').length,
  }
}

/** Returns what people read for a value; the value itself for one that is gone. */
export function optionLabel(options: readonly SelectOption[], value: string): string {
  return options.find(([each]) => each === value)?.[1] ?? value
}

/** Returns the quantities from which the customer can choose, as they are typed. */
export function describeRange({ edit }: DeskStrings, row: Row): string {
  const [min, max, step] = rangeFields.map(row.get) as [string, string, string]
  return min + max === '' ? '' : edit.range(min, max, step)
}

/** Returns what a line says about sections and choices; empty for nothing. */
export function choiceNote(
  strings: DeskStrings,
  row: Row,
  { section, choice }: LineOptions,
): string {
  const words = [
    row.get('section') && optionLabel(section, row.get('section')),
    row.get('choice') && optionLabel(choice, row.get('choice')),
    describeRange(strings, row),
  ]
  return words.filter(Boolean).join(' · ')
}

/** Describes a section or a choice of a draft. */
export function describePart(strings: DeskStrings, draft: Draft, row: Row): string {
  const { edit } = strings
  const [title, text, choice, show] = ['title', 'text', 'choice', 'show'].map(row.get)
  const details = [
    choice && optionLabel(lineOptions(strings, draft).choice, choice),
    row.get('optional') && edit.takes.yes,
    show && optionLabel(viewOptions(strings), show),
    row.get('page_break') && edit.sectionFields.page_break,
  ].filter(Boolean)
  const name = [title, text].filter(Boolean).join(': ')
  return details.length === 0 ? name : `${name} (${details.join(', ')})`
}

function viewOptions({ edit }: DeskStrings): readonly SelectOption[] {
  return Object.entries(edit.sectionViews)
}

/** More options of all rows would make a page long: then one list serves all of them. */
const maxOptions = 20_000

function isOneList(options: LineOptions, kind: OptionKind): boolean {
  return options[kind].length * options.rows > maxOptions
}

/** A select of what a line or a section belongs to, or a field that suggests it. */
interface PartSelect {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly errors: FieldErrors
}

function partSelect(
  { edit }: DeskStrings,
  options: LineOptions,
  kind: OptionKind,
  props: PartSelect,
): Html {
  if (isOneList(options, kind)) return field({ ...props, list: listId(kind) })
  const { value } = props
  return select({ ...props, options: withOther(options[kind], value, edit.partGone(value)) })
}

const listId = (kind: OptionKind) => `${kind}-options`

/** Shows what a line says about sections and choices, once a form has fields for it. */
export function lineChoiceInputs(
  strings: DeskStrings,
  row: Row,
  path: string,
  { options, errors }: { readonly options: LineOptions; readonly errors: FieldErrors },
): Html | false {
  if (!row.values.has('choice')) return false
  const { lineChoice } = strings.edit
  const hasSection = options.section.length > 1 || row.get('section') !== ''
  const part = (kind: OptionKind) =>
    partSelect(strings, options, kind, {
      name: `${path}.${kind}`,
      label: lineChoice[kind],
      value: row.get(kind),
      errors,
    })
  return html`<div class="fields">${hasSection && part('section')}${part('choice')}</div>
    <div class="range">${rangeFields.map((name) =>
      field({
        name: `${path}.${name}`,
        label: lineChoice[name],
        value: row.get(name),
        inputMode: 'decimal',
        errors,
      }),
    )}</div>`
}

/** Shows the sections and the choices of a quote or a template, closed until it has one. */
export function choiceFields({ strings }: DeskCall, { draft, errors }: EditedQuote): Html {
  const { edit } = strings
  const options = lineOptions(strings, draft)
  const lists = [partLists.sections, partLists.choices]
  const isOpen =
    lists.some(({ name }) => rowsOf(draft, name).length > 0) ||
    Object.keys(errors).some((name) => /^(?:sections|choices)\b/.test(name))
  const datalists = (['section', 'choice'] as const).filter((kind) => isOneList(options, kind))
  return html`<section class="card" aria-label="${edit.sectionsAndChoices}">
    <details class="more parts"${isOpen && html` open`}>
      <summary>${edit.sectionsAndChoices}</summary>
      <p class="hint">${edit.choicesHint}</p>
      ${lists.map((list) => partRows(strings, list, { draft, errors, options }))}
      <button type="submit" name="action" value="choices">${edit.chooseAtLines}</button>
      ${datalists.map(
        (kind) =>
          html`<datalist id="${listId(kind)}">${options[kind].map(
            ([value, label]) => html`<option value="${value}">${label}</option>`,
          )}</datalist>`,
      )}
    </details>
  </section>`
}

/** What the rows of sections and choices are shown with. */
interface ShownParts extends Pick<EditedQuote, 'draft' | 'errors'> {
  readonly options: LineOptions
}

function partRows(strings: DeskStrings, list: PartList, shown: ShownParts): Html {
  const { name, empty } = list
  const error = Object.hasOwn(shown.errors, name) && shown.errors[name]
  const id = getId(name)
  return html`<fieldset id="${id}" tabindex="-1"${error && html` aria-describedby="${id}-error"`}>
    <legend>${strings.labels.quote[name]}</legend>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
    <ul class="terms">${[...rowsOf(shown.draft, name), empty].map(
      (row, index) => html`<li>${partRow(strings, list, row, index, shown)}</li>`,
    )}</ul>
    <input type="hidden" name="${endField(list)}" value="yes">
  </fieldset>`
}

function partRow(
  strings: DeskStrings,
  { name, empty }: PartList,
  row: Row,
  index: number,
  { errors, options }: ShownParts,
): Html {
  const { common, edit } = strings
  const isSection = name === 'sections'
  const labels: FieldLabels = isSection ? edit.sectionFields : edit.choiceFields
  const path = `${name}[${index}]`
  const isNew = row === empty
  const newName = isSection ? edit.newSection : edit.newChoice
  const title = isNew ? newName : (isSection ? edit.section : edit.choice)(index + 1)
  const shared = (each: string) => ({
    name: `${path}.${each}`,
    label: labels[each] as string,
    value: row.get(each),
    errors,
  })
  const choose = (each: string, offered: readonly SelectOption[]) =>
    select({ ...shared(each), options: withOther(offered, row.get(each)) })
  const details = ['text', 'show', 'page_break']
  const isOpen = details.some((each) => row.get(each) !== '' || `${path}.${each}` in errors)
  return html`<fieldset>
    <legend class="visually-hidden">${title}</legend>
    ${row.get('key') !== '' && hiddenField(`${path}.key`, row.get('key'))}
    <div class="part">
      <div class="amount">${field({ ...shared('position'), inputMode: 'numeric' })}</div>
      ${textField(shared('title'))}
      ${
        isSection
          ? partSelect(strings, options, 'choice', shared('choice'))
          : choose('optional', Object.entries(edit.takes))
      }
      ${!isNew && removeBox(strings, path, title, row)}
    </div>
    ${
      isSection &&
      html`<details class="more"${isOpen && html` open`}>
        <summary>${edit.sectionDetails}</summary>
        ${field({ ...shared('text'), rows: 2 })}
        <div class="fields">${choose('show', viewOptions(strings))}${choose(
          'page_break',
          Object.entries({ '': common.no, yes: common.yes }),
        )}</div>
      </details>`
    }
  </fieldset>`
}

/** Shows the checkbox that removes a row. */
export function removeBox({ common }: DeskStrings, path: string, name: string, row: Row): Html {
  const id = getId(`${path}.remove`)
  return html`<label class="check" for="${id}"><input type="checkbox" id="${id}"
    name="${path}.remove" value="yes"${isRemoved(row) && html` checked`}>
    ${common.remove}<span class="visually-hidden"> ${name}</span></label>`
}
