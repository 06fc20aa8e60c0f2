import { codeBlocks } from './code-blocks.js'

export interface Link {
  readonly target: string
  /** Line of the file, counted from 1. */
  readonly line: number
}

/** The links of a Markdown file to files and headings of the repository, without code. */
export function relativeLinks(markdown: string): Link[] {
  return proseLines(markdown).flatMap((prose, index) =>
    [...prose.replace(/(`+).*?\1/g, '').matchAll(linkTarget)]
      .map((match) => match.slice(1).find((target) => target !== undefined) ?? '')
      .filter((target) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
      .map((target) => ({ target, line: index + 1 })),
  )
}

/** The anchors of a Markdown file: those that GitHub gives its headings, and those in HTML. */
export function anchors(markdown: string): Set<string> {
  const found = new Set<string>()
  for (const prose of proseLines(markdown)) {
    const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(prose)?.[1]
    if (heading !== undefined) found.add(unused(headingAnchor(heading), found))
    for (const [, name = ''] of prose.matchAll(/<[^>]*\s(?:id|name)="([^"]*)"/g)) found.add(name)
  }
  return found
}

const inline = String.raw`\]\(\s*<?([^\s<>()]+)>?(?:\s+["'][^)]*)?\)`
const reference = String.raw`^\s{0,3}\[[^\]]+\]:\s*<?([^\s<>]+)`
const html = String.raw`\s(?:href|src)="([^"]*)"`
const linkTarget = new RegExp(`${inline}|${reference}|${html}`, 'g')

/** The lines of a file, those of its code blocks emptied. */
function proseLines(markdown: string): string[] {
  const lines = markdown.split(/\r?\n/)
  for (const { line, text } of codeBlocks(markdown)) {
    const length = text.split('\n').length - 1
    lines.fill('', line - 1, line - 1 + length)
  }
  return lines
}

function headingAnchor(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-')
}

function unused(anchor: string, taken: ReadonlySet<string>): string {
  let free = anchor
  for (let copy = 1; taken.has(free); copy += 1) free = `${anchor}-${copy}`
  return free
}
