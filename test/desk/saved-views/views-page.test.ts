import { describe, expect, it } from 'vitest'
import { type Permit, savedViews } from '../../../src/index.js'
import {
  inputValue,
  markup,
  request,
  type SampleDesk,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

const bob = { ...seller, actor: 'bob' }

/** Engines are typed by their features; the desk takes any. */
const features = [savedViews()] as never

function viewsDesk(): SampleDesk {
  return sampleDesk({ engine: sampleEngine({ features }) })
}

/** Returns the text of the links of the views, in their order. */
function tabsOf(html: string): readonly string[] {
  return [...html.matchAll(/<a class="tab[^>]*>([^<]*)/g)].map(([, text = '']) => text.trim())
}

function save(desk: SampleDesk, fields: Readonly<Record<string, string>>) {
  return desk.post('/views', fields, { from: '/views?search=status%3Dsent' })
}

describe('viewsRoute', () => {
  it('saves the list that is shown, and shows it as a view', async () => {
    const desk = viewsDesk()
    await desk.engine.createQuote(seller, request)
    expect(tabsOf((await desk.get('/')).html)).not.toContain('Save this view')
    const { html } = await desk.get('/?status=sent&order=updated&after=x&sums=yes')
    expect(tabsOf(html)).not.toContain('Save this view')
    const filtered = (await desk.get('/?status=sent&order=updated&sums=yes')).html
    const [, url = ''] = /<a class="tab save" href="\/desk([^"]*)"/.exec(filtered) ?? []
    const page = (await desk.get(url.replace('#view', '').replaceAll('&amp;', '&'))).html
    const search = inputValue(page, 'search') ?? ''
    expect(search).toBe('status=sent&order=updated')
    const response = await desk.post('/views', { name: 'Sent lately', search }, { from: url })
    expect(response.location).toBe('/?status=sent&order=updated&done=view-saved')
    const shown = (await desk.follow(response)).html
    expect(textOf(shown)).toContain('The view was saved.')
    expect(shown).toContain(
      '<a class="tab" href="/desk?status=sent&amp;order=updated" aria-current="page">Sent lately</a>',
    )
    expect(tabsOf(shown)).toContain('Saved views')
    expect(tabsOf(shown)).not.toContain('Save this view')
  })

  it('shows a view to its user, and a shared one to all users of the store', async () => {
    const desk = viewsDesk()
    await save(desk, { name: 'Of Ann', search: 'status=sent' })
    await save(desk, { name: 'Of all', search: 'view=won', isShared: 'yes' })
    expect(tabsOf((await desk.get('/')).html).slice(-3)).toEqual([
      'Of Ann',
      'Of all',
      'Saved views',
    ])
    const page = textOf((await desk.get('/views')).html)
    expect(page).toContain('Of Ann Only you')
    expect(page).toContain('Of all Everybody')
    desk.user = bob
    expect(tabsOf((await desk.get('/')).html).slice(-2)).toEqual(['Of all', 'Saved views'])
    desk.user = stranger
    expect(tabsOf((await desk.get('/')).html)).not.toContain('Of all')
  })

  it('removes a view, and does nothing for one that is gone', async () => {
    const desk = viewsDesk()
    await save(desk, { name: 'Sent', search: 'status=sent' })
    await save(desk, { name: 'Sent', search: 'status=sent', isShared: 'yes' })
    const { html } = await desk.get('/views')
    const keys = [...html.matchAll(/name="key" value="([^"]*)"/g)].map(([, key = '']) => key)
    expect(keys).toHaveLength(2)
    for (const key of [...keys, ...keys]) {
      const response = await desk.post('/views', { action: 'remove', key })
      expect(response.location).toBe('/views?done=removed')
    }
    const text = textOf((await desk.get('/views?done=removed')).html)
    expect(text).toContain('The view was removed. No quote has changed. No saved views yet')
  })

  it('saves for all if the user of the desk is unknown', async () => {
    const desk = viewsDesk()
    desk.user = { storeId: seller.storeId, role: 'seller' }
    expect((await desk.get('/views?search=status%3Dsent')).html).not.toContain('isShared')
    await save(desk, { name: 'Sent', search: 'status=sent' })
    desk.user = bob
    expect(tabsOf((await desk.get('/')).html)).toContain('Sent')
  })

  it.each([
    [{ name: '' }, 'Name : '],
    [{ name: 'x'.repeat(41) }, 'Name : '],
    [{ name: 'Taken' }, 'Name : is the name of a view already; choose another name'],
    [{ name: 'Sent', search: `text=${'x'.repeat(1_000)}` }, 'Filters : '],
  ])('shows the errors of %.40j, with what was typed', async (fields, message) => {
    const desk = viewsDesk()
    await save(desk, { name: 'Taken', search: 'view=won' })
    const { status, html } = await save(desk, { search: 'status=sent', ...fields })
    expect(status).toBe(422)
    expect(textOf(html)).toContain(`The view was not saved. ${message}`)
    expect(inputValue(html, 'name')).toBe(fields.name)
    expect(tabsOf((await desk.get('/')).html).slice(-2)).toEqual(['Taken', 'Saved views'])
  })

  it('shows markup as text, and leads only to the list', async () => {
    const desk = viewsDesk()
    const search = `text=${encodeURIComponent(markup)}&"><script>=javascript:alert(1)`
    await save(desk, { name: '"\'><script>alert(1)</script>', search })
    for (const path of ['/', '/views', `/views?search=${encodeURIComponent(search)}`]) {
      const { html } = await desk.get(path)
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<script>=')
      for (const [, href] of html.matchAll(/<a class="tab[^>]*href="([^"]*)"/g))
        expect(href).toMatch(/^\/desk/)
    }
  })

  it('is not found, and offers nothing, if the engine keeps no views', async () => {
    const desk = sampleDesk()
    for (const response of [
      await desk.get('/views?search=status%3Dsent'),
      await desk.post('/views', { name: 'Sent', search: 'status=sent' }, { from: '/' }),
    ])
      expect(response.status).toBe(404)
    expect(tabsOf((await desk.get('/?status=sent')).html)).not.toContain('Save this view')
  })

  it('shows no views to a user who must not read them', async () => {
    const engine = sampleEngine({
      features,
      permit: (_, operation) => !String(operation).startsWith('savedViews.') || 'no views',
    })
    const desk = sampleDesk({ engine })
    await desk.engine.createQuote(seller, request)
    expect((await desk.get('/?status=draft')).status).toBe(200)
    const { status } = await save(desk, { name: 'Sent', search: 'status=sent' })
    expect(status).toBe(403)
  })

  it('does not say that a view was removed if the user must not remove it', async () => {
    const permit: Permit = (_, operation) => String(operation) !== 'savedViews.removeView' || 'no'
    const desk = sampleDesk({ engine: sampleEngine({ features, permit }) })
    await save(desk, { name: 'Sent', search: 'status=sent' })
    const { html } = await desk.get('/views')
    const [, key = ''] = /name="key" value="([^"]*)"/.exec(html) ?? []
    expect((await desk.post('/views', { action: 'remove', key })).status).toBe(403)
    expect(tabsOf((await desk.get('/?sums=yes')).html).slice(-2)).toEqual(['Sent', 'Saved views'])
  })
})
