import { describe, expect, it } from 'vitest'
import { seller } from '../sample-page.js'
import { addressInHeader, sampleRequestPage, sendMany } from './sample-request-page.js'

const options = { addressOf: addressInHeader }

describe('createRequestPage', () => {
  it('stores exactly the budget of 10,000 requests of one address', async () => {
    const page = sampleRequestPage(options)
    const { statuses } = await sendMany(page, 10_000, () => '2001:db8::1')
    expect([...statuses, await page.count()]).toEqual([[303, 10], [429, 9_990], 10])
  })

  it('stores a person among 1,330 requests of 516 addresses, and lists programs apart', async () => {
    const page = sampleRequestPage(options)
    const addressOf = (number: number) => `192.0.${number % 2}.${(number >> 1) % 258}`
    const { statuses } = await sendMany(page, 1_330, addressOf, { website: 'https://spam.example' })
    expect([...statuses]).toEqual([
      [303, 100],
      [429, 1_230],
    ])
    expect((await page.send()).status).toBe(303)
    const { items } = await page.engine.listQuotes(seller, { requested: true })
    expect(items.map(({ quote }) => quote.request?.message)).toEqual(['Needed by March'])
  })
})
