import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import { createDesk } from '../../src/desk/app/app.js'
import { hosts } from '../browser/hosts.js'
import { acceptance, hiddenFields, samplePage, secrets, seller } from './sample-page.js'

const site = { secrets, baseUrl: '' }

describe.each(Object.entries(hosts))('the page in %s', (_, start) => {
  it('shows an offer with its styles, and takes its forms', async () => {
    const { engine, send } = samplePage()
    const record = await send()
    const path = customerLinks(site).createUrl(record)
    const host = await start({ '/quote': createCustomerPage({ engine, ...site }) })
    try {
      const html = await (await fetch(host.origin + path)).text()
      const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)]
      for (const [, href] of styles) expect((await fetch(host.origin + href)).status).toBe(200)
      const fields = { ...hiddenFields(html, 'accept'), ...acceptance }
      const body = new URLSearchParams(fields)
      const response = await fetch(host.origin + path, { method: 'POST', body, redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([303, path])
      expect((await fetch(`${host.origin}/quote/x/y`)).headers.get('x-robots-tag')).toContain(
        'noindex',
      )
      expect((await fetch(host.origin + path, { method: 'HEAD' })).status).toBe(200)
    } finally {
      await host.close()
    }
    const { quote } = await engine.getQuote(seller, record.quoteId)
    expect(quote.acceptance?.name).toBe(acceptance.name)
  })
})

describe('the assets of an app that is mounted below a path', () => {
  const { engine, send } = samplePage()

  async function stylesOf(host: Hono, path: string): Promise<readonly number[]> {
    const html = await (await host.request(path)).text()
    const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)
    expect(styles.length).toBeGreaterThan(0)
    return Promise.all(styles.map(async (href) => (await host.request(href as string)).status))
  }

  it('are found by the pages of customers', async () => {
    const where = { secrets, baseUrl: '/b2b' }
    const host = new Hono().route('/b2b', createCustomerPage({ engine, ...where }))
    const path = customerLinks(where).createUrl(await send())
    expect(await stylesOf(host, path)).toEqual([200, 200])
  })

  it('are found by the pages of the desk', async () => {
    const desk = createDesk({ engine, secrets, baseUrl: '/b2b', authenticate: () => seller })
    const host = new Hono().route('/b2b', desk)
    expect(await stylesOf(host, '/b2b/desk')).toEqual([200, 200])
  })
})
