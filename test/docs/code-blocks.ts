/** A fenced code block of a Markdown file. */
export interface CodeBlock {
  /** The words after the opening fence: the language, then the marks of the block. */
  readonly info: readonly string[]
  /** The line of the file on which the code starts, counted from 1. */
  readonly line: number
  /** The content, including the newline of its last line. */
  readonly code: string
  /** True if only blank lines separate this block from the previous one. */
  readonly followsBlock: boolean
}

/**
 * Returns the fenced code blocks of a Markdown file, including those in lists and quotations.
 *
 * @throws Error if a block is never closed.
 */
export function codeBlocks(markdown: string): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let open: { fence: string; prefix: string; info: string[]; line: number } | undefined
  let lines: string[] = []
  let followsBlock = false
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (open === undefined) {
      const [, prefix = '', fence = '', info = ''] =
        /^([\s>]*(?:(?:[-*+]|\d+\.)\s+)?)(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line) ?? []
      if (fence !== '') open = { fence, prefix, info: info.trim().split(/\s+/), line: index + 2 }
      else if (line.trim() !== '') followsBlock = false
    } else if (closes(line, open.fence)) {
      const code = lines.map((each) => `${each}\n`).join('')
      blocks.push({ info: open.info, line: open.line, code, followsBlock })
      open = undefined
      lines = []
      followsBlock = true
    } else {
      lines.push(withoutPrefix(line, open.prefix))
    }
  }
  if (open !== undefined) throw new Error(`the code block at line ${open.line} is never closed`)
  return blocks
}

function closes(line: string, fence: string): boolean {
  const bare = line.replace(/^[\s>]*/, '').trimEnd()
  return bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length)
}

/** Removes the indentation of a list, or the marks of a quotation, before the opening fence. */
function withoutPrefix(line: string, prefix: string): string {
  if (prefix.includes('>')) return line.replace(/^\s*>\s?/, '')
  const indentation = /^\s*/.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(indentation, prefix.length))
}
