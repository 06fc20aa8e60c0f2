import type { Formats } from '../../document/model/formats.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'
import { isTime } from '../../validation/times.js'
import type { DeskRuntime } from '../desk-call.js'

/** Shows a day and time. */
export function getTime(formats: Formats, time: number): Html {
  return timeElement(time, formats.dateTime(time))
}

/** Shows a day. */
export function getDate(formats: Formats, time: number): Html {
  return timeElement(time, formats.date(time))
}

/** Creating a format costs more than a hundred dates, so each desk keeps its own. */
const formats = new WeakMap<DeskRuntime['options'], Intl.DateTimeFormat>()

/** Shows a day in a column: `Nov 22, 2026`. `time` is in milliseconds since the Unix epoch. */
export function getShortDate({ options }: Pick<DeskRuntime, 'options'>, time: number): Html {
  return timeElement(time, isTime(time) ? getFormat(options).format(time) : String(time))
}

function getFormat(options: DeskRuntime['options']): Intl.DateTimeFormat {
  const known = formats.get(options)
  if (known !== undefined) return known
  const { locale = 'en', timeZone = 'UTC' } = options
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  formats.set(options, format)
  return format
}
