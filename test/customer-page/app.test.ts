import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { customerLinks } from '../../src/customer-page/links.js'
import { en } from '../../src/customer-page/strings/en.js'
import { createUblQuotation, type DocumentOptions } from '../../src/document/index.js'
import type { QuoteRecord } from '../../src/quote/model/quote.js'
import { buyer, links, samplePage, secrets, seller, site, start } from './sample-page.js'

const policy = "default-src 'none'"

function expectSecretHeaders(headers: Headers): void {
  expect(headers.get('content-security-policy')).toContain(policy)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

describe('createCustomerPage', () => {
  it('rejects every invalid option', () => {
    const options = {
      engine: {},
      secrets: [],
      prefix: '/quote/',
      baseUrl: 'ü',
      document: 7,
      renderPdf: true,
      createUbl: '<Quotation/>',
      locale: 'not a locale',
      timeZone: 'Mars',
      strings: { accept: 7 },
      actor: '',
      followRevisions: 'yes',
      notify: 'me',
      rateLimit: 3,
      maxBodyBytes: 0,
      onError: 'log',
      links: {},
    }
    expect(() => createCustomerPage(options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        details: {
          errors: Object.fromEntries(
            Object.keys(options).map((name) => [
              name === 'strings' ? 'strings.accept' : name,
              expect.any(String),
            ]),
          ),
        },
      }),
    )
  })

  it('rejects invalid options of the document', () => {
    const { engine } = samplePage()
    const document = { color: '#ffffff' }
    expect(() => createCustomerPage({ engine, ...site, document })).toThrow(
      expect.objectContaining({ code: 'invalid_options' }),
    )
  })

  it('is served under another prefix, behind a path that a proxy removes', async () => {
    const where = { secrets, baseUrl: 'https://shop.example/b2b', prefix: '/sales/offers' }
    const { page, send, get } = samplePage(where)
    const url = customerLinks(where).createUrl(await send())
    const { pathname } = new URL(url)
    const { status, text } = await get(url.replace('/b2b', ''))
    expect(status).toBe(200)
    expect(text).toContain(`<form method="post" action="${pathname}"`)
    const asset = /href="(\/b2b\/sales\/offers\/assets\/customer-page-\w+\.css)"/.exec(text)?.[1]
    const styles = await page.request(asset?.replace('/b2b', '') ?? '')
    expect(await styles.text()).toContain('.decision')
  })

  it('serves the stylesheets and the module that its pages name, and no others', async () => {
    const { send, get } = samplePage({ document: { color: '#123456' } })
    const { text } = await get(links.createUrl(await send()))
    const paths = [...text.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]*)"/g)].map(
      ([, path]) => path,
    )
    expect(paths).toHaveLength(3)
    for (const path of paths) {
      const { status, headers } = await get(path as string)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toContain('public')
      expect(headers.get('content-security-policy')).toContain(policy)
    }
    for (const name of ['document-ffffff.css', 'document-12345.css', 'document-..css', 'desk.css'])
      expect((await get(`/quote/assets/${name}`)).status).toBe(404)
  })

  it('sends the same headers with every response', async () => {
    const { send, get, post, submit } = samplePage()
    const url = links.createUrl(await send())
    const responses = [
      await get(url),
      await get(url, { method: 'HEAD' }),
      await get(`${url}/offer.html`),
      await get('/quote/nothing'),
      await get('/quote/nothing/else/at/all'),
      await get(url, { method: 'DELETE' }),
      await post(url, {}),
      await post(url, {}, { headers: { 'sec-fetch-site': 'cross-site' } }),
      await submit(url, 'accept'),
      await get(url, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }),
      await submit(url, 'message', { text: 'Hello' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 200, 404, 404, 405, 422, 403, 422, 415, 303,
    ])
    for (const { headers } of responses) expectSecretHeaders(headers)
  })

  it('has no inline code, no inline styles and no addresses of other sites', async () => {
    const { send, get } = samplePage()
    const { text } = await get(links.createUrl(await send()))
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/quote\/)/i)
    expect(text).not.toMatch(/(?:href|src|action)="(?!\/quote\/|#|data:,)/)
  })

  it('shows one and the same page for every link that leads nowhere', async () => {
    const { engine, send, get, clock } = samplePage()
    const url = links.createUrl(await send())
    const deleted = await send()
    await engine.deleteQuote(seller, deleted.quoteId)
    const erased = await send()
    await engine.deleteQuote(seller, erased.quoteId)
    await engine.eraseQuote(seller, erased.quoteId)
    const { quoteId } = deleted
    clock.now = start
    const urls = [
      links.createUrl(deleted),
      links.createUrl(erased),
      url.slice(0, -1),
      `${url}0`,
      url.replace(/\/quote\/..../, '/quote/AAAA'),
      links.createUrl({ storeId: 'other', quoteId, revision: 1 }),
      links.createUrl({ storeId: 's', quoteId: 'none', revision: 1 }),
      links.createUrl({ storeId: 's', quoteId: '__proto__', revision: 1 }),
      links.createUrl({ storeId: 'constructor', quoteId, revision: 1 }),
      links.createUrl({ storeId: 's', quoteId, revision: 9 }),
      links.createUrl({ storeId: 's', quoteId, revision: 1, expires: 1 }),
      customerLinks({ ...site, secrets: ['x'.repeat(32)] }).createUrl({ ...deleted, revision: 1 }),
      'https://shop.example/quote/__proto__',
      'https://shop.example/quote/%00',
      'https://shop.example/quote/%ff',
    ]
    const pages = await Promise.all(urls.map((each) => get(each)))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
    expect(new Set(pages.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1)
    const posts = await Promise.all(urls.map((each) => get(each, { method: 'POST' })))
    expect(new Set(posts.map(({ text }) => text))).toEqual(new Set([pages[0]?.text]))
  })

  it('says that it is not possible if permit hides the quote, and tells the host', async () => {
    const permit = ({ role }: { role?: string | undefined }) =>
      role !== 'buyer' || 'internal reason'
    const { send, get, errors } = samplePage({}, { permit })
    const { status, text } = await get(links.createUrl(await send()))
    expect([status, text]).toEqual([403, expect.stringContaining(en.notPermitted)])
    expect(text).not.toContain('internal reason')
    expect(errors).toMatchObject([{ code: 'not_permitted', details: { operation: 'getQuote' } }])
  })

  it('rejects other methods whatever the link is', async () => {
    const { send, get } = samplePage()
    const url = links.createUrl(await send())
    for (const each of [url, 'https://shop.example/quote/x']) {
      const { status, headers } = await get(each, { method: 'PUT' })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    }
  })

  it('limits the rate by the link, and of invalid links too', async () => {
    const seen: unknown[] = []
    const { send, get } = samplePage({
      rateLimit(_, link) {
        seen.push(link?.revision)
        return link === undefined ? 1.5 : 0
      },
    })
    expect((await get(links.createUrl(await send()))).status).toBe(200)
    const { status, headers, text } = await get('/quote/x')
    expect([status, headers.get('retry-after')]).toEqual([429, '2'])
    expect(text).toContain('Too many requests')
    expect(seen).toEqual([1, undefined])
    for (const invalid of [Number.NaN, -1, 'soon']) {
      const { get, errors } = samplePage({ rateLimit: () => invalid as never })
      expect((await get('/quote/x')).status).toBe(503)
      expect(errors).toHaveLength(1)
    }
  })

  it('hides what went wrong on the server, and reports it', async () => {
    const fails = () => Promise.reject(new Error('secret detail'))
    const { send, get, errors } = samplePage({ renderPdf: fails })
    const { status, text } = await get(`${links.createUrl(await send())}/offer.pdf`)
    expect(status).toBe(500)
    expect(text).toContain('This did not work')
    expect(text).not.toContain('secret')
    expect(errors).toEqual([expect.objectContaining({ message: 'secret detail' })])
  })

  it('rejects forms of more than maxBodyBytes', async () => {
    const { send, submit } = samplePage({ maxBodyBytes: 1_000 })
    const url = links.createUrl(await send())
    expect((await submit(url, 'message', { text: 'a'.repeat(1_000) })).status).toBe(413)
  })
})

