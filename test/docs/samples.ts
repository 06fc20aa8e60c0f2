import { codeBlocks } from './code-blocks.js'
import type { Document } from './documents.js'

/**
 * A program in the documentation: a block marked `ts` or `js`.
 *
 * All samples run, except blocks marked `ts no-run`, for example because they need a server. All
 * `ts` blocks are type-checked.
 */
export interface Sample {
  /** `file:line` of the first line, for error messages. */
  readonly place: string
  readonly path: string
  readonly line: number
  readonly language: 'ts' | 'js'
  readonly isRun: boolean
  readonly code: string
  /** The expected output: the `text` block that directly follows. */
  readonly output: string | undefined
}

const otherSpellings = new Set([
  'typescript',
  'javascript',
  'mts',
  'mjs',
  'cts',
  'cjs',
  'tsx',
  'jsx',
])

/**
 * Returns the samples of a document.
 *
 * @throws Error if a block has an unknown language name or mark, or output that is not checked.
 */
export function samplesOf({ path, markdown }: Document): Sample[] {
  const blocks = codeBlocks(markdown)
  return blocks.flatMap(({ info: [language = '', ...marks], line, code }, index) => {
    const place = `${path}:${line}`
    if (otherSpellings.has(language.toLowerCase()))
      throw new Error(`${place}: unknown language ${language}; use ts or js`)
    if (language !== 'ts' && language !== 'js') return []
    const isRun = marks.length === 0
    if (!isRun && `${language} ${marks.join(' ')}` !== 'ts no-run')
      throw new Error(
        `${place}: unknown mark "${marks.join(' ')}"; the only valid one is "ts no-run"`,
      )
    const next = blocks[index + 1]
    const output = next?.followsBlock && next.info[0] === 'text' ? next.code : undefined
    if (!isRun && output !== undefined)
      throw new Error(`${place}: a no-run block cannot have output; remove the text block`)
    return [{ place, path, line, language, isRun, code, output }]
  })
}
