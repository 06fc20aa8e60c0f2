import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { pdfBytes } from '../../src/pages/pdf-bytes.js'

const file = new TextEncoder().encode('..%PDF')

describe('pdfBytes', () => {
  it.each([
    ['an array of bytes', file.subarray(2)],
    ['a buffer', Buffer.from('%PDF')],
    ['another view', new DataView(file.buffer, 2)],
    ['bytes of another realm', runInNewContext('Uint8Array.of(37, 80, 68, 70)')],
  ])('returns the bytes of %s', (_, returned) => {
    expect(new TextDecoder().decode(pdfBytes(returned))).toBe('%PDF')
  })

  it.each([undefined, null, '%PDF', [37], {}, new Uint8Array()])('rejects %j', (returned) => {
    expect(() => pdfBytes(returned)).toThrow(expect.objectContaining({ code: 'pdf_failed' }))
  })
})
