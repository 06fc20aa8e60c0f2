import { existsSync, readdirSync, readFileSync } from 'node:fs'

export interface Document {
  /** Path from the root of the repository. */
  readonly path: string
  readonly markdown: string
}

/** README.md and every Markdown file below docs, without the API reference, which is generated. */
export function documents(): Document[] {
  return ['README.md', ...markdownBelow('docs')]
    .filter((path) => existsSync(path))
    .map((path) => ({ path, markdown: readFileSync(path, 'utf8') }))
}

function markdownBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !path.startsWith('docs/api/'))
    .sort()
}
