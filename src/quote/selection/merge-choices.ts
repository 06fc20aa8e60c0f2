import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { jsonEqual } from '../../validation/json-equal.js'
import {
  type ChoiceRequest,
  hasChoiceFields,
  isInRange,
  type LineChoiceFields,
  type QuantityRange,
  type QuoteChoice,
  type QuoteSection,
  type SectionRequest,
  stepOf,
} from '../model/choice-fields.js'
import { countedLines, hasSelection } from '../model/counted-lines.js'
import { getLineKey, linesByKey, withKeys } from '../model/line-keys.js'
import type { ProductLine, Quote } from '../model/quote.js'
import type { DiscountTerms } from '../pricing/discounts.js'
import { chooseLines, lineTotals } from '../pricing/line-totals.js'

/** The lines of a quote, and what they refer to. */
type ChoiceContent = Pick<Quote, 'products' | 'product_order' | 'sections' | 'choices'>

/** What a request says of the sections and the choices of a quote. */
export interface ChoiceChanges {
  /** All sections; null for none. Undefined if they stay. */
  readonly sections?: readonly SectionRequest[] | null | undefined
  /** All choices; null for none. Undefined if they stay. */
  readonly choices?: readonly ChoiceRequest[] | null | undefined
}

const nothing: Omit<ChoiceContent, 'products'> = Object.freeze({ product_order: null })

/**
 * Returns lines with the sections and the choices that a request leaves, and adds its errors. Each
 * line and section that can be chosen says whether it is proposed. Of a choice that somebody has to
 * make, exactly one member is. A choice without members is dropped, and so is the place of a line
 * in a section that is gone.
 *
 * @param next The lines after the request, and their order.
 * @param stored What the quote has had. Undefined for a new one.
 */
export function mergeChoices(
  next: Pick<Quote, 'products' | 'product_order'>,
  changes: ChoiceChanges,
  stored: Partial<ChoiceContent> = nothing,
  errors: FieldErrorCollector,
): Pick<Quote, 'products' | 'sections' | 'choices'> {
  const { products } = next
  const sections = mergeSections(changes.sections, stored.sections)
  const choices = mergeList(changes.choices, stored.choices, toChoice)
  if (sections.length + choices.length === 0 && !products.some(hasChoiceFields)) return { products }
  const merging = new ChoiceMerging({ sections, choices }, stored, errors)
  const merged = merging.merge(next)
  const result: Pick<Quote, 'products' | 'sections' | 'choices'> = {
    products: hasSelection(merged) ? withKeys(merged.products) : merged.products,
    ...(merged.sections.length > 0 && { sections: keepSame(merged.sections, stored.sections) }),
    ...(merged.choices.length > 0 && { choices: keepSame(merged.choices, stored.choices) }),
  }
  if (errors.isEmpty && countedLines(result).length === 0)
    errors.add(['products'], 'must have at least one line that is proposed: send selected: true')
  return result
}

/** Returns the stored list if another one is the same, so that nothing seems to have changed. */
function keepSame<List extends readonly unknown[]>(list: List, stored: List | undefined): List {
  return stored !== undefined && jsonEqual(list, stored) ? stored : (Object.freeze(list) as List)
}

function mergeList<Sent, Stored>(
  sent: readonly Sent[] | null | undefined,
  stored: readonly Stored[] = [],
  toStored: (each: Sent) => Stored,
): readonly Stored[] {
  return sent === undefined ? stored : (sent ?? []).map(toStored)
}

function toChoice({ key, title, optional }: ChoiceRequest): QuoteChoice {
  return Object.freeze({ key, title, ...(optional && { optional: true }) })
}

function mergeSections(
  sent: readonly SectionRequest[] | null | undefined,
  stored: readonly QuoteSection[] | undefined,
): readonly QuoteSection[] {
  return mergeList(sent, stored, (request): QuoteSection => {
    const { key, title, text, optional, choice, selected, show, page_break: isBroken } = request
    return {
      key,
      title,
      ...(text != null && { text }),
      ...(optional && { optional: true }),
      ...(choice != null && { choice }),
      ...(selected != null && { selected }),
      ...(show != null && show !== 'prices' && { show }),
      ...(isBroken && { page_break: true }),
    }
  })
}

