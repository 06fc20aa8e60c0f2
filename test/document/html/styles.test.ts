import { describe, expect, it } from 'vitest'
import { renderStylesheet } from '../../../src/document/html/styles.js'

describe('renderStylesheet', () => {
  it('begins with the color, and a tint of it for dark pages', () => {
    expect(renderStylesheet('#000000')).toMatch(
      /^\.doc-document \{\n {2}--doc-color: #000000;\n {2}--doc-tint: #8c8c8c;\n\}/,
    )
  })

  it('selects only what is in a document', () => {
    const rules = renderStylesheet('#1f3a5f')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .matchAll(/(?:^|[{}])\s*([^{}@;]+)\{/g)
    const selectors = [...rules].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
    expect(selectors.length).toBeGreaterThan(50)
    expect(selectors.filter((selector) => !selector.trim().startsWith('.doc-'))).toEqual([])
  })

  it('loads nothing', () => {
    expect(renderStylesheet('#1f3a5f')).not.toMatch(/url\(|@import|<|https?:/)
  })

  it.each(['red', '#fff', '#eeeeee', '#000000;}body{', undefined, 0])('rejects %j', (color) => {
    expect(() => renderStylesheet(color as string)).toThrow('color must be #rrggbb')
  })
})
