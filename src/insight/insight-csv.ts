import { guardCell } from '../files/cells.js'
import type { CurrencyInsight, Insight, InsightFigures } from './insight.js'

/** What a row of the file is about. */
type Group = 'pipeline' | 'total' | 'month' | 'owner' | 'tag'

const columns = [
  'currency',
  'group',
  'name',
  'status',
  'quotes',
  'amount',
  'sent',
  'accepted',
  'declined',
  'expired',
  'canceled',
  'win_rate',
  'sent_amount',
  'accepted_amount',
  'responses',
  'median_minutes',
  'p90_minutes',
  'list',
  'offered',
  'discount',
  'discount_percent',
] as const

type Row = Partial<Record<(typeof columns)[number], string | number | null>>

/**
 * Returns an insight as a CSV file: a row for the period, for each month, owner and tag, and rows
 * with a `status` for the pipeline, and for what has become of the quotes of a month. Cells that a
 * spreadsheet would take for a formula begin with an apostrophe.
 */
export function toInsightCsv({ currencies }: Insight): string {
  const rows = currencies.flatMap(currencyRows)
  const lines = rows.map((row) => columns.map((column) => toCell(row[column])).join(','))
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')
}

function currencyRows(insight: CurrencyInsight): readonly Row[] {
  const { currency, pipeline, total, months, owners, tags } = insight
  const row = (group: Group, name: string | null, figures: InsightFigures): Row => ({
    currency,
    group,
    name,
    ...figureCells(figures),
  })
  return [
    ...pipeline.map(({ stage, quotes, amount }) => {
      return { currency, group: 'pipeline', status: stage, quotes, amount } as const
    }),
    row('total', null, total),
    ...months.flatMap((each) => [
      row('month', each.month, each),
      ...each.statuses.map((sum) => ({ currency, group: 'month', name: each.month, ...sum })),
    ]),
    ...owners.map((each) => row('owner', each.owner, each)),
    ...tags.map((each) => row('tag', each.tag, each)),
  ]
}

function figureCells(figures: InsightFigures): Row {
  const { sent, accepted, declined, expired, canceled, times, list, offered, discount } = figures
  return {
    sent,
    accepted,
    declined,
    expired,
    canceled,
    win_rate: figures.winRate,
    sent_amount: figures.sentAmount,
    accepted_amount: figures.acceptedAmount,
    responses: times.responses,
    median_minutes: times.median,
    p90_minutes: times.p90,
    list,
    offered,
    discount,
    discount_percent: figures.discountPercent,
  }
}

function toCell(value: string | number | null | undefined): string {
  const cell = guardCell(String(value ?? ''))
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
