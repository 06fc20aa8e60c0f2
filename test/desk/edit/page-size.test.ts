import { beforeAll, describe, expect, it } from 'vitest'
import { sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const lineCount = 1_000
const discountCount = 20

/** A desk with a quote of 1,000 lines, and 20 discounts of which the last has lines of its own. */
async function deskWith(discounts: readonly object[]) {
  const engine = sampleEngine()
  const products = Array.from({ length: lineCount }, (_, index) => ({
    name: `Line ${index}`,
    price: '10.00',
    qty: 1,
  }))
  const { quoteId } = await engine.createQuote(seller, { customer: {}, products })
  if (discounts.length > 0) await engine.updateQuote(seller, quoteId, { discounts } as never)
  return { engine, desk: sampleDesk({ engine }), path: `/quotes/${quoteId}` }
}

const percent = { type: 'percent', value: '1' }
const discounts = Array.from({ length: discountCount }, (_, index) =>
  index === 0 ? { ...percent, lines: ['1-1', '1-2'] } : percent,
)

describe('the page of a quote with 1,000 lines', () => {
  let plain = 0
  beforeAll(async () => {
    const { desk, path } = await deskWith([])
    plain = (await desk.get(path)).html.length
  }, 60_000)

  it('is hardly larger with 20 discounts', async () => {
    const { desk, path } = await deskWith(discounts)
    const { status, html } = await desk.get(path)
    expect(status).toBe(200)
    expect(html.length).toBeLessThan(1.1 * plain)
  }, 60_000)

  it('has at most 80 bytes for each line that a discount is for', async () => {
    const lines = Array.from({ length: lineCount }, (_, index) => `1-${index + 1}`)
    const { desk, path } = await deskWith(discounts.map((each) => ({ ...each, lines })))
    const { html } = await desk.get(path)
    expect(html.length).toBeLessThan(1.1 * plain + 80 * discountCount * lineCount)
    const sent = Object.entries(formFields(html)).filter(([name]) => /^discounts.*lines/.test(name))
    for (const [, values] of sent.slice(0, discountCount))
      expect(values.filter((key) => key !== '').toSorted()).toEqual(lines.toSorted())
  }, 60_000)

  it('offers all lines at the discount whose lines are chosen', async () => {
    const { engine, desk, path } = await deskWith(discounts)
    const { html } = await desk.get(path)
    expect(html.match(/name="discounts\[0\]\.lines"/g)).toHaveLength(3)
    const response = await desk.post(path, changed(html, {}, 'lines:discounts[2]'))
    expect(textOf(response.html)).toContain('The lines to choose from are shown below.')
    expect(response.html.match(/name="discounts\[2\]\.lines"/g)).toHaveLength(lineCount + 1)
    expect(response.html.match(/name="discounts\[3\]\.lines"/g)).toHaveLength(1)
    const chosen = changed(response.html, { 'discounts[2].lines': ['1-7', ''] })
    expect((await desk.post(path, chosen)).location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, path.slice('/quotes/'.length))
    expect(quote.discounts?.map((each) => each.lines)).toEqual([
      ['1-1', '1-2'],
      undefined,
      ['1-7'],
      ...Array.from({ length: discountCount - 3 }, () => undefined),
    ])
  }, 60_000)

  it('is not much larger than a form with lines that are gone', async () => {
    const { desk, path } = await deskWith([])
    const gone = Array.from({ length: 30_000 }, (_, index) => `gone-${index}`)
    const fields = { part: 'content', version: '1', action: 'search' }
    const sent = { ...fields, 'discounts[0].value': '1', 'discounts[0].lines': gone }
    const body = new URLSearchParams(
      gone.map((key): [string, string] => ['discounts[0].lines', key]),
    )
    const { status, html } = await desk.post(path, sent)
    expect(status).toBe(200)
    expect(html.length).toBeLessThan(plain + 3 * String(body).length)
  }, 60_000)

  it('has at most 8 KB for each new row of a form, of which there can be 300', async () => {
    const { desk, path } = await deskWith([])
    const rowsOf = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `products[${lineCount + index}].id`,
          'words '.repeat(20),
        ]),
      )
    const fields = { part: 'content', version: '1', action: 'search' }
    const { status, html } = await desk.post(path, { ...fields, ...rowsOf(300) })
    expect(status).toBe(200)
    expect(html.length).toBeLessThan(plain + 8_000 * 300)
    expect((await desk.post(path, { ...fields, ...rowsOf(301) })).status).toBe(413)
  }, 60_000)

  it('keeps only what was typed on the page about a conflict on all lines, in 1 MB', async () => {
    const { engine, desk, path } = await deskWith([])
    const keys = Array.from({ length: lineCount }, (_, index) => `1-${index + 1}`)
    const quoteId = path.slice('/quotes/'.length)
    const product_changes = keys.map((key) => ({ key, qty: 7 }))
    await engine.updateQuote(seller, quoteId, { product_changes })
    const typed = Object.fromEntries(
      keys.flatMap((key, index) => [
        [`products[${index}].key`, key],
        [`products[${index}].qty`, '5'],
        [`products[${index}].position`, String(index + 1)],
      ]),
    )
    const sent = { part: 'content', version: '1', action: 'save', ...typed }
    const { status, html } = await desk.post(path, sent)
    expect(status).toBe(409)
    expect(html.length).toBeLessThan(1_000_000)
    const fields = formFields(html, 'class="conflict"')
    expect(Object.keys(fields).filter((name) => /^products.*(?:key|qty)$/.test(name))).toHaveLength(
      2 * lineCount,
    )
    expect(Object.keys(fields).filter((name) => /^products.*(?:name|price)$/.test(name))).toEqual(
      [],
    )
    const mine = Object.fromEntries(keys.map((_, index) => [`pick[${index}]`, 'mine']))
    const choice = changed(html, mine, 'save', 'class="conflict"')
    expect((await desk.post(path, choice)).location).toBe(`${path}?done=saved`)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(new Set(quote.products.map(({ qty, price }) => `${qty} ${price}`))).toEqual(
      new Set(['5 10']),
    )
  }, 60_000)
})
