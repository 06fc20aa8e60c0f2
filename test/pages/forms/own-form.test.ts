import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { isFromOwnSite, isFromThisPage } from '../../../src/pages/forms/own-form.js'

const app = new Hono().post('/', (c) => c.json([isFromOwnSite(c), isFromThisPage(c)]))

async function check(headers: Readonly<Record<string, string>>) {
  const response = await app.request('https://shop.example/', { method: 'POST', headers })
  const [own, here] = (await response.json()) as readonly boolean[]
  return { own, here }
}

describe('isFromOwnSite', () => {
  it('is true unless the browser names another site', async () => {
    expect((await check({})).own).toBe(true)
    expect((await check({ 'sec-fetch-site': 'same-origin' })).own).toBe(true)
    for (const site of ['same-site', 'cross-site', 'none', ''])
      expect([site, (await check({ 'sec-fetch-site': site })).own]).toEqual([site, false])
  })
})

describe('isFromThisPage', () => {
  it('is true for a navigation from the same origin', async () => {
    const sent = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
    expect((await check(sent)).here).toBe(true)
    expect((await check({ ...sent, 'sec-fetch-mode': 'cors' })).here).toBe(false)
    expect((await check({ ...sent, 'sec-fetch-site': 'same-site' })).here).toBe(false)
  })

  it.each([
    ['https://shop.example', true],
    ['http://shop.example', true], // a proxy has ended TLS
    ['https://shop.example:8443', false],
    ['https://shop.example.evil', false],
    ['null', false],
    ['', false],
  ])('without TLS compares the host of Origin: %j is %s', async (origin, here) => {
    expect((await check({ origin })).here).toBe(here)
    expect((await check({ origin, host: 'other.example' })).here).toBe(false)
  })

  it('is false if the browser says nothing', async () => {
    expect((await check({})).here).toBe(false)
  })
})
