import { describe, expect, it } from 'vitest'
import type { DeskOptions } from '../../../src/desk/options.js'
import { sampleDesk } from '../sample-desk.js'

describe('createDesk', () => {
  it.each([
    ['color', { document: { color: '#fff' } }],
    ['nonsense', { document: { nonsense: 1 } }],
    ['loginUrl', { loginUrl: '/登录' }],
    ['loginUrl', { loginUrl: '/login\r\nx: y' }],
    ['loginUrl', { loginUrl: '' }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['validDays', { validDays: 0 }],
    ['statuses', { statuses: [] }],
    ['statuses.in_review', { statuses: { in_review: 'In review' } }],
    ['statuses.in_review.label', { statuses: { in_review: { label: '' } } }],
    ['locales', { locales: ['en'] }],
  ])('rejects an invalid %s at construction: %j', (name, options) => {
    const errors = { [name]: expect.stringMatching(/^(must|is not) /) }
    expect(() => sampleDesk(options as Partial<DeskOptions>)).toThrow(
      expect.objectContaining({ code: 'invalid_options', details: { errors } }),
    )
  })

  it('serves its assets with headers that keep their type and their origin', async () => {
    const desk = sampleDesk()
    const { html } = await desk.get('/')
    const path = /\/desk(\/assets\/desk-[^"]+)"/.exec(html)?.[1] as string
    const { status, headers } = await desk.get(path)
    expect(status).toBe(200)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})
