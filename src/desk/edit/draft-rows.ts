import { lazy } from '../../validation/lazy.js'

/**
 * What a form says: the values of its fields by their names, as they are typed, valid or not. A
 * value that was sent back as it was shown is exactly as it was. Not all names are those of inputs:
 *
 * - `customer.vat` is any field of the customer. Those without an input of their own are sent as
 *   `fields[0].key` and `fields[0].value`; `fields[0].name` of a draft is a name that is invalid.
 * - `tags=Urgent` and `discounts[0].lines=1-1` are the checked ones of a list of checkboxes.
 * - `products[0]` is the first line that the form showed; new lines come last.
 *   `products[0].picked` stands beside the id of a product that was picked by its name.
 * - `products[0].section` and what else a line says of choices is there once something uses it.
 */
export type Draft = ReadonlyMap<string, string>

/** The name of a field, and its value. */
export type Entry = readonly [name: string, value: string]

/**
 * A line, a discount, a charge, a part of the payment plan, a section, a choice, or a customer
 * field with an invalid name.
 */
export interface Row {
  /** Its number in the names of its fields. */
  readonly index: number
  /** What the names of its fields start with: `products[3]`. */
  readonly path: string
  /** Its values by the rest of their names: `qty`. */
  readonly values: Draft
  /** Returns a value; an empty string if there is none. */
  get(field: string): string
}

/** The parts of a form that have rows. */
export const lists = [
  'products',
  'discounts',
  'charges',
  'payment_plan',
  'sections',
  'choices',
  'fields',
] as const
type List = (typeof lists)[number]

/** Returns the row of values by their names. */
export function toRow(path: string, values: Draft): Row {
  return { index: indexOf(path), path, values, get: (field) => values.get(field) ?? '' }
}

/**
 * Returns a row whose values are read once somebody asks for one that is not known: in a quote of
 * 1,000 lines, most of its 26,000 values are never asked for.
 *
 * @param known What all rows are asked for.
 */
export function toLazyRow(path: string, known: Draft, load: () => Iterable<Entry>): Row {
  const values = lazy(() => new Map(load()))
  return {
    index: indexOf(path),
    path,
    get values() {
      return values()
    },
    get: (field) => known.get(field) ?? values().get(field) ?? '',
  }
}

function indexOf(path: string): number {
  return Number(/\d+/.exec(path)?.[0])
}

/** Returns fields with the names that they have in a row. */
export function at(path: string, fields: Iterable<Entry>): readonly Entry[] {
  return Array.from(fields, ([field, value]): Entry => [`${path}.${field}`, value])
}

/** Returns the row and the field that a name is about: `products[3]` and `qty`; else nothing. */
export function splitName(name: string): readonly [path: string, field: string] | readonly [] {
  const end = name.indexOf('].') + 1
  const isOfRow = end > 0 && lists.some((list) => name.startsWith(`${list}[`))
  return isOfRow ? [name.slice(0, end), name.slice(end + 1)] : []
}

const isOfLine = (name: string) => name.startsWith('products[')

/** A draft whose lines are rows, so that drafts can share those that are the same in both. */
class LinesDraft implements ReadonlyMap<string, string> {
  readonly fields: Draft
  readonly lines: readonly Row[]
  /** The number of fields that come before the lines. */
  readonly before: number
  readonly #byPath = lazy(() => new Map(this.lines.map((row) => [row.path, row])))

  constructor(fields: Draft, lines: readonly Row[], before: number) {
    this.fields = fields
    this.lines = lines
    this.before = before
  }

  get(name: string): string | undefined {
    return this.#valuesOf(name, (values, field) => values.get(field))
  }

  has(name: string): boolean {
    return this.#valuesOf(name, (values, field) => values.has(field))
  }

