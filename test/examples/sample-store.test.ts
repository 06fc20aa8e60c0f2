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
/** What WCAG 2.1 asks of text at level AA. */
const readableContrast = 4.5

describe('the products of the sample store', () => {
  it('are about forty, and no two are the same', () => {
    expect(products.length).toBeGreaterThanOrEqual(38)
    expect(products.length).toBeLessThanOrEqual(42)
    for (const field of ['id', 'name', 'sku'] as const)
      expect(new Set(products.map((product) => product[field])).size).toBe(products.length)
  })

  it('have prices with cents, some with four decimals, some reduced', () => {
    expect(products.filter(({ price }) => !/^\d+\.(\d{2}|\d{4})$/.test(price))).toEqual([])
    expect(products.filter(({ price }) => /\.\d{4}$/.test(price)).length).toBeGreaterThan(3)
    const reduced = products.filter(({ salePrice }) => salePrice !== undefined)
    expect(reduced.length).toBeGreaterThan(3)
    for (const { price, salePrice } of reduced)
      expect(Number(salePrice)).toBeLessThan(Number(price))
  })
})

describe('the tags of the sample store', () => {
  it('are all accepted by the engine', async () => {
    const { engine, close } = await openSampleStore(join(temporaryFolder(), 'tags.sqlite'))
    const listed = await engine.listTags({ storeId })
    close()
    expect(Object.keys(listed)).toEqual(tagNames)
    for (const name of tagNames)
      expect(listed[name]).toEqual({ ...tags[name], label: name, value: name })
  })

  it('are left as they are where the store has some', async () => {
    const path = join(temporaryFolder(), 'tags.sqlite')
    const first = await openSampleStore(path)
    await first.engine.removeTag({ storeId }, 'Declined')
    first.close()
    const second = await openSampleStore(path)
    expect(await second.engine.listTags({ storeId })).not.toHaveProperty('Declined')
    second.close()
  })

  it('have colours of their own, which can be read', () => {
    const definitions = Object.values(tags)
    expect(new Set(definitions.map(({ backgroundColor }) => backgroundColor)).size).toBe(7)
    for (const { color, backgroundColor } of definitions)
      expect(contrast(color, backgroundColor)).toBeGreaterThan(readableContrast)
  })
})

function contrast(text: string, background: string): number {
  const [darker = 0, lighter = 0] = [luminance(text), luminance(background)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance as WCAG defines it, of the colour on a white page. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  const linear = (percent: number) => {
    const channel = (percent / 100) * alpha + 1 - alpha
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
