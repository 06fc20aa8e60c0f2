import { describe, expect, it } from 'vitest'
import type { DeskOptions } from '../../../src/desk/options.js'
import { renderShortDate } from '../../../src/desk/parts/changes.js'
import { sampleEngine, start } from '../sample-desk.js'

describe('renderShortDate', () => {
  it('shows the day in the locale and the time zone of the desk', () => {
    const options: DeskOptions = {
      engine: sampleEngine(),
      authenticate: () => undefined,
      secrets: [],
      locale: 'de',
      timeZone: 'Asia/Tokyo',
    }
    for (let count = 0; count < 2; count += 1)
      expect(String(renderShortDate({ options }, start))).toBe(
        '<time datetime="2023-11-14T22:13:20.000Z">15.11.2023</time>',
      )
  })
})
