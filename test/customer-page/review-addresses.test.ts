import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links/customer-links.js'
import { createDesk } from '../../src/desk/app.js'
import { links, samplePage, secrets, seller, site } from './sample-page.js'

describe('the address of an offer', () => {
  it('is accepted only as it was created, so that no other one gets into a page', async () => {
    for (const prefix of ['', '/quote']) {
      const { send, get } = samplePage({ prefix })
      const url = customerLinks({ ...site, prefix }).createUrl(await send())
      const token = url.slice(url.lastIndexOf('/') + 1)
      const base = `${site.baseUrl}${prefix}`
      expect((await get(url)).status).toBe(200)
      const others = [
        `%2Fevil.example%2F${token}`,
        `..%2F..%2F${token}`,
        `x%2F${token}`,
        `${token}%3Fa`,
        `${token}%23a`,
        `${token}%0d%0a`,
        `${token}%3F%0d%0aset-cookie:x`,
      ]
      for (const other of others) {
        const { status, text } = await get(`${base}/${other}`)
        expect([other, status]).toEqual([other, 404])
        expect(text).not.toContain('evil.example')
        expect((await get(`${base}/${other}/offer.html`)).status).toBe(404)
        expect((await get(`${base}/${other}`, { method: 'POST' })).status).toBe(404)
      }
    }
  })

  it('is written as it was created, however the request has escaped it', async () => {
    const { send, get } = samplePage()
    const url = links.createUrl(await send())
    const { status, text } = await get(url.replaceAll('.', '%2E').replace('shop%2E', 'shop.'))
    expect(status).toBe(200)
    expect(text).toContain(`action="${new URL(url).pathname}"`)
  })
})

describe('the assets of an app that is mounted below a path', () => {
  const { engine, send } = samplePage()

  async function stylesOf(host: Hono, path: string): Promise<readonly number[]> {
    const html = await (await host.request(path)).text()
    const styles = [...html.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href)
    expect(styles.length).toBeGreaterThan(0)
    const answers = styles.map(async (href) => (await host.request(href as string)).status)
    return Promise.all(answers)
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

describe('the stylesheet of a document', () => {
  it('is kept forever by browsers, under a name that changes with its content', async () => {
    const { send, get } = samplePage()
    const { text } = await get(links.createUrl(await send()))
    const path = /href="([^"]*document-[^"]*\.css)"/.exec(text)?.[1] ?? ''
    expect(path).toMatch(/\/document-[0-9a-f]{12}-1f3a5f\.css$/)
    expect((await get(path)).headers.get('cache-control')).toContain('immutable')
  })
})
