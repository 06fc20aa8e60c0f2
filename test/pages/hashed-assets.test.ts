import { describe, expect, it } from 'vitest'
import { hashedAssets } from '../../src/pages/hashed-assets.js'

const assetsOf = (text: string) =>
  hashedAssets([{ name: 'desk.css', type: 'text/css', text }], (path) => path)
const path = (text: string) => assetsOf(text).urls['desk.css'] ?? ''

describe('hashedAssets', () => {
  it('names a file after its content', () => {
    expect(path('a {}')).toMatch(/^\/assets\/desk-[0-9a-f]{12}\.css$/)
    expect(path('a {}')).toBe(path('a {}'))
    expect(path('a {}')).not.toBe(path('b {}'))
  })

  it('responds with the file, which browsers can keep', async () => {
    const response = assetsOf('a {}').respond(path('a {}'))
    expect(response?.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(response?.headers.get('cache-control')).toContain('immutable')
    expect(await response?.text()).toBe('a {}')
  })

  it('responds to no other path, also of the same file before it changed', () => {
    for (const other of [path('b {}'), '/assets/desk.css', '/assets/', '__proto__'])
      expect(assetsOf('a {}').respond(other)).toBeUndefined()
  })
})
