import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCustomerPage } from '../../src/customer-page/app.js'
import { createDesk } from '../../src/desk/index.js'
import {
  respondThemeStyles,
  type Theme,
  themeRule,
  themeStylesPaths,
} from '../../src/pages/theme.js'
import { links, samplePage, secrets } from '../customer-page/sample-page.js'

const logo = { url: 'data:image/png;base64,AAAA', alt: 'Chairs Ltd' }
const brand: Theme = {
  accent: '#7e2f36',
  neutral: '#7b6f65',
  radius: 3,
  font: '"Source Sans 3", Candara, sans-serif',
  titleFont: "'Noto Serif', serif",
  logo,
  icon: 'data:image/svg+xml;base64,AAAA',
}
const { engine } = samplePage()
const options = { engine, secrets, authenticate: () => null }

/** Returns the text of all stylesheets of a page. */
async function stylesOf(html: string, get: (url: string) => Promise<{ readonly text: string }>) {
  const urls = [...html.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)]
  const rules = await Promise.all(urls.map(async ([, url = '']) => (await get(url)).text))
  return rules.join('\n')
}

describe('theme', () => {
  it.each<[string, object, string]>([
    ['an accent on which white cannot be read', { accent: '#777777' }, 'theme.accent'],
    ['an accent that is no #rrggbb', { accent: 'red' }, 'theme.accent'],
    ['a neutral that is no color', { neutral: '#12345;' }, 'theme.neutral'],
    ['a radius above 24', { radius: 25 }, 'theme.radius'],
    ['a radius that is no number', { radius: Number.NaN }, 'theme.radius'],
    ['a font that ends its rule', { font: 'Arial; } body { display: none' }, 'theme.font'],
    ['a font with a function', { titleFont: 'url(https://evil.example)' }, 'theme.titleFont'],
    ['a font with a quote that does not end', { font: '"Arial' }, 'theme.font'],
    ['fonts of 201 characters', { font: 'a'.repeat(201) }, 'theme.font'],
    [
      'a logo of another site',
      { logo: { url: 'https://a.example/a.png', alt: '' } },
      'theme.logo.url',
    ],
    ['an icon that is no picture', { icon: 'data:text/html,<script>' }, 'theme.icon'],
    ['a field that it does not have', { colour: '#000000' }, 'theme'],
  ])('rejects %s, on every page', (_, theme, path) => {
    const rejected = expect.objectContaining({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
    expect(() => createDesk({ ...options, theme })).toThrow(rejected)
    expect(() => createCustomerPage({ engine, secrets, theme })).toThrow(rejected)
  })

  it('gives a page its tokens, its logo and its icon, and the document its color and logo', async () => {
    const { send, get } = samplePage({ theme: brand })
    const url = links.createUrl(await send())
    const { text } = await get(url)
    expect(text).toContain(`<link rel="icon" href="${brand.icon}">`)
    expect(text).toContain(`<img class="logo" src="${logo.url}" alt="">`)
    const styles = await stylesOf(text, get)
    expect(styles).toContain(themeRule(brand))
    expect(styles).toContain('--doc-color: #7e2f36')
    const file = await get(`${url}/offer.html`)
    expect(file.text).toContain('--doc-color: #7e2f36')
    expect(file.text).toContain(`<img class="doc-logo" src="${logo.url}" alt="Chairs Ltd">`)
  })

  it('leaves a document the color that it has of its own', async () => {
    const { send, get } = samplePage({ theme: brand, document: { color: '#004400' } })
    const { text } = await get(`${links.createUrl(await send())}/offer.html`)
    expect(text).toContain('--doc-color: #004400')
  })

  it('can be that of a store, from a function or a promise', async () => {
    for (const theme of [() => brand, async () => brand]) {
      const { send, get } = samplePage({ theme })
      const { text } = await get(links.createUrl(await send()))
      expect(await stylesOf(text, get)).toContain(themeRule(brand))
      expect(text).toContain(logo.url)
    }
  })

  it('is that of the desk as well, and of its pages without a user if all stores share it', async () => {
    const user = { storeId: 's', actor: 'grace', role: 'seller' } as const
    for (const theme of [brand, () => brand]) {
      const desk = createDesk({ ...options, authenticate: () => user, theme })
      const get = async (url: string) => ({ text: await (await desk.request(url)).text() })
      const { text } = await get('/desk')
      expect(text).toContain(`<img class="logo" src="${logo.url}" alt="">`)
      expect(await stylesOf(text, get)).toContain(themeRule(brand))
      const stranger = createDesk({ ...options, theme })
      const denied = await (await stranger.request('/desk')).text()
      expect(denied.includes('class="logo"')).toBe(theme === brand)
    }
  })

  it('shows no page if a function fails, or returns no theme', async () => {
    const failing = [
      () => ({ accent: '#ffffff' }),
      () => 'blue' as never,
      () => Promise.reject(new Error('down')),
    ]
    for (const theme of failing) {
      const { send, get, errors } = samplePage({ theme })
      expect((await get(links.createUrl(await send()))).status).toBe(500)
      expect(errors).toHaveLength(1)
    }
  })
})

describe('respondThemeStyles', () => {
  it('responds to the path of every theme with its rule', async () => {
    const color = fc
      .array(fc.nat(100), { minLength: 3, maxLength: 3 })
      .map((channels) => `#${channels.map((each) => each.toString(16).padStart(2, '0')).join('')}`)
    const themes = fc.record<Theme>(
      {
        accent: color,
        neutral: color,
        radius: fc.integer({ min: 0, max: 24 }),
        font: fc.constantFrom('Arial', '"游ゴシック", sans-serif', "-apple-system, 'Noto Sans'"),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(themes, async (theme) => {
        const [path = ''] = themeStylesPaths({ theme: () => theme }, theme)
        expect(await respondThemeStyles(path)?.text()).toBe(themeRule(theme))
      }),
    )
  })

  it('has no rule for what is no theme', () => {
    const [path = ''] = themeStylesPaths({ theme: () => brand }, brand)
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const hash = path.slice(0, '/assets/theme-'.length + 12)
    for (const value of [{ accent: '#ffffff' }, { font: 'a;b' }, [], 'x', null, { x: 1 }])
      expect(respondThemeStyles(`${hash}-${encode(value)}.css`)).toBeUndefined()
    for (const each of ['/assets/theme.css', `${hash}-!.css`, `${hash}-AAAA.css`])
      expect(respondThemeStyles(each)).toBeUndefined()
  })
})
