import type {
  LineChoiceFields,
  QuoteChoice,
  QuoteSection,
} from '../../quote/model/choice-fields.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import type { Billing } from '../../quote/model/pricing-fields.js'
import type { CustomerWith, ProductLine } from '../../quote/model/quote.js'
import type { OfferedScalars } from '../../quote/model/quote-scalar-fields.js'
import type { TextFieldValues } from '../../quote/model/text-fields.js'
import type { RecordRef, StoredRecord } from '../../record/record.js'
import type { SearchRow } from '../../record/search/search-row.js'
import { splitWords } from '../../record/search/words.js'

/** A line of a template. */
export interface TemplateLine<Fields extends FieldTypes = FieldTypes>
  extends Pick<ProductLine<Fields>, 'id' | 'qty' | 'note' | 'fields' | 'internal_fields'>,
    TextFieldValues<string>,
    LineChoiceFields {
  /** Offered unit price, with two or more decimals. Absent to offer the catalog's of that time. */
  readonly quote?: string
  /** What is taken off the list price of that time per unit; negative for a mark-up. */
  readonly discount?: string
  /** Percent of the list price of that time that is taken off, instead of `quote`. */
  readonly discount_percent?: string
  /** Unit price of a line without a product; below 0 for one that takes something off. */
  readonly price?: number
  /** The quantity that the prices of a line without a product are for. Absent for 1. */
  readonly price_quantity?: number
  /** True for a line without a product whose price is not known yet. */
  readonly unpriced?: true
  /** When the line is charged again; null for once. Absent for what the product says then. */
  readonly billing?: Billing | null
}

/** Named lines and defaults, to create quotes from. The optional fields are absent until set. */
export interface Template<Fields extends FieldTypes = FieldTypes> extends OfferedScalars {
  /** 1 to 255 characters. Several templates can have the same. */
  readonly name: string
  /** At least one line. */
  readonly products: readonly TemplateLine<Fields>[]
  /** Fields of the customer of new quotes, as they were sent. */
  readonly customer?: CustomerWith<Fields>
  /** The names of the tags of new quotes. */
  readonly tags?: readonly string[]
  /**
   * The currency of the amounts in the lines, and of new quotes unless they have another: one
   * without such amounts can. Absent if it is not known, and without such amounts until it is set.
   */
  readonly currency?: string
  /** The sections of new quotes. */
  readonly sections?: readonly QuoteSection[]
  /** What the customer chooses one of in new quotes. */
  readonly choices?: readonly QuoteChoice[]
  /** When the template was created, in milliseconds since the Unix epoch. */
  readonly created: number
  /** Own fields of new quotes. */
  readonly fields?: Fields['quote']['fields']
  /** Own fields of new quotes that are for the store only. */
  readonly internal_fields?: Fields['quote']['internal_fields']
}

/** One version of a stored template. Deeply frozen. */
export interface TemplateRecord<Fields extends FieldTypes = FieldTypes> {
  /** The store that owns the template. */
  readonly storeId: string
  /** Unique in its store. */
  readonly templateId: string
  /** 1 for a new template, incremented with every change. */
  readonly version: number
  /** When this version was created, in milliseconds since the Unix epoch. */
  readonly updated: number
  /** The full template at this version. */
  readonly template: Template<Fields>
}

/**
 * Returns true if lines have amounts that no catalog has: offered prices, amounts that are taken
 * off, and prices of lines without a product. They are in one currency, and can't be converted.
 */
export function haveOwnAmounts(
  lines: readonly { readonly [Name in 'quote' | 'discount' | 'price']?: unknown }[],
): boolean {
  return lines.some((line) => line.quote != null || line.discount != null || line.price != null)
}

/** The kind of the records that hold templates. */
export const templateKind = 'template'

/** Returns the reference to the record of a template. */
export function templateRef(templateId: string): RecordRef {
  return { kind: templateKind, id: templateId }
}

/** Returns the part of a stored record that callers of the engine get. */
export function toTemplateRecord(
  storeId: string,
  {
    id,
    version,
    updated,
    value,
  }: Pick<StoredRecord<Template>, 'id' | 'version' | 'updated' | 'value'>,
): TemplateRecord {
  return Object.freeze({ storeId, templateId: id, version, updated, template: value })
}

/**
 * Returns what a template can be found by: the words of its name. Pure.
 *
 * @param previous An earlier version and its row, whose words are reused if the name is the same.
 */
export function templateSearchRow(
  { deleted, value: { name, created } }: StoredRecord<Template>,
  previous?: { readonly record: StoredRecord<Template>; readonly row: SearchRow },
): SearchRow {
  const hasSameWords = previous?.record.value.name === name
  return Object.freeze({
    deleted: deleted !== undefined,
    created,
    terms: noTerms,
    words: hasSameWords ? previous.row.words : Object.freeze(splitWords([name])),
  })
}

const noTerms: readonly string[] = Object.freeze([])
