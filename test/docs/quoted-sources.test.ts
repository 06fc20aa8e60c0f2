import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from './code-blocks.js'
import { documents } from './documents.js'

/** A part of a file of the repository that a document shows. */
interface QuotedSource {
  readonly place: string
  readonly file: string
  readonly code: string
}

/** Returns the code blocks whose first line is `// src/…`, the file that they are part of. */
function quotedSources(): QuotedSource[] {
  return documents().flatMap(({ path, markdown }) =>
    codeBlocks(markdown).flatMap(({ line, code }) => {
      const [, file, part] = /^\/\/ (src\/\S+)\n([\s\S]*)$/.exec(code) ?? []
      return file === undefined || part === undefined
        ? []
        : [{ place: `${path}:${line}`, file, code: part }]
    }),
  )
}

describe('the documentation', () => {
  const quoted = quotedSources()

  it('shows parts of source files', () => {
    expect(quoted).not.toEqual([])
  })

  it.each(quoted)('shows $file at $place as it is', ({ file, code }) => {
    expect(readFileSync(file, 'utf8')).toContain(code)
  })
})
