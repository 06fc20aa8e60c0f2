import type { Patch } from 'immer'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { EntryOperation } from '../../record/history/entry-operations.js'
import { freezeLinesAs } from './line-keys.js'
import type { ProductLine, Quote } from './quote.js'
import { quoteFieldsWith } from './quote-fields.js'

/** The fields of a quote and of a line that are for the store only. */
const internalFields: {
  readonly quote: readonly string[]
  readonly line: readonly (keyof ProductLine | 'internal_fields')[]
} = { quote: quoteFieldsWith(({ isInternal }) => isInternal === true), line: ['internal_fields'] }

/** The operations of entries of which a buyer learns only that the quote has another version. */
const internalOperations: readonly string[] = [
  'requestApproval',
  'approve',
  'rejectApproval',
  'remind',
] satisfies readonly EntryOperation<'quote'>[]

/** Returns the quote without the fields that are for the store only. Checks no field. Pure. */
export function toBuyersQuote(quote: Quote): Quote {
  const products = toBuyersLines(quote.products)
  const shown = without(quote, internalFields.quote)
  return products === quote.products ? shown : Object.freeze({ ...shown, products })
}

/** Returns the lines themselves if none has a field that is for the store only. */
function toBuyersLines(lines: readonly ProductLine[]): readonly ProductLine[] {
  const hasInternal = lines?.some((line) => internalFields.line.some((field) => field in line))
  if (!hasInternal) return lines
  const shown = lines.map((line) => without(line, internalFields.line))
  return freezeLinesAs(lines, shown)
}

/** Returns the value itself if it has none of the fields. */
function without<T extends object>(value: T, fields: readonly string[]): T {
  if (!fields.some((field) => field in value)) return value
  const copy = { ...value } as Record<string, unknown>
  for (const field of fields) delete copy[field]
  return Object.freeze(copy) as T
}

/**
 * Returns a history entry of a quote as a buyer sees it: replaying such entries leads to what
 * {@link toBuyersQuote} returns. Pure.
 */
export function toBuyersEntry(entry: HistoryEntry<Quote>): HistoryEntry<Quote> {
  const { snapshot } = entry
  const { by: _, ...nameless } = entry
  const shown = internalOperations.includes(entry.operation)
    ? { ...nameless, operation: 'update' satisfies EntryOperation<'quote'> }
    : entry
  return Object.freeze({
    ...shown,
    patches: Object.freeze(entry.patches.flatMap(toBuyersPatches)),
    ...(snapshot && { snapshot: toBuyersQuote(snapshot) }),
  })
}

function isInternalField(fields: readonly string[], name: unknown): boolean {
  return fields.includes(String(name))
}

function toBuyersPatches(patch: Patch): readonly Patch[] {
  const [field, index, lineField] = patch.path
  const isInternal =
    field === 'products'
      ? isInternalField(internalFields.line, lineField)
      : isInternalField(internalFields.quote, field)
  if (isInternal) return []
  return [patch.value instanceof Object ? { ...patch, value: toBuyersValue(patch) } : patch]

  function toBuyersValue({ path, value }: Patch): unknown {
    if (path.length === 0) return toBuyersQuote(value as Quote)
    if (field !== 'products') return value
    if (index === undefined) return toBuyersLines(value as readonly ProductLine[])
    return path.length === 2 ? without(value as ProductLine, internalFields.line) : value
  }
}
