import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The end of a test's name if the tools of poppler are missing; a failure in CI. */
export const noTools =
  isInstalled('pdftotext') || process.env.CI ? '' : ' (skipped: install poppler-utils)'

/** The end of a test's name if the fonts of the pictures are missing; a failure in CI. */
export const noFonts =
  noTools ||
  (hasFonts() || process.env.CI ? '' : ' (skipped: install fonts-noto-core, fonts-noto-cjk)')

/** Returns the text of a file in its reading order. */
export function textOf(pdf: Uint8Array): string {
  // Marks of direction surround what is read from right to left.
  return withTool('pdftotext', pdf, ['-']).replace(/[\u2066-\u2069\u202A-\u202E\u200E\u200F]/g, '')
}

/** Returns the text of each page as it stands on paper. */
export function pageLayoutsOf(pdf: Uint8Array): readonly string[] {
  return withTool('pdftotext', pdf, ['-'], false, ['-layout']).split('\f')
}

/** Returns the words of a file with their right ends in points from the left of the page. */
export function wordsOf(pdf: Uint8Array): { readonly text: string; readonly right: number }[] {
  const page = withTool('pdftotext', pdf, ['-'], false, ['-bbox'])
  return [...page.matchAll(/<word [^>]*xMax="([\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, right, text = '']) => ({ text, right: Number(right) }),
  )
}

/** Where a word begins, and where its line ends, in mm from the top left corner of its page. */
export interface PlacedWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly bottom: number
}

/** Returns the words of the first page with where they stand on paper. */
export function placedWordsOf(pdf: Uint8Array): readonly PlacedWord[] {
  const page = withTool('pdftotext', pdf, ['-'], false, ['-bbox', '-l', '1'])
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g
  const millimeters = (points: string | undefined) => (Number(points) / 72) * 25.4
  return [...page.matchAll(word)].map(([, left, top, bottom, text = '']) => ({
    text,
    left: millimeters(left),
    top: millimeters(top),
    bottom: millimeters(bottom),
  }))
}

/** Returns what the catalog and the information of a file say. */
export function infoOf(pdf: Uint8Array): string {
  return withTool('pdfinfo', pdf, [])
}

/** Returns the metadata of a file, as XML. */
export function metadataOf(pdf: Uint8Array): string {
  return withTool('pdfinfo', pdf, ['-meta'], true)
}

/** Returns the tags of a file with their text. */
export function structureOf(pdf: Uint8Array): string {
  return withTool('pdfinfo', pdf, ['-struct-text'], true)
}

/** Returns the first page as a PNG. */
export function pictureOf(pdf: Uint8Array, dotsPerInch = 80): Buffer {
  const args = ['-png', '-r', `${dotsPerInch}`, '-f', '1', '-l', '1', '-singlefile']
  return withFile(pdf, (path) =>
    execFileSync('pdftoppm', [...args, path], { stdio: ['ignore', 'pipe', 'ignore'] }),
  )
}

/** Returns the file that is attached. */
export function attachmentOf(pdf: Uint8Array): string {
  return withFile(pdf, (path) => {
    const target = `${path}.json`
    execFileSync('pdfdetach', ['-save', '1', '-o', target, path], { stdio: 'ignore' })
    return readFileSync(target, 'utf8')
  })
}

function withTool(
  tool: string,
  pdf: Uint8Array,
  args: string[],
  isBefore = false,
  options: string[] = [],
): string {
  return withFile(pdf, (path) =>
    execFileSync(tool, isBefore ? [...args, path] : [...options, path, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
}

function withFile<T>(pdf: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-pdf-'))
  try {
    const path = join(folder, 'quote.pdf')
    writeFileSync(path, pdf)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function hasFonts(): boolean {
  try {
    const families = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' })
    return ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans CJK JP'].every((family) =>
      families.split(/[\n,]/).includes(family),
    )
  } catch {
    return false
  }
}
