import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { createDesk } from '../../src/desk/app/app.js'
import { links, samplePage, site } from '../customer-page/sample-page.js'
import { request, sampleDesk, sampleEngine, seller } from '../desk/sample-desk.js'

const megabytes = 4

/** A body of 4 MiB that counts the chunks that were read. */
function countingBody() {
  const chunk = new TextEncoder().encode('a&'.repeat(2 ** 15))
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        read += 1
        if (read > megabytes * 16) controller.close()
        else controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, chunksRead: () => read }
}

function formOf(url: string, fetchSite: string, body: ReadableStream<Uint8Array>): Request {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': fetchSite,
  }
  return new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

const foreign = ['cross-site', 'same-site', 'none', 'x'] as const

describe('a form of another site', () => {
  it.each(foreign)('is not read by the desk if it is %s', async (fetchSite) => {
    const engine = sampleEngine()
    const desk = createDesk({
      engine,
      authenticate: () => seller,
      secrets: ['a secret of the sample desk, 32 characters'],
    })
    const { body, chunksRead } = countingBody()
    const response = await desk.fetch(formOf('http://x/desk/quotes/new', fetchSite, body))
    expect([response.status, chunksRead()]).toEqual([403, 0])
    expect((await engine.listEvents(seller)).items).toEqual([])
  })

  it.each(foreign)('is not read by the customer page if it is %s', async (fetchSite) => {
    const { engine, send } = samplePage()
    const page = createCustomerPage({ engine, ...site })
    const { body, chunksRead } = countingBody()
    const response = await page.fetch(formOf(links.createUrl(await send()), fetchSite, body))
    expect([response.status, chunksRead()]).toEqual([403, 0])
  })

  it('is read if it is of the same site, up to the maximum size', async () => {
    const { engine, send } = samplePage()
    const page = createCustomerPage({ engine, ...site })
    const { body, chunksRead } = countingBody()
    const response = await page.fetch(formOf(links.createUrl(await send()), 'same-origin', body))
    expect([response.status, chunksRead()]).toEqual([413, 2])
  })

  it.each(foreign)('changes nothing at the desk, also with a valid token: %s', async (site) => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    const app = createDesk({
      engine: desk.engine,
      authenticate: () => seller,
      secrets: ['a secret of the sample desk, 32 characters'],
    })
    const path = `http://x/desk/quotes/${quoteId}`
    const html = await (await app.request(path)).text()
    const token = /name="token" value="([^"]*)"/.exec(html)?.[1] as string
    const post = (fetchSite: string) =>
      app.request(`${path}/messages`, {
        method: 'POST',
        body: new URLSearchParams({
          token,
          'message.text': 'Hello',
          'message.visibility': 'internal',
          key: '1',
        }),
        headers: { 'sec-fetch-site': fetchSite },
      })
    expect((await post(site)).status).toBe(403)
    expect((await desk.engine.listMessages(seller, quoteId)).items).toEqual([])
    expect((await post('same-origin')).status).toBe(303)
    expect((await desk.engine.listMessages(seller, quoteId)).items).toHaveLength(1)
  })
})
