import * as z from 'zod'
import { lazy } from '../../validation/lazy.js'

/** A name that was typed to sign. */
export interface TypedSignature {
  /** It was typed. */
  readonly type: 'typed'
  /** The name: 1 to 255 characters, without blanks around it. */
  readonly name: string
}

/** A signature that was drawn, as lines between points. */
export interface DrawnSignature {
  /** It was drawn. */
  readonly type: 'drawn'
  /**
   * The lines, each as x, y, x, y, … of its points: integers, x from 0 to 600 and y from 0 to 200.
   * Up to 200 lines with 2,000 points in all, one of which is at least 10 wide or high.
   */
  readonly strokes: readonly (readonly number[])[]
}

/** What somebody signs with. It is no qualified electronic signature. */
export type Signature = TypedSignature | DrawnSignature

/** The kinds of signatures. */
export const signatureTypes = Object.freeze(['typed', 'drawn'] as const)

/** The area in which a signature is drawn. */
export const signatureArea = Object.freeze({ width: 600, height: 200 })
/** Maximum number of lines of a drawn signature, and of their points in all. */
export const maxStrokes = 200
export const maxPoints = 2_000
/** A signature has a line that is as wide or as high, so that a dot is none. */
const minExtent = 10

const { width, height } = signatureArea
const strokesMessage = 'must be an array of lines, each an array of integers x, y, x, y, …'
const blankMessage = `must have a line that is at least ${minExtent} wide or high`

/** Accepts the lines of a signature as they are stored. */
export const storedStrokes = lazy(() =>
  z
    .custom<DrawnSignature['strokes']>((value) => typeof copyStrokes(value) !== 'string', {
      error: ({ input }) => String(copyStrokes(input)),
    })
    .meta({
      type: 'array',
      maxItems: maxStrokes,
      items: { type: 'array', items: { type: 'integer', minimum: 0, maximum: width } },
      description: `Lines as x, y, x, y, …: x to ${width}, y to ${height}, ${maxPoints} points in all`,
    }),
)

/** Accepts the lines of a signature that a caller sends, and copies them. */
export const sentStrokes = lazy(() =>
  storedStrokes().transform((strokes, context): DrawnSignature['strokes'] => {
    // A proxy can return other values than before.
    const copy = copyStrokes(strokes)
    if (typeof copy !== 'string') return copy
    context.issues.push({ code: 'custom', input: strokes, message: copy })
    return z.NEVER
  }),
)

/** Returns a copy of the lines of a signature, or what is wrong. Stops at what is wrong first. */
function copyStrokes(value: unknown): number[][] | string {
  if (!Array.isArray(value)) return strokesMessage
  if (value.length > maxStrokes) return `must have at most ${maxStrokes} lines`
  const strokes: number[][] = []
  let points = 0
  let extent = 0
  for (let index = 0; index < value.length; index += 1) {
    const stroke: unknown = value[index]
    if (!Array.isArray(stroke) || stroke.length === 0 || stroke.length % 2 === 1)
      return `${strokesMessage}: line ${index + 1} is none`
    points += stroke.length / 2
    if (points > maxPoints) return `must have at most ${maxPoints} points`
    const copy: number[] = []
    for (let at = 0; at < stroke.length; at += 1) {
      const max = at % 2 === 0 ? width : height
      const position: unknown = stroke[at]
      if (!Number.isInteger(position) || !isBetween(position as number, max))
        return `must have points with integers from 0 to ${width} and 0 to ${height}`
      // Without -0, which JSON does not know.
      copy.push((position as number) + 0)
    }
    extent = Math.max(extent, extentOf(copy, 0), extentOf(copy, 1))
    strokes.push(copy)
  }
  return extent < minExtent ? blankMessage : strokes
}

function isBetween(position: number, max: number): boolean {
  return position >= 0 && position <= max
}

/** Returns how far a line extends in one direction. */
function extentOf(stroke: readonly number[], direction: 0 | 1): number {
  const positions = stroke.filter((_, at) => at % 2 === direction)
  return Math.max(...positions) - Math.min(...positions)
}
