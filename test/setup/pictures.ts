import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { expect } from 'vitest'

/**
 * Expects a picture to look as the file does. Fails if there is none. UPDATE_PICTURES=1 writes the
 * file instead: look at it before you commit it.
 *
 * @param tolerance The share of the pixels that can differ, since versions of fonts do.
 */
export function expectPicture(path: string, picture: Uint8Array, tolerance: number): void {
  if (process.env.UPDATE_PICTURES) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, picture)
  }
  expect(existsSync(path), `no picture ${path}: run with UPDATE_PICTURES=1`).toBe(true)
  expect(differenceOf(picture, readFileSync(path)), path).toBeLessThanOrEqual(tolerance)
}

/** Returns the share of the pixels that differ: 1 if the pictures have other sizes. */
export function differenceOf(left: Uint8Array, right: Uint8Array): number {
  const [one, other] = [PNG.sync.read(Buffer.from(left)), PNG.sync.read(Buffer.from(right))]
  const { width, height } = one
  if (width !== other.width || height !== other.height) return 1
  return pixelmatch(one.data, other.data, undefined, width, height) / (width * height)
}