  #valuesOf<T>(name: string, read: (values: Draft, field: string) => T): T {
    const [path = '', field = ''] = isOfLine(name) ? splitName(name) : []
    const row = this.#byPath().get(path)
    return row === undefined ? read(this.fields, name) : read(row.values, field)
  }

  get size(): number {
    return this.lines.reduce((sum, { values }) => sum + values.size, this.fields.size)
  }

  *entries(): ReturnType<Draft['entries']> {
    const fields = [...this.fields]
    yield* fields.slice(0, this.before)
    for (const { path, values } of this.lines)
      for (const [field, value] of values) yield [`${path}.${field}`, value]
    yield* fields.slice(this.before)
  }

  *keys(): ReturnType<Draft['keys']> {
    for (const [name] of this.entries()) yield name
  }

  *values(): ReturnType<Draft['values']> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): ReturnType<Draft['entries']> {
    return this.entries()
  }

  forEach(call: (value: string, name: string, draft: Draft) => void): void {
    for (const [name, value] of this.entries()) call(value, name, this)
  }
}

/** Creates a draft of fields, and of lines that come after the first of them. */
export function createDraft(fields: Draft, lines: readonly Row[], before: number): Draft {
  return new LinesDraft(fields, lines, before)
}

/** Returns the fields of a draft that are not of lines. */
export function fieldsOf(draft: Draft): Draft {
  if (draft instanceof LinesDraft) return draft.fields
  return new Map([...draft].filter(([name]) => !isOfLine(name)))
}

/** Returns the number of fields of a draft that come before its lines. */
export function countBeforeLines(draft: Draft): number {
  if (draft instanceof LinesDraft) return draft.before
  const names = [...draft.keys()]
  const first = names.findIndex(isOfLine)
  return first === -1 ? names.length : first
}

/** Returns a draft with these values of fields. New fields come last, in their row or beside it. */
export function withFields(draft: Draft, entries: readonly Entry[]): Draft {
  if (entries.length === 0) return draft
  if (!(draft instanceof LinesDraft)) return new Map([...draft, ...entries])
  const changed = new Map<string, Map<string, string>>()
  for (const [name, value] of entries) {
    const [path = '', field = name] = isOfLine(name) ? splitName(name) : []
    const values = changed.get(path) ?? new Map<string, string>()
    changed.set(path, values.set(field, value))
  }
  const known = new Set(draft.lines.map(({ path }) => path))
  const added = [...changed].filter(([path]) => path !== '' && !known.has(path))
  const lines = draft.lines.map((row) => {
    const values = changed.get(row.path)
    return values === undefined ? row : toRow(row.path, new Map([...row.values, ...values]))
  })
  return new LinesDraft(
    new Map([...draft.fields, ...(changed.get('') ?? [])]),
    [...lines, ...added.map(([path, values]) => toRow(path, values))],
    draft.before,
  )
}

/** The rows of drafts, which do not change. */
const rowsByDraft = new WeakMap<Draft, ReadonlyMap<List, readonly Row[]>>()

/** Returns the rows of a list of a draft. */
export function rowsOf(draft: Draft, list: List): readonly Row[] {
  if (list === 'products' && draft instanceof LinesDraft) return draft.lines
  const known = rowsByDraft.get(draft) ?? groupRows(draft)
  rowsByDraft.set(draft, known)
  return known.get(list) as readonly Row[]
}

function groupRows(draft: Draft): ReadonlyMap<List, readonly Row[]> {
  const rows = new Map<string, Map<string, string>>()
  for (const [name, value] of draft instanceof LinesDraft ? draft.fields : draft) {
    const [path, field] = splitName(name)
    if (path === undefined || field === undefined) continue
    const values = rows.get(path)
    if (values === undefined) rows.set(path, new Map([[field, value]]))
    else values.set(field, value)
  }
  const all = [...rows].map(([path, values]) => toRow(path, values))
  return new Map(lists.map((list) => [list, all.filter(({ path }) => path.startsWith(list))]))
}

/** What a form showed, and what it says now. */
export interface Drafts {
  readonly base: Draft
  readonly draft: Draft
}

/** Returns the rows of lines that are not those that the form showed. */
export function changedRows({ base, draft }: Drafts): readonly Row[] {
  const shown = new Set(rowsOf(base, 'products'))
  return rowsOf(draft, 'products').filter((row) => !shown.has(row))
}
