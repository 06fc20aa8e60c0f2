import { describe, expect, it } from 'vitest'
import { buyer, markup, sampleDesk, seller, stranger, textOf } from '../../../desk/sample-desk.js'

const products = [{ id: 118, qty: 2 }]

describe('GET /templates', () => {
  it('says how to begin in a store without templates', async () => {
    const { status, html } = await sampleDesk().get('/templates')
    expect(status).toBe(200)
    expect(textOf(html)).toContain('No templates yet')
    expect(html).toContain('href="/desk/templates/new"')
  })

  it('lists names, lines and tags, the newest first', async () => {
    const desk = sampleDesk()
    await desk.engine.createTemplate(seller, { name: 'Office', products, tag_list: ['Urgent'] })
    const text = textOf((await desk.get('/templates')).html)
    expect(text).toContain('Office 1 Urgent')
  })

  it('finds templates by words of the name', async () => {
    const desk = sampleDesk()
    for (const name of ['Office, ten desks', 'Workshop'])
      await desk.engine.createTemplate(seller, { name, products })
    const found = textOf((await desk.get('/templates?text=desk+off')).html)
    expect(found).toContain('Office, ten desks')
    expect(found).not.toContain('Workshop')
    expect(textOf((await desk.get('/templates?text=zebra')).html)).toContain('No template has all')
  })

  it('leads to further pages, and back to the first', async () => {
    const desk = sampleDesk()
    for (let count = 1; count <= 51; count += 1)
      await desk.engine.createTemplate(seller, { name: `Template ${count}`, products })
    const first = (await desk.get('/templates')).html
    expect(first.match(/class="use"/g)).toHaveLength(50)
    const next = /href="\/desk(\/templates\?after=[^"]+)">Next page/.exec(first)?.[1] ?? ''
    const second = (await desk.get(next)).html
    expect(second.match(/class="use"/g)).toHaveLength(1)
    expect(second).toContain('First page')
    expect(second).not.toContain('Next page')
  })

  it.each([
    ['a cursor that is none', '/templates?after=zzz'],
    ['a text that is too long', `/templates?text=${'a'.repeat(10_000)}`],
  ])('shows the error of %s', async (_, path) => {
    const { status, html } = await sampleDesk().get(path)
    expect(status).toBe(422)
    expect(html).toContain('role="alert"')
  })

  it('shows markup as text', async () => {
    const desk = sampleDesk()
    await desk.engine.createTemplate(seller, { name: markup, products, tag_list: ['<b>'] })
    const { html } = await desk.get('/templates')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>')
    expect(textOf(html)).toContain(markup)
  })

  it('lists nothing of another store, and nothing for buyers', async () => {
    const desk = sampleDesk()
    await desk.engine.createTemplate(seller, { name: 'Office', products })
    desk.user = stranger
    expect(textOf((await desk.get('/templates')).html)).toContain('No templates yet')
    desk.user = buyer
    expect((await desk.get('/templates')).status).toBe(403)
  })
})
