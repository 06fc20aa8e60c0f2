import { codeBlocks } from './code-blocks.js'
import type { Document } from './documents.js'

/**
 * A program in the documentation: a block marked `ts` or `js`.
 *
 * Every one is run, except a block marked `ts no-run`, which needs a server, say.
 * All of the `ts` blocks are type-checked, those too.
 */
export interface Sample {
  /** `file:line` of its first line, as error messages name it. */
  readonly place: string
  readonly path: string
  readonly line: number
  readonly language: 'ts' | 'js'
  readonly isRun: boolean
  readonly text: string
  /** What it prints: the `text` block that directly follows it. */
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

/** Finds the programs of a document; throws for a block that it would otherwise miss, or run. */
export function samplesOf({ path, markdown }: Document): Sample[] {
  const blocks = codeBlocks(markdown)
  return blocks.flatMap(({ info: [language = '', ...marks], line, text }, index) => {
    const place = `${path}:${line}`
    if (otherSpellings.has(language.toLowerCase()))
      throw new Error(`${place}: mark the block ts or js, not ${language}`)
    if (language !== 'ts' && language !== 'js') return []
    const isRun = marks.length === 0
    if (!isRun && `${language} ${marks.join(' ')}` !== 'ts no-run')
      throw new Error(
        `${place}: "${marks.join(' ')}" means nothing here; "ts no-run" is all there is`,
      )
    const next = blocks[index + 1]
    const output = next?.followsBlock && next.info[0] === 'text' ? next.text : undefined
    if (!isRun && output !== undefined)
      throw new Error(`${place}: the output of a block that is not run cannot be checked`)
    return [{ place, path, line, language, isRun, text, output }]
  })
}
