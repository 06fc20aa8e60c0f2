import type * as z from 'zod'
import type { PortName } from '../errors/operation-names.js'
import { type FieldErrors, isQuoteError, QuoteError } from '../errors.js'
import { truncate } from './identifiers.js'
import { unknownFieldMessages } from './known-fields.js'

/**
 * Maximum number of errors listed for one value. Validation stops there, so that its cost does not
 * grow with the number of errors.
 */
export const maxErrors = 100

/** The error at the empty path if a value has more errors than are listed. */
const moreErrors = `has more errors; only the first ${maxErrors} are listed`

type Path = readonly PropertyKey[]

const plainKey = /^[A-Za-z_$][\w$-]*$/

/**
 * Formats a path like the expression for it: `products[2].qty`, `customer.address-2`,
 * `customer["a b"]`. The path of the whole value is the empty string. Names are cut to 64
 * characters, so two long ones can have the same path.
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

/** An error at a path below a value. */
export interface PathError {
  readonly path: Path
  readonly message: string
}

/**
 * Collects the first error of each path, up to one more than are listed. Costs almost nothing until
 * there is an error: every call creates several of them.
 */
export class FieldErrorCollector {
  #errors: Map<string, PathError> | undefined
  #unknownFieldMessage: ReturnType<typeof unknownFieldMessages> | undefined

  /** @param message A message, or a function that returns it if it is the first of its path. */
  add(path: Path, message: string | (() => string)): void {
    if (this.isFull) return
    const key = formatPath(path)
    this.#errors ??= new Map()
    if (this.#errors.has(key)) return
    this.#errors.set(key, { path, message: typeof message === 'string' ? message : message() })
  }

  /** @param schema The schema of the issues. Errors of unknown fields then name the known ones. */
  addIssues(
    issues: readonly z.core.$ZodIssue[],
    prefix: Path = [],
    schema?: z.core.$ZodType | undefined,
  ): void {
    for (const issue of issues) {
      const path = [...prefix, ...issue.path]
      if (issue.code === 'unrecognized_keys') {
        for (const key of issue.keys) {
          if (this.isFull) return
          this.#unknownFieldMessage ??= unknownFieldMessages()
          const toMessage = this.#unknownFieldMessage
          this.add([...path, key], () => toMessage(schema, issue.path, key))
        }
      } else {
        // The schema of the keys says why, and the issue itself what the object must be.
        const [reason] = issue.code === 'invalid_key' ? issue.issues : []
        this.add(path, reason?.message ?? issue.message)
      }
    }
  }

  get isEmpty(): boolean {
    return this.#errors === undefined
  }

  /** True if there are more errors than are listed, so validation can stop. */
  get isFull(): boolean {
    return this.#errors !== undefined && this.#errors.size > maxErrors
  }

  get errors(): readonly PathError[] {
    return [...(this.#errors?.values() ?? [])]
  }

  /** Returns the errors as a plain object. A path `__proto__` is an own field of it. */
  toFieldErrors(): FieldErrors {
    const listed = [...(this.#errors ?? [])].slice(0, maxErrors)
    const errors = new Map(listed.map(([path, { message }]) => [path, message]))
    const ofWhole = errors.get('')
    if (this.isFull)
      errors.set('', ofWhole === undefined ? moreErrors : `${ofWhole}; ${moreErrors}`)
    return Object.freeze(Object.fromEntries(errors))
  }
}

type ParseErrorCode =
  | 'invalid_request'
  | 'invalid_context'
  | 'invalid_options'
  | `${PortName}_invalid_response`

/**
 * Runs a function that reads an untrusted value, whose getters or proxies can throw.
 *
 * @throws QuoteError with the given code if the function throws anything else than a QuoteError
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
 * Rejects an untrusted value that a function has an error for.
 *
 * @param option What names the value.
 * @throws QuoteError `invalid_options` with the error
 */
export function rejectIfInvalid(option: string, findError: () => string | undefined): void {
  const error = guardRead('invalid_options', findError)
  if (error !== undefined) throw new QuoteError('invalid_options', { errors: { [option]: error } })
}

/**
 * Parses an untrusted value.
 *
 * @throws QuoteError with the given code and all errors of the value
 */
export function parseOrThrow<T>(schema: z.ZodType<T>, value: unknown, code: ParseErrorCode): T {
  const parsed = guardRead(code, () => schema.safeParse(value))
  if (parsed.success) return parsed.data
  const errors = new FieldErrorCollector()
  errors.addIssues(parsed.error.issues, [], schema)
  throw new QuoteError(code, { errors: errors.toFieldErrors() })
}