describe('offer.pdf and offer.html', () => {
  it('are saved under the number of the quote, with what the page shows', async () => {
    const numbers = { assign: 'send', format: () => 'Q/"12";\u00e9' } as const
    const pdf = new TextEncoder().encode('%PDF')
    const { send, get } = samplePage({ renderPdf: async () => pdf }, { numbers })
    const url = links.createUrl(await send())
    const html = await get(`${url}/offer.html`)
    expect(html.headers.get('content-disposition')).toBe(
      `attachment; filename="Quote Q-12-e.html"; filename*=UTF-8''Quote%20Q-12-%C3%A9.html`,
    )
    expect(html.text).toContain('Oak chair')
    const file = await get(`${url}/offer.pdf`)
    expect([file.status, file.text]).toEqual([200, '%PDF'])
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect((await get(`${url}/offer.pdf`, { method: 'HEAD' })).text).toBe('')
  })

  it('are not found without renderPdf, and with invalid links', async () => {
    const { send, get } = samplePage()
    const url = links.createUrl(await send())
    expect((await get(`${url}/offer.pdf`)).status).toBe(404)
    expect((await get(`${url.slice(0, -1)}/offer.html`)).status).toBe(404)
    expect((await get(url)).text).not.toContain('offer.pdf')
  })

  it('report a renderPdf that returns no file, instead of an empty one', async () => {
    for (const result of [undefined, null, 'text', new Uint8Array()]) {
      const { send, get, errors } = samplePage({ renderPdf: async () => result as never })
      expect((await get(`${links.createUrl(await send())}/offer.pdf`)).status).toBe(503)
      expect(errors).toEqual([expect.objectContaining({ code: 'pdf_failed' })])
    }
  })

  it('record nothing', async () => {
    const { engine, send, get } = samplePage()
    const record = await send()
    await get(`${links.createUrl(record)}/offer.html`)
    expect((await engine.getQuote(buyer, record.quoteId)).version).toBe(record.version)
  })
})

