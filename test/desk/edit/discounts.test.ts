import { describe, expect, it } from 'vitest'
import { draftOfForm, draftOfQuote, linesOf, partLists } from '../../../src/desk/edit/draft.js'
import { givenRows } from '../../../src/desk/edit/requests.js'
import { parseForm } from '../../../src/pages/forms/form.js'
import { sampleCall } from '../sample-call.js'
import { request, sampleDesk, sampleEngine, seller, textOf } from '../sample-desk.js'
import { changed, formFields } from './form-fields.js'

const two = [
  { type: 'percent', value: '10', lines: ['1-1'] },
  { type: 'percent', value: '5', label: 'Loyalty', lines: ['1-2'] },
] as const

async function deskWithDiscounts(discounts: readonly object[] = two) {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, request)
  const update = { discounts } as Parameters<typeof engine.updateQuote>[2]
  await engine.updateQuote(seller, quoteId, update)
  const quote = async () => (await engine.getQuote(seller, quoteId)).quote
  return { engine, desk: sampleDesk({ engine }), quoteId, quote, path: `/quotes/${quoteId}` }
}

describe('the lines of a discount', () => {
  it('stay chosen if somebody else has removed one of them, however often they are sent', async () => {
    const { engine, desk, quoteId, quote, path } = await deskWithDiscounts([])
    const { html } = await desk.get(path)
    await engine.updateQuote(seller, quoteId, { product_changes: [{ key: '1-1', remove: true }] })
    const mine = { 'discounts[0].value': '50', 'discounts[0].lines': '1-1' }
    let response = await desk.post(path, changed(html, mine))
    expect(response.status).toBe(409)
    response = await desk.post(path, changed(response.html, {}, 'save', 'class="conflict"'))
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(response.status).toBe(422)
      expect(textOf(response.html)).toContain('Line that is gone (1-1)')
      expect(formFields(response.html)['discounts[0].lines']).toEqual(['1-1', ''])
      response = await desk.post(path, changed(response.html, {}))
    }
    expect((await quote()).discounts).toBeUndefined()
    const left = changed(response.html, { 'discounts[0].lines': ['1-2', ''] })
    expect((await desk.post(path, left)).location).toBe(`${path}?done=saved`)
    expect((await quote()).discounts).toMatchObject([{ value: '50', lines: ['1-2'] }])
  })

  it('can be all lines again if no checkbox is checked', async () => {
    const { desk, quote, path } = await deskWithDiscounts()
    const { html } = await desk.get(path)
    await desk.post(path, changed(html, { 'discounts[0].lines': '' }))
    const [first, second] = (await quote()).discounts ?? []
    expect(first).not.toHaveProperty('lines')
    expect(second).toMatchObject({ lines: ['1-2'] })
  })
})

describe('draftOfForm, with a form that was cut off', () => {
  const [first, second] = two.map(({ value, lines }) => ({ value, lines }))

  it.each([
    [
      'keeps discounts and lines that were not sent',
      'discounts[0].value=20',
      [{ ...first, value: '20' }, second],
    ],
    [
      'keeps a discount before those that were sent',
      'discounts[1].value=20',
      [first, { ...second, value: '20' }],
    ],
    [
      'keeps no other discounts if the form has sent all',
      'discounts[0].value=20&discounts_end=yes',
      [{ ...first, value: '20' }],
    ],
    ['keeps none if the form has sent none', 'discounts_end=yes', []],
  ])('%s', async (_, sent, expected) => {
    const { engine, quote } = await deskWithDiscounts()
    const call = sampleCall(engine, seller)
    const base = draftOfQuote(await quote(), call)
    const form = parseForm(`part=content&${sent}`)
    const given = givenRows(draftOfForm(form, base, call), partLists.discounts)
    const found = given.map((row) => ({ value: row.get('value'), lines: linesOf(row) }))
    expect(found).toEqual(expected)
  })
})

describe('a discount of nothing', () => {
  it('is shown without a sign', async () => {
    const { engine, desk, quoteId, path } = await deskWithDiscounts([
      { type: 'percent', value: '0' },
      { type: 'percent', value: '10' },
    ])
    const shown = [(await desk.get(path)).html, (await desk.get(`${path}/versions/2`)).html]
    await engine.sendQuote(seller, quoteId)
    shown.push((await desk.get(path)).html)
    for (const html of shown) {
      expect(textOf(html)).toMatch(/[-−]\D{0,3}\d*[1-9]/)
      expect(textOf(html)).not.toMatch(/[-−]\D{0,3}0\.00/)
    }
  })
})
