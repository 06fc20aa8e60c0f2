import type { Billing } from '../../quote/model/pricing-fields.js'
import type { DocumentSettings } from './document-options.js'
import { fill } from './document-strings.js'

const everyOne = {
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
  year: 'perYear',
} as const satisfies Record<Billing['interval'], string>

/** Returns when a line is charged again: `per month`, `every 3 months, 12 times`. */
export function billingText(
  { interval, count = 1, cycles }: Billing,
  { strings, formats }: Pick<DocumentSettings, 'strings' | 'formats'>,
): string {
  const duration = () => afterPreposition(formats.duration(count, interval), formats.locale)
  const period =
    count === 1
      ? strings[everyOne[interval]]
      : fill(strings.everyDuration, { duration: duration() })
  if (cycles === undefined) return period
  if (cycles === 1) return fill(strings.oneCycle, { period })
  return fill(strings.cycles, { period, count: formats.number(cycles) })
}

/** Returns a duration in the genitive. In Arabic, two of a unit are written otherwise in it. */
function afterPreposition(duration: string, locale: string): string {
  return new Intl.Locale(locale).language === 'ar' ? duration.replace(/ان$/, 'ين') : duration
}
