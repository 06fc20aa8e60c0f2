import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachmentHeader } from '../../src/pages/file-name.js'

describe('attachmentHeader', () => {
  it('has the name in UTF-8, and what is left of it in ASCII', () => {
    expect(attachmentHeader('Angebot Ä-7', 'pdf')).toBe(
      `attachment; filename="Angebot A-7.pdf"; filename*=UTF-8''Angebot%20%C3%84-7.pdf`,
    )
    expect(attachmentHeader('御見積書', 'pdf')).toBe(
      `attachment; filename="quote.pdf"; filename*=UTF-8''%E5%BE%A1%E8%A6%8B%E7%A9%8D%E6%9B%B8.pdf`,
    )
  })

  it('leaves out what means something to headers, file systems and readers', () => {
    const names = [
      '../../etc/passwd',
      'a"; filename="b.exe',
      'a\r\nset-cookie: x',
      '\u202Efdp.exe',
      '$(rm -rf ~)',
      '',
    ]
    for (const name of names) {
      const header = attachmentHeader(name, 'pdf')
      expect(header).toMatch(
        /^attachment; filename="[\w .-]+\.pdf"; filename\*=UTF-8''[\w.~%-]+\.pdf$/,
      )
      expect(header).not.toMatch(/\.\.\/|%2F|%0D|%0A|%E2%80%AE/)
    }
  })

  it.each([...'`$&~#^{}[]\\/:*?"<>|%;'])(
    'leaves out %s, which means something to a shell',
    (character) => {
      const header = attachmentHeader(`a${character}b`, 'pdf')
      expect(header).toBe(`attachment; filename="a-b.pdf"; filename*=UTF-8''a-b.pdf`)
    },
  )

  it('is a valid header whatever the name is (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const headers = new Headers({ 'content-disposition': attachmentHeader(name, 'pdf') })
        expect(headers.get('content-disposition')).toMatch(
          /^attachment; filename="[\w .-]+\.pdf"; filename\*=UTF-8''[\w.~%-]+\.pdf$/,
        )
      }),
    )
    expect(attachmentHeader('\uD800x'.repeat(500), 'pdf').length).toBeLessThan(1_500)
  })
})
