import type { z } from 'zod'
import { type FieldErrors, isQuoteError, QuoteError } from '../errors.js'
import { truncate } from './identifiers.js'

/**
 * How many errors of one value are listed. Whoever checks a value stops there, so that it costs no
 * more the worse it is.
 */
export const maxErrors = 100

/** Stands at the empty path where a value has more errors than are listed. */
const moreErrors = `has more errors; only the first ${maxErrors} are listed`

type Path = readonly PropertyKey[]

const plainKey = /^[A-Za-z_$][\w$-]*$/

/**
 * A path as callers write it: `products[2].qty`, `customer.address-2`, `customer["a b"]`; the whole
 * value is the empty text. Names are cut to 64 characters, so two long ones may come to the same
 * path.
 */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      const name = truncate(String(step))
      if (!plainKey.test(name)) return `[${JSON.stringify(name)}]`
      return index === 0 ? name : `.${name}`
    })
    .join('')
}

/** An error of a value, at a path below it. */
export interface PathError {
  readonly path: Path
  readonly message: string
}

/** The faults found so far, the first one of each path, up to one more than are listed. */
export class FieldErrorCollector {
  readonly #faults = new Map<string, PathError>()

  add(path: Path, message: string): void {
    if (this.isFull) return
    const text = formatPath(path)
    if (!this.#faults.has(text)) this.#faults.set(text, { path, message })
  }

  addIssues(issues: readonly z.core.$ZodIssue[], prefix: Path = []): void {
    for (const issue of issues) {
      const path = [...prefix, ...issue.path]
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          if (this.isFull) return
          this.add([...path, key], 'is not a known field')
        }
      } else {
        this.add(path, issue.message)
      }
    }
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  /**
   * Whether there are more errors than are listed, so that there is no use in looking for others.
   */
  get isFull(): boolean {
    return this.#faults.size > maxErrors
  }

  get errors(): readonly PathError[] {
    return [...this.#faults.values()]
  }

  /** The faults as an ordinary object, in which even `__proto__` is just a path. */
  toFieldErrors(): FieldErrors {
    const listed = [...this.#faults].slice(0, maxErrors)
    const faults = new Map(listed.map(([path, { message }]) => [path, message]))
    const ofWhole = faults.get('')
    if (this.isFull)
      faults.set('', ofWhole === undefined ? moreErrors : `${ofWhole}; ${moreErrors}`)
    return Object.freeze(Object.fromEntries(faults))
  }
}

type ParseErrorCode = 'invalid_request' | 'invalid_context' | 'invalid_options'

/**
 * What a function reads from a value of unknown content. Where the value itself throws, as a getter or a proxy can, it is
 * refused with this code as a whole, and what it threw is the `cause`.
 */
export function guardRead<T>(code: ParseErrorCode, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (isQuoteError(cause)) throw cause
    throw new QuoteError(code, { errors: { '': 'cannot be read' } }, { cause })
  }
}

/**
 * What the schema reads from a value of unknown content.
 *
 * @throws QuoteError of this code, with every fault that the schema finds
 */
export function parseOrThrow<T>(schema: z.ZodType<T>, value: unknown, code: ParseErrorCode): T {
  const parsed = guardRead(code, () => schema.safeParse(value))
  if (parsed.success) return parsed.data
  const faults = new FieldErrorCollector()
  faults.addIssues(parsed.error.issues)
  throw new QuoteError(code, { errors: faults.toFieldErrors() })
}
