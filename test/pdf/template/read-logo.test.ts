import { describe, expect, it } from 'vitest'
import { readLogo } from '../../../src/pdf/template/read-logo.js'

describe('readLogo', () => {
  it.each([
    ['data:image/png;base64,aGVsbG8=', 'png', 'hello'],
    ['data:image/jpeg;base64,aGVsbG8=', 'jpg', 'hello'],
    ['data:image/gif;base64,aGVsbG8=', 'gif', 'hello'],
    ['DATA:IMAGE/WEBP;charset=x;BASE64,aGVsbG8=', 'webp', 'hello'],
    ['data:image/svg+xml,%3Csvg/%3E', 'svg', '<svg/>'],
    ['data:image/svg+xml;charset=utf-8,<svg>\n</svg>', 'svg', '<svg>\n</svg>'],
  ])('reads %s', (url, format, content) => {
    const logo = readLogo(url)
    expect(logo?.format).toBe(format)
    expect(Buffer.from(logo?.bytes ?? []).toString()).toBe(content)
  })

  it.each([
    [''],
    ['logo.png'],
    ['https://example.com/logo.png'],
    ['file:///etc/passwd'],
    ['data:application/pdf;base64,aGVsbG8='],
    ['data:image/svg+xml,%zz'],
    ['data:,hello'],
  ])('returns undefined for %j', (url) => {
    expect(readLogo(url)).toBeUndefined()
  })
})
