import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getTint, isReadableColor } from '../../../src/document/model/color.js'

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
const channels = fc.array(fc.nat(255), { minLength: 3, maxLength: 3 })

describe('isReadableColor', () => {
  // The contrasts are those of the WCAG contrast checker of WebAIM.
  it.each([
    ['#000000', true],
    ['#1F3A5F', true],
    ['#767676', true], // 4.54
    ['#777777', false], // 4.48
    ['#ff0000', false], // 4
    ['#0000ff', true], // 8.59
    ['#ffffff', false],
  ])('of %s is %s', (color, isReadable) => {
    expect(isReadableColor(color)).toBe(isReadable)
  })

  it.each(['#fff', 'black', '#00000g', '#000000 ', '#00000000', 0, null, undefined])(
    'is false for %j, which is not #rrggbb',
    (value) => {
      expect(isReadableColor(value)).toBe(false)
    },
  )

  it('is true for every color that is darker than a readable one', () => {
    fc.assert(
      fc.property(channels, fc.integer({ min: 0, max: 99 }), (each, percent) => {
        const darker = each.map((channel) => Math.floor((channel * percent) / 100))
        if (isReadableColor(hex(each))) expect(isReadableColor(hex(darker))).toBe(true)
      }),
    )
  })
})

describe('getTint', () => {
  it('mixes 55 % of white into a color', () => {
    expect([getTint('#000000'), getTint('#1f3a5f')]).toEqual(['#8c8c8c', '#9aa6b7'])
  })

  it('returns a color that is as light or lighter in each channel', () => {
    fc.assert(
      fc.property(channels, (each) => {
        const tint = getTint(hex(each))
        expect(tint).toMatch(/^#[0-9a-f]{6}$/)
        const mixed = each.map((_, index) =>
          Number.parseInt(tint.slice(1 + 2 * index, 3 + 2 * index), 16),
        )
        for (const [index, channel] of each.entries())
          expect(mixed[index]).toBeGreaterThanOrEqual(channel)
      }),
    )
  })
})
