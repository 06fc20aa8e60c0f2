import { describe, expect, it } from 'vitest'
import { createRequestPage } from '../../src/customer-page/index.js'
import type { DeskFrameCall } from '../../src/desk/index.js'
import { html } from '../../src/desk/index.js'
import type { Theme } from '../../src/pages/theme.js'
import { links, samplePage, secrets } from '../customer-page/sample-page.js'
import { sampleDesk } from '../desk/sample-desk.js'

const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? ''
const styleUrls = (page: string) =>
  [...page.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, url = '']) => url)

const fonts = [
  { family: 'Source Sans 3', url: '/fonts/sans.woff2', weight: '400 700' },
  { family: 'Noto Serif', url: 'https://fonts.example/serif.woff2', style: 'italic' },
] as const
const theme: Theme = {
  font: '"Source Sans 3", sans-serif',
  fonts,
  styles: ['/brand.css', '/print.css?v=2'],
  css: '.brand { text-transform: uppercase }',
}

/** Returns a page of each app, and what its stylesheets are at. */
async function everyPage(options: { readonly theme?: Theme }) {
  const desk = sampleDesk(options)
  const { send, get } = samplePage(options)
  const offer = await get(links.createUrl(await send()))
  const request = createRequestPage({ engine: desk.engine, secrets, storeId: 's', ...options })
  const requestPage = await request.request('/request')
  const lost = await get('/quote/none')
  const list = await desk.get('/')
  return [
    {
      html: list.html,
      headers: list.headers,
      load: (url: string) => desk.get(url.slice('/desk'.length)),
    },
    { html: offer.text, headers: offer.headers, load: get },
    { html: lost.text, headers: lost.headers, load: get },
    {
      html: await requestPage.text(),
      headers: requestPage.headers,
      load: (url: string) => request.request(url),
    },
  ]
}