/** A line or a section that a customer can choose, and where it is in the request. */
interface Member {
  readonly key: string
  readonly isSection: boolean
  readonly section: string | undefined
  readonly isSelected: boolean
  readonly wasSelected: boolean
}

/** Checks what lines and sections refer to, and decides what is proposed. */
class ChoiceMerging {
  readonly #sections: readonly QuoteSection[]
  readonly #choices: readonly QuoteChoice[]
  readonly #stored: Partial<ChoiceContent>
  readonly #errors: FieldErrorCollector
  readonly #sectionKeys: ReadonlySet<string>
  readonly #choiceKeys: ReadonlySet<string>

  constructor(
    { sections, choices }: Required<Pick<ChoiceContent, 'sections' | 'choices'>>,
    stored: Partial<ChoiceContent>,
    errors: FieldErrorCollector,
  ) {
    this.#sections = sections
    this.#choices = choices
    this.#stored = stored
    this.#errors = errors
    this.#sectionKeys = this.#uniqueKeys('sections', sections)
    this.#choiceKeys = this.#uniqueKeys('choices', choices)
  }

  merge({ products, product_order: order }: Pick<Quote, 'products' | 'product_order'>) {
    const lines = products.map((line, index) => this.#withKnownKeys(line, ['products', index]))
    const sections = this.#sections.map((section, index) =>
      this.#withKnownKeys(section, ['sections', index]),
    )
    const members = this.#membersByChoice({ products: lines, product_order: order }, sections)
    const proposed = new Set<string>()
    for (const [index, { key, optional }] of this.#choices.entries()) {
      const chosen = this.#chooseMember(members.get(key) ?? [], optional === true, index)
      if (chosen !== undefined) proposed.add(chosen)
    }
    for (const [index, line] of lines.entries()) this.#rejectOutsideRange(line, index)
    const next = lines.map((line, index) =>
      withSelected(line, proposed.has(getLineKey(line, index))),
    )
    const isSame = next.every((line, index) => line === products[index])
    return {
      products: isSame ? products : Object.freeze(next),
      sections: sections.map((section) => withSelected(section, proposed.has(section.key))),
      choices: this.#choices.filter(({ key }) => members.has(key)),
    }
  }

