/**
 * What the quotes of a store say about its sales: pipeline, win rate, time to respond and discount,
 * as figures and as CSV.
 *
 * @module quotewright/insight
 */
export {
  type CurrencyInsight,
  type Insight,
  type InsightFigures,
  type MonthInsight,
  type OfferOutcome,
  type OwnerInsight,
  type PipelineStage,
  type QuoteSum,
  type ResponseTimes,
  responseLimits,
  type StatusSum,
  type TagInsight,
} from './insight.js'
export { toInsightCsv } from './insight-csv.js'
export { type InsightEngine, loadInsight } from './load-insight.js'
export type { InsightOptions } from './options.js'
