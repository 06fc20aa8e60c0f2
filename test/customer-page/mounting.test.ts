import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links/customer-links.js'
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
      const answer = await fetch(host.origin + path, { method: 'POST', body, redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
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
