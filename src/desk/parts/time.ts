import type { Formats } from '../../document/model/formats.js'
import type { Html } from '../../pages/layout.js'
import { timeElement } from '../../pages/time.js'

/** Shows a day and time. */
export function getTime(formats: Formats, time: number): Html {
  return timeElement(time, formats.dateTime(time))
}

/** Shows a day. */
export function getDate(formats: Formats, time: number): Html {
  return timeElement(time, formats.date(time))
}
