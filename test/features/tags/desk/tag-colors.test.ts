import { describe, expect, it } from 'vitest'
import {
  blendOnWhite,
  cssColor,
  getContrast,
  parseBackgroundColor,
  parseHex,
  parseTextColor,
  readableText,
  toHex,
  toStoredBackgroundColor,
  toStoredTextColor,
} from '../../../../src/features/tags/desk/tag-colors.js'

const black = { channels: [0, 0, 0], alpha: 1 } as const
const white = { channels: [1, 1, 1], alpha: 1 } as const

describe('parseText and parseBackgroundColor', () => {
  it('parse the published forms', () => {
    expect(parseTextColor('rgb(0%, 40.5%, 100%)')).toEqual({ channels: [0, 0.405, 1], alpha: 1 })
    const channels = [0.1, 0.2, 0.3]
    expect(parseBackgroundColor('rgba(10%, 20%, 30%, 0.25)')).toEqual({ channels, alpha: 0.25 })
  })

  it.each([
    undefined,
    null,
    7,
    {},
    '',
    'red',
    'rgb(0%, 40%, 101%)',
    'rgb(0,0,0)',
    'rgb(0%, 0%, 0%);}',
    'rgb(0%, 0%, 0%)\n',
    'rgba(0%, 0%, 0%, 1)}body{display:none',
    'url(https://example.com)',
  ])('reject %j', (value) => {
    expect(parseTextColor(value)).toBeUndefined()
    expect(parseBackgroundColor(`${value} `)).toBeUndefined()
  })
})

describe('parseHex', () => {
  it('reads what toHex writes', () => {
    const color = parseHex('#1A334d')
    expect(color && toHex(color)).toBe('#1a334d')
    expect(color && toStoredTextColor(color)).toBe('rgb(10.2%, 20%, 30.2%)')
    expect(color && toHex(parseTextColor(toStoredTextColor(color)) ?? black)).toBe('#1a334d')
  })

  it.each(['', 'red', '#fff', '#12345g', '#1234567', '__proto__'])('rejects %j', (value) => {
    expect(parseHex(value)).toBeUndefined()
  })
})

describe('toStoredBackgroundColor', () => {
  it('has the opacity', () => {
    const color = { channels: [0, 0.6, 0.3], alpha: 0.2 } as const
    expect(toStoredBackgroundColor(color)).toBe('rgba(0%, 60%, 30%, 0.2)')
  })
})

describe('getContrast', () => {
  it('is 21 for black on white, and 1 for white on white', () => {
    expect(getContrast(black, white)).toBeCloseTo(21)
    expect(getContrast(white, white)).toBeCloseTo(1)
  })

  it('takes a transparent background as white', () => {
    expect(getContrast(black, { ...black, alpha: 0 })).toBeCloseTo(21)
  })

  it('agrees with the example of WCAG: #767676 is just enough on white', () => {
    expect(getContrast(parseHex('#767676') ?? black, white)).toBeGreaterThanOrEqual(4.5)
    expect(getContrast(parseHex('#777777') ?? black, white)).toBeLessThan(4.5)
  })
})

describe('readableText', () => {
  it('keeps a text that can be read', () => {
    const ink = { channels: [0, 0.4, 0.2], alpha: 1 } as const
    expect(readableText(ink, white)).toBe(ink)
  })

  it('becomes black or white on every gray', () => {
    for (let gray = 0; gray <= 255; gray += 1) {
      const behind = { channels: [gray / 255, gray / 255, gray / 255], alpha: 1 } as const
      expect(getContrast(readableText(behind, behind), behind)).toBeGreaterThanOrEqual(4.5)
    }
  })
})

describe('cssColor', () => {
  it('writes the color that is seen on white', () => {
    const color = { channels: [0, 0.6, 0.3], alpha: 0.2 } as const
    expect(cssColor(blendOnWhite(color))).toBe('rgb(80% 92% 86%)')
  })
})