describe('theme.styles, theme.css and theme.fonts', () => {
  it('come after all stylesheets of a page, without a style in the page', async () => {
    for (const { html: page, load } of await everyPage({ theme })) {
      const urls = styleUrls(page)
      const [own = '', ...paths] = urls.slice(-3)
      expect(paths).toEqual(theme.styles)
      expect(own).toMatch(/\/assets\/own-[\da-f]{12}\.css$/)
      expect(page).not.toMatch(/<style|style="/)
      const loaded = await load(own)
      expect(loaded.status).toBe(200)
      expect(loaded.headers.get('content-type')).toBe('text/css; charset=utf-8')
      expect(loaded.headers.get('cache-control')).toContain('immutable')
      const body: string =
        'text' in loaded && typeof loaded.text === 'string'
          ? loaded.text
          : 'html' in loaded
            ? loaded.html
            : await (loaded as Response).text()
      expect(body).toBe(theme.css)
    }
  })

  it('permit fonts of the site and of the origins of fonts only, in the policy of the page', async () => {
    for (const { headers } of await everyPage({ theme })) {
      expect(policyOf(headers)).toContain("; font-src 'self' data: https://fonts.example;")
      expect(policyOf(headers)).toContain("style-src 'self';")
      expect(policyOf(headers)).not.toContain('unsafe-inline')
    }
    for (const { headers, html: page } of await everyPage({})) {
      expect(policyOf(headers)).not.toContain('font-src')
      expect(styleUrls(page).filter((url) => url.includes('/own-'))).toEqual([])
    }
  })

  it('give each font a rule, also in the theme of a store', async () => {
    const rule = `@font-face {
  font-family: "Noto Serif";
  src: url("https://fonts.example/serif.woff2");
  font-weight: 400;
  font-style: italic;
  font-display: swap;
}`
    const desk = sampleDesk({ theme: async () => ({ fonts, styles: ['/brand.css'] }) })
    const page = await desk.get('/')
    const urls = styleUrls(page.html)
    expect(urls.at(-1)).toBe('/brand.css')
    const path = urls.find((url) => url.includes('/theme-')) ?? ''
    expect((await desk.get(path.slice('/desk'.length))).html).toContain(rule)
    expect(policyOf(page.headers)).toContain('https://fonts.example')
  })

  it('keeps the pictures that a page may show', async () => {
    const { send, get } = samplePage({ theme, pictureOrigins: ['https://cdn.example'] })
    const { headers } = await get(links.createUrl(await send()))
    expect(policyOf(headers)).toContain("img-src 'self' data: https://cdn.example;")
    expect(policyOf(headers)).toContain('font-src')
  })

  it('serves no rules but those of its theme', async () => {
    const desk = sampleDesk({ theme })
    for (const path of ['/assets/own-000000000000.css', '/assets/own-.css', '/assets/own.css'])
      expect((await desk.get(path)).status).toBe(404)
  })

  it.each<[string, object]>([
    ['theme.styles[0]', { styles: ['https://cdn.example/a.css'] }],
    ['theme.styles[0]', { styles: ['//cdn.example/a.css'] }],
    ['theme.styles[0]', { styles: ['brand.css'] }],
    ['theme.styles', { styles: '/brand.css' }],
    ['theme.styles', { styles: Array.from({ length: 9 }, () => '/a.css') }],
    ['theme.css', { css: 7 }],
    ['theme.css', { css: 'a'.repeat(100_001) }],
    ['theme.fonts', { fonts: {} }],
    ['theme.fonts', { fonts: Array.from({ length: 17 }, () => fonts[0]) }],
    ['theme.fonts[0].url', { fonts: [{ family: 'A', url: 'javascript:alert(1)' }] }],
    ['theme.fonts[0].url', { fonts: [{ family: 'A', url: '/a.woff2");} body{' }] }],
    ['theme.fonts[0].url', { fonts: [{ family: 'A', url: '/a\\.woff2' }] }],
    ['theme.fonts[0].family', { fonts: [{ family: 'A"; }', url: '/a.woff2' }] }],
    ['theme.fonts[0].weight', { fonts: [{ family: 'A', url: '/a.woff2', weight: '400; }' }] }],
    ['theme.fonts[0].weight', { fonts: [{ family: 'A', url: '/a.woff2', weight: 1e21 }] }],
    ['theme.fonts[0].style', { fonts: [{ family: 'A', url: '/a.woff2', style: 'x' }] }],
    ['theme.fonts[0]', { fonts: [{ family: 'A', url: '/a.woff2', range: 'U+26' }] }],
  ])('reject an invalid %s: %j', (path, wrong) => {
    const rejected = expect.objectContaining({
      details: { errors: { [path]: expect.any(String) } },
    })
    expect(() => sampleDesk({ theme: wrong })).toThrow(rejected)
    expect(() => samplePage({ theme: wrong })).toThrow(rejected)
  })

  it('rejects css in the theme of a store, whose address other processes do not know', async () => {
    const desk = sampleDesk({ theme: () => ({ css: 'a{}' }) })
    expect((await desk.get('/')).status).toBe(500)
    expect(String(desk.errors)).toContain('css')
  })
})

const frame = ({ user, title, content, navigation, userMenu, url }: DeskFrameCall) =>
  html`<header class="shop"><a href="${url('/')}">Shop of ${user?.name}</a> ${title} ${navigation}${userMenu}</header>${content}<footer>End</footer>`

describe('the option frame', () => {
  it('puts the pages of the desk into the frame of the host, after the skip link', async () => {
    const desk = sampleDesk({ frame, signOutUrl: '/bye' })
    const { html: page, headers } = await desk.get('/')
    const [, body = ''] = /<body>(.*)<\/body>/s.exec(page) ?? []
    expect(body.trim()).toMatch(
      /^<a class="skip" href="#main">Skip to content<\/a>\s*<header class="shop">.*<main id="main" tabindex="-1">.*<\/main><footer>End<\/footer>$/s,
    )
    expect(page.match(/<main/g)).toHaveLength(1)
    expect(page).not.toContain('class="side')
    expect(page).toContain('Shop of Ann Archer')
    expect(page).toContain('aria-current="page"')
    expect(page).toContain('<a href="/bye">')
    expect(policyOf(headers)).toBe(policyOf((await sampleDesk().get('/')).headers))
  })

  it('is around pages without a user as well, without a navigation', async () => {
    const desk = sampleDesk({ frame })
    desk.user = undefined
    const { status, html: page } = await desk.get('/')
    expect([status, page.includes('Shop of'), page.includes('<nav')]).toEqual([401, true, false])
  })

  it('is around the pages for customers, which keep the files of the offer', async () => {
    const shown: unknown[] = []
    const { send, get, errors } = samplePage({
      renderPdf: async () => new Uint8Array([1]),
      frame: ({ content, record, lang, dir, storeId }) => {
        shown.push([record?.quote.number, lang, dir, storeId])
        return html`<header>My shop</header>${content}`
      },
    })
    const record = await send()
    const url = links.createUrl(record)
    const { text } = await get(url)
    expect(text).toMatch(/class="skip".*<header>My shop<\/header><main id="main" tabindex="-1">/s)
    expect(text).toContain('/offer.pdf')
    expect(text).not.toContain('<header class="masthead')
    expect((await get('/quote/none')).text).toContain('My shop')
    expect(shown).toEqual([
      [record.quote.number, 'en', 'ltr', record.storeId],
      [undefined, 'en', 'ltr', undefined],
    ])
    expect(errors).toEqual([])
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('down')
      },
    ],
    ['rejects with nothing', () => Promise.reject(undefined)],
    ['never ends', () => new Promise(() => undefined)],
    ['returns a string', () => '<header>My shop</header>'],
    ['leaves out the content', () => html`<header>My shop</header>`],
    [
      'has the content twice',
      ((call: DeskFrameCall) => html`${call.content}${call.content}`) as never,
    ],
  ])('shows pages in their own frame if the function %s, and reports it', async (_, wrong) => {
    const desk = sampleDesk({ frame: wrong as never, timeoutMs: 5 })
    const list = await desk.get('/')
    expect([list.status, desk.errors.length]).toEqual([200, 1])
    expect(list.html).toContain('<header class="side')
    const { send, get, errors } = samplePage({ frame: wrong as never, timeoutMs: 5 })
    const offer = await get(links.createUrl(await send()))
    expect([offer.status, errors.length]).toEqual([200, 1])
    expect(offer.text).toContain('<header class="masthead')
  })

  it('rejects what is no function', () => {
    for (const create of [sampleDesk, samplePage])
      expect(() => create({ frame: '<b>' } as never)).toThrow('frame')
  })
})
