import type { z } from 'zod'
import { type Faults, isQuoteError, QuoteError } from '../errors.js'

type Path = readonly PropertyKey[]

const plainKey = /^[A-Za-z_$][\w$-]*$/

/** A path as callers write it: `products[2].qty`, `customer.address-2`, `customer["a b"]`; the whole value is the empty text. */
export function pathText(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      const name = String(step)
      if (!plainKey.test(name)) return `[${JSON.stringify(name)}]`
      return index === 0 ? name : `.${name}`
    })
    .join('')
}

/** The faults found so far, the first one of each path. */
export class FaultList {
  readonly #faults = new Map<string, string>()

  add(path: Path, message: string): void {
    const text = pathText(path)
    if (!this.#faults.has(text)) this.#faults.set(text, message)
  }

  addIssues(issues: readonly z.core.$ZodIssue[], prefix: Path = []): void {
    for (const issue of issues) {
      const path = [...prefix, ...issue.path]
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) this.add([...path, key], 'is not a known field')
      } else {
        this.add(path, issue.message)
      }
    }
  }

  get isEmpty(): boolean {
    return this.#faults.size === 0
  }

  /** The faults as an ordinary object, in which even `__proto__` is just a path. */
  toFaults(): Faults {
    return Object.freeze(Object.fromEntries(this.#faults))
  }
}

type ReadingCode = 'invalid_request' | 'invalid_context' | 'invalid_options'

/**
 * What a function reads from a value of unknown content. Where the value itself throws, as a getter or a proxy can, it is
 * refused with this code as a whole, and what it threw is the `cause`.
 */
export function refuseUnreadable<T>(code: ReadingCode, read: () => T): T {
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
export function readOrRefuse<T>(schema: z.ZodType<T>, value: unknown, code: ReadingCode): T {
  const parsed = refuseUnreadable(code, () => schema.safeParse(value))
  if (parsed.success) return parsed.data
  const faults = new FaultList()
  faults.addIssues(parsed.error.issues)
  throw new QuoteError(code, { errors: faults.toFaults() })
}
