import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSampleStore, products, storeId, tags } from '../../docs/examples/sample-store.mjs'
import { temporaryFolder } from './example-programs.js'

const tagNames = [
  'Accepted',
  'Approved',
  'Auto Send',
  'Declined',
  'Filter Product',
  'Needs Approval',
  'Revision Requested',
]
/** Minimum contrast of WCAG 2.1 level AA. */
const minContrast = 4.5

describe('products', () => {
  it('has about forty distinct products', () => {
    expect(products.length).toBeGreaterThanOrEqual(38)
    expect(products.length).toBeLessThanOrEqual(42)
    for (const field of ['id', 'name', 'sku'] as const)
      expect(new Set(products.map((product) => product[field])).size).toBe(products.length)
  })

  it('has prices with two and four decimals and sale prices', () => {
    expect(products.filter(({ price }) => !/^\d+\.(\d{2}|\d{4})$/.test(price))).toEqual([])
    expect(products.filter(({ price }) => /\.\d{4}$/.test(price)).length).toBeGreaterThan(3)
    const reduced = products.filter(({ salePrice }) => salePrice !== undefined)
    expect(reduced.length).toBeGreaterThan(3)
    for (const { price, salePrice } of reduced)
      expect(Number(salePrice)).toBeLessThan(Number(price))
  })
})

describe('tags', () => {
  it('are valid tag definitions', async () => {
    const { engine, close } = await openSampleStore(join(temporaryFolder(), 'tags.sqlite'))
    const listed = await engine.listTags({ storeId })
    close()
    expect(Object.keys(listed)).toEqual(tagNames)
    for (const name of tagNames)
      expect(listed[name]).toEqual({ ...tags[name], label: name, value: name })
  })

  it('are not created if the store has tags', async () => {
    const path = join(temporaryFolder(), 'tags.sqlite')
    const first = await openSampleStore(path)
    await first.engine.removeTag({ storeId }, 'Declined')
    first.close()
    const second = await openSampleStore(path)
    expect(await second.engine.listTags({ storeId })).not.toHaveProperty('Declined')
    second.close()
  })

  it('have distinct, readable colors', () => {
    const definitions = Object.values(tags)
    expect(new Set(definitions.map(({ backgroundColor }) => backgroundColor)).size).toBe(7)
    for (const { color, backgroundColor } of definitions)
      expect(contrast(color, backgroundColor)).toBeGreaterThan(minContrast)
  })
})

function contrast(foreground: string, background: string): number {
  const [darker = 0, lighter = 0] = [luminance(foreground), luminance(background)].sort(
    (a, b) => a - b,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns the WCAG relative luminance of a color on a white background. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const linear = (percent: number) => {
    const channel = (percent / 100) * alpha + 1 - alpha
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
