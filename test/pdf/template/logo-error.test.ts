import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logoError } from '../../../src/pdf/template/logo-error.js'
import { gifOf, svgUrl, urlOf } from '../sample-pictures.js'

const png = readFileSync(new URL('../pictures/en.png', import.meta.url))

/** A copy of bytes with others at a position. */
function withBytes(bytes: Uint8Array, at: number, ...changed: number[]): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy.set(changed, at)
  return copy
}

const ascii = (text: string) => [...Buffer.from(text)]
const webp = (...bytes: number[]) => Uint8Array.from([...ascii('RIFF\0\0\0\0WEBP'), ...bytes])
const nested = (depth: number) => `${'<g>'.repeat(depth)}<path d="M0 0"/>${'</g>'.repeat(depth)}`

describe('logoError', () => {
  it.each([
    ['a PNG file', urlOf('png', png)],
    ['a GIF file', urlOf('gif', gifOf(4_000, 4_000))],
    ['a file that is too short to say its size', urlOf('png', ascii('hello'))],
    ['an SVG file', svgUrl('<!-- <filter> --><rect width="9" height="9" id="a>b"/>')],
    ['an SVG file with a declaration', svgUrl('<!DOCTYPE svg [<!ENTITY a "b">]><text>&a;</text>')],
    ['an SVG file with filter in its text', svgUrl('<text><![CDATA[<filter>]]> feBlend</text>')],
    ['a compressed SVG file', urlOf('svg+xml', gzipSync('<svg/>'))],
    ['a group of 190 groups', svgUrl(nested(190))],
    ['an SVG file with a PNG file', svgUrl(`<image xlink:href=' ${urlOf('png', png)}'/>`)],
  ])('accepts %s', (_, url) => {
    expect(logoError(url)).toBeUndefined()
  })

  const tooManyPixels = 'must be a picture of at most 16000000 pixels, received'
  const frame = (marker: number) => [0xff, marker, 0, 17, 8, 0xff, 0xff, 0xff, 0xfe]
  const wide = [0xfe, 0xff, 0, 0xfe, 0xff, 0]
  it.each([
    ['PNG', urlOf('png', withBytes(png, 16, 0, 1, 0, 0, 0, 1, 0, 0)), '65536 × 65536'],
    ['GIF', urlOf('gif', gifOf(65_535, 65_535)), '65535 × 65535'],
    ['GIF', urlOf('gif', gifOf(4_001, 4_000)), '4001 × 4000'],
    ['JPEG', urlOf('jpeg', [0xff, 0xd8, ...frame(0xc0)]), '65534 × 65535'],
    ['progressive JPEG', urlOf('jpeg', [0xff, 0xd8, 0xff, ...frame(0xc2)]), '65534 × 65535'],
    [
      'JPEG with segments before',
      urlOf('jpg', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc4, 0, 3, 0, ...frame(0xc1)]),
      '65534 × 65535',
    ],
    ['WebP', urlOf('webp', webp(...ascii('VP8X....0...'), ...wide)), '65535 × 65535'],
    [
      'WebP',
      urlOf('webp', webp(...ascii('VP8L....\x2f'), 0xff, 0xff, 0xff, 0xff)),
      '16384 × 16384',
    ],
    [
      'WebP',
      urlOf('webp', webp(...ascii('VP8 ......\x9d\x01\x2a'), 0xff, 0x3f, 0xff, 0x3f)),
      '16383 × 16383',
    ],
  ])('rejects a %s file of too many pixels', (_, url, size) => {
    expect(logoError(url)).toBe(`${tooManyPixels} ${size}; make it smaller`)
  })

  it.each([
    [
      'filters',
      '<filter id="a"><feTurbulence numOctaves="99999"/></filter>',
      /without filters.*<filter>/,
    ],
    ['filters with a prefix', '<s:feTurbulence/>', /without filters, received <feTurbulence>/],
    ['filters with a long prefix', `<${'s'.repeat(200)}:filter/>`, /without filters/],
    ['another SVG file', `<image href="${svgUrl('<filter/>')}"/>`, /each picture is a PNG/],
    [
      'another SVG file as plain text',
      '<x:image\nx:href = "data:text/plain,<svg><filter/></svg>"/>',
      /each picture is a PNG/,
    ],
    ['a picture by an entity', '<image href="&#100;ata:image/svg+xml,<svg/>"/>', /each picture/],
    [
      'a picture of too many pixels',
      `<image href="${urlOf('gif', gifOf(5_000, 5_000))}"/>`,
      /pixels/,
    ],
    ['too many elements', '<g/>'.repeat(10_001), /at most 10000 elements, received 10002/],
    ['too deep a group', nested(8_000), /at most 200 nested elements, received 8002/],
    ['too many bytes', ' '.repeat(1_048_577), /at most 1048576 bytes/],
    [
      'elements in entities',
      '<!DOCTYPE svg [<!ENTITY a "<g/>">]>',
      /without elements in its entities/,
    ],
    ['entities of many', `<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY b '<g/>'>]>`, /in its entities/],
    [
      'entities in entities',
      '<!DOCTYPE svg [<!ENTITY a "&b;">]>',
      /without elements in its entities/,
    ],
  ])('rejects an SVG file with %s', (_, content, message) => {
    expect(logoError(svgUrl(content))).toMatch(message)
    expect(logoError(urlOf('svg+xml', gzipSync(`<svg>${content}</svg>`)))).toMatch(message)
  })

  it('rejects other files', () => {
    expect(logoError('data:text/html,<b>')).toBe(
      'must be a PNG, JPEG, GIF, WebP or SVG file as a data: URL',
    )
  })

  it('reads any bytes of any format without an exception', () => {
    const format = fc.constantFrom('png', 'jpeg', 'gif', 'webp', 'svg+xml')
    const start = fc.constantFrom(
      '',
      '\xff\xd8',
      'RIFF....WEBPVP8X',
      '<svg ',
      '\x1f\x8b',
      '<!--',
      "<a b='",
    )
    fc.assert(
      fc.property(format, start, fc.uint8Array({ maxLength: 200 }), (type, begin, bytes) => {
        const error = logoError(urlOf(type, [...Buffer.from(begin, 'latin1'), ...bytes]))
        expect(['undefined', 'string']).toContain(typeof error)
      }),
    )
  })
})
