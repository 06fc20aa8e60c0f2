import { codeBlocks } from './code-blocks.js'

export interface Link {
  readonly target: string
  /** The line of the file, counted from 1. */
  readonly line: number
}

/** Returns the links of a Markdown file to files and headings of the repository. Ignores code. */
export function relativeLinks(markdown: string): Link[] {
  return proseLines(markdown).flatMap((prose, index) =>
    [...prose.replace(/(`+).*?\1/g, '').matchAll(linkTarget)]
      .map((match) => match.slice(1).find((target) => target !== undefined) ?? '')
      .filter((target) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
      .map((target) => ({ target, line: index + 1 })),
  )
}

/** Returns the files in src, test, bench and .ci that a Markdown file names as code. */
export function repositoryPaths(markdown: string): Link[] {
  return proseLines(markdown).flatMap((prose, index) =>
    [...prose.matchAll(/`((?:src|test|bench|\.ci)\/[\w./-]+)`/g)].map(([, target = '']) => ({
      target,
      line: index + 1,
    })),
  )
}

/** Returns the anchors of a Markdown file: those of its headings on GitHub, and those in HTML. */
export function anchors(markdown: string): Set<string> {
  const found = new Set<string>()
  for (const prose of proseLines(markdown)) {
    const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(prose)?.[1]
    if (heading !== undefined) found.add(uniqueAnchor(headingAnchor(heading), found))
    for (const [, name = ''] of prose.matchAll(/<[^>]*\s(?:id|name)="([^"]*)"/g)) found.add(name)
  }
  return found
}

const inline = String.raw`\]\(\s*<?([^\s<>()]+)>?(?:\s+["'][^)]*)?\)`
const reference = String.raw`^\s{0,3}\[[^\]]+\]:\s*<?([^\s<>]+)`
const html = String.raw`\s(?:href|src)="([^"]*)"`
const linkTarget = new RegExp(`${inline}|${reference}|${html}`, 'g')

/** Returns the lines of a file. Lines in code blocks are empty. */
function proseLines(markdown: string): string[] {
  const lines = markdown.split(/\r?\n/)
  for (const { line, code } of codeBlocks(markdown)) {
    const length = code.split('\n').length - 1
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

function uniqueAnchor(anchor: string, existing: ReadonlySet<string>): string {
  let unique = anchor
  for (let count = 1; existing.has(unique); count += 1) unique = `${anchor}-${count}`
  return unique
}
