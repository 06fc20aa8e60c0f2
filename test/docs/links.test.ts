import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { documents } from './documents.js'
import { anchors, relativeLinks, repositoryPaths } from './links.js'

const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
/** Files and folders of the package. npm always adds the last three. */
const packed: readonly string[] = [...files, 'README.md', 'LICENSE', 'package.json']

/** Returns true for the package, and for what it leaves out of docs: readers of git have that. */
function canBeLinked(path: string): boolean {
  return packed.some((entry) => path === entry || path.startsWith(`${entry}/`))
}

/** Returns what is wrong with a link of a document, or undefined for a valid link. */
function linkError(path: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#').map(decodeURIComponent)
  const linked = file === '' ? path : posix.join(posix.dirname(path), file)
  if (linked.startsWith('..')) return 'points outside the repository'
  if (!existsSync(linked)) return 'points to a missing file'
  if (!canBeLinked(linked)) return 'points to a file that is not in the package: write it as code'
  if (anchor === undefined) return undefined
  if (!linked.endsWith('.md')) return 'has an anchor, but is not a Markdown file'
  return anchors(readFileSync(linked, 'utf8')).has(anchor)
    ? undefined
    : 'points to a missing heading'
}

describe('the documentation', () => {
  it('has no broken links', () => {
    const broken = documents().flatMap(({ path, markdown }) =>
      relativeLinks(markdown).flatMap(({ target, line }) => {
        const error = linkError(path, target)
        return error === undefined ? [] : [`${path}:${line} ${target} ${error}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('names only files that exist', () => {
    const missing = documents().flatMap(({ path, markdown }) =>
      repositoryPaths(markdown)
        .filter(({ target }) => !existsSync(target))
        .map(({ target, line }) => `${path}:${line} ${target}`),
    )
    expect(missing).toEqual([])
  })
})

describe('repositoryPaths', () => {
  it('returns the files of the repository that code spans name', () => {
    const markdown =
      '`test/a.test.ts` and `src/b`\n`npm test/c.ts` [`src/d.ts`](d.md)\n```sh\n`src/e.ts`\n```\n'
    expect(repositoryPaths(markdown)).toEqual([
      { target: 'test/a.test.ts', line: 1 },
      { target: 'src/b', line: 1 },
      { target: 'src/d.ts', line: 2 },
    ])
  })
})

describe('relativeLinks', () => {
  it('returns all kinds of links with their lines', () => {
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

  it('ignores other sites and code', () => {
    const markdown =
      '[a](https://example.com) <img src="//example.com/a.png"> `[b](b.md)`\n```md\n[c](c.md)\n```\n'
    expect(relativeLinks(markdown)).toEqual([])
  })
})

describe('anchors', () => {
  it('returns the anchors that GitHub gives to headings', () => {
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

describe('linkError', () => {
  it.each([
    ['no-such-file.md', 'points to a missing file'],
    ['../../elsewhere.md', 'points outside the repository'],
    ['../README.md#no-such-heading', 'points to a missing heading'],
    ['../src/errors.ts', 'points to a file that is not in the package: write it as code'],
    ['../package.json#name', 'has an anchor, but is not a Markdown file'],
  ])('rejects %s', (target, error) => {
    expect(linkError('docs/page.md', target)).toBe(error)
  })
})
