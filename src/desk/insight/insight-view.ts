import type { CurrencyInsight } from '../../insight/insight.js'
import type { DeskCall } from '../desk-call.js'
import type { InsightFormats } from './figures.js'

/** Returns what people call the parts of an insight. */
export interface InsightNames {
  owner(id: string | null): string
  tag(name: string): string
  /** The name of a currency: `US Dollar`. */
  currency(code: string): string
}

/** What the parts of the page show. */
export interface InsightView {
  readonly call: DeskCall
  readonly insight: CurrencyInsight
  readonly formats: InsightFormats
  readonly names: InsightNames
}