describe('offer.xml', () => {
  const ofSeller = { company: 'Stuhl & Tisch GmbH' }
  const createUbl = (record: QuoteRecord, document: DocumentOptions) =>
    createUblQuotation(record, { seller: ofSeller, document })

  it('is the offer as UBL, as it is shown, with a link on the page', async () => {
    const options = { createUbl, locale: 'de', document: { terms: ['14 Tage'] } }
    const { engine, send, get } = samplePage(options)
    const record = await send({ discounts: [{ type: 'percent', value: 5 }] })
    const url = links.createUrl(record)
    expect((await get(url)).text).toContain('/offer.xml" download>UBL (XML)</a>')
    const file = await get(`${url}/offer.xml`)
    expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(file.headers.get('content-disposition')).toContain('filename="Angebot 1.xml"')
    expectSecretHeaders(file.headers)
    expect(file.text).toBe(
      createUbl(await engine.getQuote(buyer, record.quoteId), {
        ...options.document,
        locale: 'de',
      }),
    )
    expect(file.text).toContain('<cbc:Note>14 Tage</cbc:Note>')
    expect(file.text).toContain('Rabatt')
    expect((await get(`${url}/offer.xml`, { method: 'HEAD' })).text).toBe('')
  })

  it('is that of the revision of the link, also while another one is prepared', async () => {
    const { engine, send, get } = samplePage({ createUbl })
    const record = await send()
    const url = links.createUrl(record)
    await engine.reviseQuote(seller, record.quoteId)
    const sent = await get(`${url}/offer.xml`)
    await engine.updateQuote(seller, record.quoteId, { products: [{ id: 'chair', qty: 5 }] })
    await engine.sendQuote(seller, record.quoteId)
    expect((await get(`${url}/offer.xml`)).text).toBe(sent.text)
    expect(sent.text).toContain('<cbc:VersionID>1</cbc:VersionID>')
  })

  it('is not found without createUbl, and of a canceled offer', async () => {
    const { engine, send, get } = samplePage({ createUbl })
    const record = await send()
    const url = links.createUrl(record)
    await engine.cancelQuote(seller, record.quoteId)
    expect((await get(`${url}/offer.xml`)).status).toBe(404)
    expect((await get(url)).text).not.toContain('offer.xml')
    const without = samplePage()
    const other = links.createUrl(await without.send())
    expect((await without.get(`${other}/offer.xml`)).status).toBe(404)
    expect((await without.get(other)).text).not.toContain('offer.xml')
  })

  it('reports a createUbl that throws or returns no text', async () => {
    for (const create of [
      () => '',
      () => undefined,
      () => Promise.reject(new Error('no seller')),
    ]) {
      const { send, get, errors } = samplePage({ createUbl: create as never })
      expect((await get(`${links.createUrl(await send())}/offer.xml`)).status).toBe(500)
      expect(errors).toHaveLength(1)
    }
  })
})

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
