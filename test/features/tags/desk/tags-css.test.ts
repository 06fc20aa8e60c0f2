import { describe, expect, it } from 'vitest'
import { tagClass } from '../../../../src/desk/parts/names.js'
import { tagsCss } from '../../../../src/features/tags/desk/tag-colors.js'
import { markup, sampleDesk, sampleEngine, seller, stranger } from '../../../desk/sample-desk.js'

const green = { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' }
const greenRule = `.${tagClass('VIP')}{background:rgb(80% 92% 86%);color:rgb(0% 40% 20%)}`

describe('tagsCss', () => {
  it('has a rule for each tag, whatever its name', () => {
    const tags = { [markup]: { ...green, label: markup, value: markup } }
    const css = tagsCss(tags)
    expect(css).toMatch(
      /^\.tag-[0-9a-f]{12}\{background:rgb\([\d.% ]+\);color:rgb\([\d.% ]+\)\}\n$/,
    )
  })

  it.each(['red;}*{display:none', 'url(//evil)', '', undefined, {}, 'expression(1)'])(
    'leaves out the color %j, which only a storage can have',
    (color) => {
      const tag = { ...green, label: 'x', value: 'x' }
      expect(tagsCss({ x: { ...tag, color: color as string } })).toBe('\n')
      expect(tagsCss({ x: { ...tag, backgroundColor: color as string } })).toBe('\n')
    },
  )

  it('replaces a text that could not be read', () => {
    const pale = { backgroundColor: 'rgba(90%, 90%, 90%, 1)', color: 'rgb(70%, 70%, 70%)' }
    const css = tagsCss({ Low: { ...pale, label: 'Low', value: 'Low' } })
    expect(css).toContain('color:rgb(0% 0% 0%)')
  })
})

describe('tagsStylesheet', () => {
  it('serves the colors of the store, privately', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'VIP', green)
    const { status, headers, html } = await desk.get('/tags.css')
    expect({ status, css: html }).toEqual({ status: 200, css: `${greenRule}\n` })
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    desk.user = stranger
    expect((await desk.get('/tags.css')).html).not.toContain(tagClass('VIP'))
  })

  it('responds with 304 until a tag changes', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'VIP', green)
    const etag = (await desk.get('/tags.css')).headers.get('etag') ?? ''
    const cached = await desk.get('/tags.css', { 'if-none-match': `W/"x", ${etag}` })
    expect([cached.status, cached.html, cached.headers.get('etag')]).toEqual([304, '', etag])
    await desk.engine.setTag(seller, 'VIP', { ...green, color: 'rgb(0%, 0%, 0%)' })
    expect((await desk.get('/tags.css', { 'if-none-match': etag })).status).toBe(200)
  })

  it('is empty for a user who must not see tags', async () => {
    const engine = sampleEngine({ permit: () => 'closed' })
    const { status, html } = await sampleDesk({ engine }).get('/tags.css')
    expect({ status, css: html }).toEqual({ status: 200, css: '\n' })
  })
})
