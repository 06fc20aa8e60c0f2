import { createHash } from 'node:crypto'

/** A file that pages refer to. */
export interface Asset {
  /** The name before its hash: `desk.css`. */
  readonly name: string
  readonly type: 'text/css' | 'text/javascript'
  readonly text: string
}

/** Files under names that change with their content, so that browsers can keep them forever. */
export interface HashedAssets {
  /** The addresses of the files by their names: `/desk/assets/desk-0f3c….css`. */
  readonly urls: Readonly<Record<string, string>>
  /** Returns the response to a request of a path such as `/assets/desk-0f3c….css`, or undefined. */
  respond(path: string): Response | undefined
}

const hashLength = 12

/** @param getUrl Returns the address of a path. */
export function hashedAssets(
  assets: readonly Asset[],
  getUrl: (path: string) => string,
): HashedAssets {
  const byPath = new Map(assets.map((asset) => [getPath(asset), asset]))
  const urls = Object.fromEntries([...byPath].map(([path, { name }]) => [name, getUrl(path)]))
  return {
    urls,
    respond(path) {
      const asset = byPath.get(path)
      if (asset === undefined) return undefined
      return respondForever(asset)
    },
  }
}

function getPath({ name, text }: Asset): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, hashLength)
  return `/assets/${name.replace('.', `-${hash}.`)}`
}

/** Returns the response with a stylesheet whose address changes with its content. */
export function stylesheetResponse(text: string): Response {
  return respondForever({ type: 'text/css', text })
}

function respondForever({ type, text }: Omit<Asset, 'name'>): Response {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
  }
  return new Response(text, { headers })
}
