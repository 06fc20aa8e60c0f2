import { describe, expect, it } from 'vitest'
import { documentStylesPath, respondDocumentStyles } from '../../src/pages/document-stylesheet.js'
import { links, samplePage } from '../customer-page/sample-page.js'

describe('respondDocumentStyles', () => {
  it('responds to the path of each color with styles that have the color', async () => {
    const path = documentStylesPath('#1F3A5F')
    expect(path).toMatch(/^\/assets\/document-[0-9a-f]{12}-1f3a5f\.css$/)
    expect(await respondDocumentStyles(path)?.text()).toContain('#1f3a5f')
  })

  it.each(['#ffffff', '#1f3a5f/..', '#xyzxyz', '#fff', '#1f3a5f;'])(
    'responds to no color that a document cannot have, such as %s',
    (color) => {
      expect(respondDocumentStyles(documentStylesPath(color))).toBeUndefined()
    },
  )

  it('is what the pages of customers link, for browsers to keep forever', async () => {
    const { send, get } = samplePage()
    const { text } = await get(links.createUrl(await send()))
    const path = /href="([^"]*document-[^"]*\.css)"/.exec(text)?.[1] ?? ''
    expect(path).toMatch(/\/document-[0-9a-f]{12}-1654a9\.css$/)
    expect((await get(path)).headers.get('cache-control')).toContain('immutable')
  })
})
