import type {
  LineChoiceFields,
  LineChoiceRequest,
  QuantityRange,
} from '../../quote/model/choice-fields.js'

// What a form says of what the customer can choose. One field says whether a line or a section is
// always included, can be left out, or is a member of a choice, and whether it is proposed.

/** What that field says if the customer can leave it out. No key of a choice is like it. */
export const optionalValue = '?'
/** Ends the value of what is proposed. */
export const proposedMark = '+'

/** The quantities of a line from which the customer can choose. */
export const rangeFields = ['qty_range.min', 'qty_range.max', 'qty_range.step'] as const

/** The fields of a line about sections and choices. Forms have them once something uses them. */
export const lineChoiceNames = ['section', 'choice', ...rangeFields] as const

/** A field of the form of a line about sections and choices. */
export type LineChoiceName = (typeof lineChoiceNames)[number]

type Selectable = Pick<LineChoiceFields, 'optional' | 'choice' | 'selected'>

/** Returns what the field about the customer says: `?` for optional, `front+` for proposed. */
export function choiceValue({ optional, choice = '', selected }: Selectable): string {
  const value = optional ? optionalValue : choice
  return value !== '' && selected ? `${value}${proposedMark}` : value
}

/** Reads what {@link choiceValue} returns. What is no such value is an invalid key. */
export function parseChoice(value: string): Selectable {
  if (value === '') return {}
  const selected = value.endsWith(proposedMark)
  const choice = selected ? value.slice(0, -proposedMark.length) : value
  return { ...(choice === optionalValue ? { optional: true } : { choice }), selected }
}

/** Returns the request that changes one value to another; null for what is gone. */
export function choiceChange(before: string, after: string): LineChoiceRequest {
  const [from, to] = [parseChoice(before), parseChoice(after)]
  const changed = (['optional', 'choice', 'selected'] as const).filter(
    (field) => from[field] !== to[field],
  )
  return Object.fromEntries(changed.map((field) => [field, to[field] ?? null]))
}

/** Returns the values of the fields of a line, in their order. */
export function lineChoiceValues(
  line: LineChoiceFields,
  format: (decimal: string) => string,
): readonly string[] {
  const { min, max, step }: Partial<QuantityRange> = line.qty_range ?? {}
  const numbers = [min, max, step].map((each) => (each === undefined ? '' : format(String(each))))
  return [line.section ?? '', choiceValue(line), ...numbers]
}

const maxKeyLength = 40

/**
 * Returns a key for something new that readers recognize: `wall-units` for `Wall units`.
 *
 * @param noun What it is if its title has no Latin letters.
 * @param taken The keys of the others.
 */
export function newChoiceKey(title: string, noun: string, taken: ReadonlySet<string>): string {
  const words = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const name = words.replaceAll(/[^a-z0-9]+/g, '-').slice(0, maxKeyLength)
  const key = /^-*([a-z].*?)-*$/.exec(name)?.[1] ?? `${noun}-${name}`.replaceAll(/-+$|-(?=-)/g, '')
  let free = key
  for (let count = 2; taken.has(free); count += 1) free = `${key}-${count}`
  return free
}