  #uniqueKeys(list: string, all: readonly { readonly key: string }[]): ReadonlySet<string> {
    const keys = new Set<string>()
    for (const [index, { key }] of all.entries()) {
      if (keys.has(key)) this.#errors.add([list, index, 'key'], `is a duplicate, received ${key}`)
      keys.add(key)
    }
    return keys
  }

  /** Returns a line or a section without what it was in and is gone. Rejects what is unknown. */
  #withKnownKeys<Each extends LineChoiceFields>(each: Each, path: readonly PropertyKey[]): Each {
    const { section, choice, optional } = each
    const { sections = [], choices = [] } = this.#stored
    const isGone = (
      key: string | undefined,
      field: string,
      known: ReadonlySet<string>,
      before: readonly { readonly key: string }[],
    ) => {
      if (key === undefined || known.has(key)) return false
      if (!before.some((each) => each.key === key))
        this.#errors.add(
          [...path, field],
          `must be the key of a ${field} of this quote, received ${key}`,
        )
      return true
    }
    const leavesSection = isGone(section, 'section', this.#sectionKeys, sections)
    const leavesChoice = isGone(choice, 'choice', this.#choiceKeys, choices)
    if (choice !== undefined && optional)
      this.#errors.add([...path, 'choice'], 'cannot be combined with optional; send one of them')
    if (!leavesSection && !leavesChoice) return each
    const { section: _, choice: __, ...rest } = each
    return {
      ...rest,
      ...(section !== undefined && !leavesSection && { section }),
      ...(choice !== undefined && !leavesChoice && { choice }),
    } as Each
  }

  #membersByChoice(
    quote: Pick<Quote, 'products' | 'product_order'>,
    sections: readonly QuoteSection[],
  ): ReadonlyMap<string, readonly Member[]> {
    const linesBefore = new Map(
      (this.#stored.products ?? []).map((line, index) => [getLineKey(line, index), line]),
    )
    const sectionsBefore = new Map((this.#stored.sections ?? []).map((each) => [each.key, each]))
    const members = new Map<string, Member[]>()
    const addMember = (
      each: LineChoiceFields,
      key: string,
      before: LineChoiceFields | undefined,
      isSection: boolean,
    ) => {
      if (each.choice === undefined) return
      const wasSelected = before?.selected === true && before.choice === each.choice
      const member = { key, isSection, section: each.section, wasSelected }
      const known = members.get(each.choice) ?? []
      members.set(each.choice, [...known, { ...member, isSelected: each.selected === true }])
    }
    for (const section of sections)
      addMember(section, section.key, sectionsBefore.get(section.key), true)
    for (const [key, line] of linesByKey(quote)) addMember(line, key, linesBefore.get(key), false)
    return members
  }

  /** Returns the key of the member of a choice that is proposed. */
  #chooseMember(
    members: readonly Member[],
    isOptional: boolean,
    index: number,
  ): string | undefined {
    const [first] = members
    if (first === undefined) return undefined
    const path = ['choices', index]
    if (
      members.some(
        ({ isSection, section }) => isSection !== first.isSection || section !== first.section,
      )
    )
      this.#errors.add(path, 'must have lines of one section as members, or sections')
    const selected = members.filter(({ isSelected }) => isSelected)
    const changed = selected.filter(({ wasSelected }) => !wasSelected)
    const chosen = changed.length > 0 ? changed : selected
    if (chosen.length > 1) {
      const keys = chosen.map(({ key }) => key).join(', ')
      this.#errors.add(path, `must have one member with selected: true, received ${keys}`)
    }
    return chosen[0]?.key ?? (isOptional ? undefined : first.key)
  }

  #rejectOutsideRange({ qty, qty_range: range }: ProductLine, index: number): void {
    if (range === undefined) return
    if (range.min > range.max)
      this.#errors.add(['products', index, 'qty_range', 'max'], `must be at least ${range.min}`)
    else if (!isInRange(qty, range))
      this.#errors.add(['products', index, 'qty'], `must be ${describeRange(range)}`)
  }
}

/** Says what quantities of a range are. */
export function describeRange(range: QuantityRange): string {
  return `from ${range.min} to ${range.max} in steps of ${stepOf(range)}`
}

/** Returns a line or a section that says whether it is proposed, if it can be chosen. */
function withSelected<Each extends LineChoiceFields>(each: Each, isProposed: boolean): Each {
  const { optional, choice, selected } = each
  const canBeChosen = optional || choice !== undefined
  const next = canBeChosen ? (optional ? selected === true : isProposed) : undefined
  if (next === selected) return Object.freeze(each)
  const { selected: _, ...rest } = each
  return Object.freeze(next === undefined ? rest : { ...rest, selected: next }) as Each
}

/**
 * Rejects a target for lines that a customer can choose apart, or in other quantities: what they
 * are to cost together would not be known.
 */
export function rejectSplitTargets(
  quote: Pick<Quote, 'products' | 'sections'>,
  discounts: readonly DiscountTerms[],
  errors: FieldErrorCollector,
): void {
  if (!discounts.some(({ type }) => type === 'target') || !hasSelection(quote)) return
  const lines = new Map(quote.products.map((line, index) => [getLineKey(line, index), line]))
  const chosenSections = new Set(
    (quote.sections ?? []).flatMap(({ key, selected }) => (selected === undefined ? [] : [key])),
  )
  const totals = lineTotals(quote.products)
  for (const [index, terms] of discounts.entries()) {
    if (terms.type !== 'target') continue
    const groups = new Set<string>()
    for (const { key } of chooseLines(terms, totals)) {
      const { selected, section = '', qty_range: range } = lines.get(key) as ProductLine
      const ofSection = chosenSections.has(section) ? section : ''
      groups.add(`${selected === undefined ? '' : key} ${ofSection}`)
      if (range !== undefined) groups.add(`${key} range`).add('')
    }
    if (groups.size > 1)
      errors.add(
        ['discounts', index, 'lines'],
        'must be lines that are always taken together, in fixed quantities, for a target',
      )
  }
}
