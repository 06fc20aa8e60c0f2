import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documents } from './documents.js'
import { anchors, relativeLinks } from './links.js'

/** Says what is wrong with a link of a document, if anything is. */
function errorOf(path: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#').map(decodeURIComponent)
  const linked = file === '' ? path : posix.join(posix.dirname(path), file)
  if (linked.startsWith('..')) return 'leads out of the repository'
  if (!existsSync(linked)) return 'leads to no file'
  if (anchor === undefined) return undefined
  if (!linked.endsWith('.md')) return 'names a heading of a file that is no Markdown'
  return anchors(readFileSync(linked, 'utf8')).has(anchor) ? undefined : 'leads to no heading'
}

describe('the documentation', () => {
  it('has no broken link', () => {
    const broken = documents().flatMap(({ path, markdown }) =>
      relativeLinks(markdown).flatMap(({ target, line }) => {
        const error = errorOf(path, target)
        return error === undefined ? [] : [`${path}:${line} ${target} ${error}`]
      }),
    )
    expect(broken).toEqual([])
  })
})

describe('relativeLinks', () => {
  it('finds every form of link, with its line', () => {
    const markdown =
      '[a](a.md) and ![b](<b.png>)\n[c](c.md "Title")\n[d]: d.md#e\n<a href="f.md">f</a> [g](#h)\n'
    expect(relativeLinks(markdown)).toEqual([
      { target: 'a.md', line: 1 },
      { target: 'b.png', line: 1 },
      { target: 'c.md', line: 2 },
      { target: 'd.md#e', line: 3 },
      { target: 'f.md', line: 4 },
      { target: '#h', line: 4 },
    ])
  })

  it('passes over other sites and code', () => {
    const markdown =
      '[a](https://example.com) <img src="//example.com/a.png"> `[b](b.md)`\n```md\n[c](c.md)\n```\n'
    expect(relativeLinks(markdown)).toEqual([])
  })
})

describe('anchors', () => {
  it('names headings as GitHub does', () => {
    const markdown =
      '# Quick start: 2 lines\n## `invalid_request`\n## [Tags](tags.md) & more\n## Same\n## Same\n' +
      '<a id="here"></a>\n```sh\n# no heading\n```\n'
    expect([...anchors(markdown)]).toEqual([
      'quick-start-2-lines',
      'invalid_request',
      'tags--more',
      'same',
      'same-1',
      'here',
    ])
  })
})

describe('a broken link', () => {
  it.each([
    ['no-such-file.md', 'leads to no file'],
    ['../../elsewhere.md', 'leads out of the repository'],
    ['../README.md#no-such-heading', 'leads to no heading'],
    ['../package.json#name', 'names a heading of a file that is no Markdown'],
  ])('is seen: %s', (target, error) => {
    expect(errorOf('docs/page.md', target)).toBe(error)
  })
})
