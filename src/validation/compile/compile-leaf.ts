import type * as z from 'zod'

export type Predicate = (value: unknown) => boolean
/** A check of a value whose type is known. Its result is true or false by truthiness. */
type Check = (value: never) => unknown

/** What the checks of a string or a number come to. Bounds are of a number or of a length. */
interface Constraints {
  isInteger: boolean
  min: number
  max: number
  readonly checks: Check[]
}

/**
 * Compiles the schema of a string, a number, a boolean, a literal, null or a custom check.
 *
 * @throws Error if the schema, or a check of it, is not supported
 */
export function compileLeaf(schema: z.core.$ZodType): Predicate {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return stringPredicate(def)
    case 'number':
      return numberPredicate(def)
    case 'boolean':
      rejectChecks(def)
      if ('coerce' in def && def.coerce) throw unsupportedError('coercion')
      return (value) => typeof value === 'boolean'
    case 'null':
      rejectChecks(def)
      return (value) => value === null
    case 'literal': {
      rejectChecks(def)
      const values = new Set<unknown>(def.values)
      return (value) => values.has(value)
    }
    case 'custom': {
      const { checks } = collectConstraints(def)
      const check = every(checks)
      return (value) => Boolean(check(value as never))
    }
    default:
      throw unsupportedError(def.type)
  }
}

function stringPredicate(def: z.core.$ZodStringDef): Predicate {
  const { min, max, checks } = collectConstraints(def)
  const check = every(checks)
  return (value) =>
    typeof value === 'string' &&
    value.length >= min &&
    value.length <= max &&
    Boolean(check(value as never))
}

/** NaN is outside any bounds, and so are the infinities outside those of finite numbers. */
function numberPredicate(def: z.core.$ZodNumberDef): Predicate {
  const { isInteger, min, max, checks } = collectConstraints(def)
  if (isInteger && checks.length === 0)
    return (value) =>
      Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max
  const check = every(isInteger ? [Number.isSafeInteger, ...checks] : checks)
  const least = Math.max(min, -Number.MAX_VALUE)
  const greatest = Math.min(max, Number.MAX_VALUE)
  return (value) =>
    typeof value === 'number' &&
    value >= least &&
    value <= greatest &&
    Boolean(check(value as never))
}

/** Throws if the schema has checks beside its type. */
export function rejectChecks({ type, checks = [] }: z.core.$ZodTypeDef): void {
  if (checks.length > 0) throw unsupportedError(`a check of ${type}`)
}

function collectConstraints(def: z.core.$ZodTypeDef): Constraints {
  if ('coerce' in def && def.coerce) throw unsupportedError('coercion')
  const constraints = { isInteger: false, min: -Infinity, max: Infinity, checks: [] }
  // Some types are their own first check: integers and custom schemas.
  if ('check' in def) addCheck(constraints, def as never)
  for (const check of def.checks ?? []) addCheck(constraints, check._zod.def)
  return constraints
}

function addCheck(constraints: Constraints, check: z.core.$ZodCheckDef): void {
  const def = check as z.core.$ZodChecks['_zod']['def'] | z.core.$ZodCustomDef
  switch (def.check) {
    case 'number_format':
      if (def.format !== 'safeint') break
      constraints.isInteger = true
      return
    case 'greater_than':
      if (!def.inclusive || typeof def.value !== 'number') break
      constraints.min = Math.max(constraints.min, def.value)
      return
    case 'less_than':
      if (!def.inclusive || typeof def.value !== 'number') break
      constraints.max = Math.min(constraints.max, def.value)
      return
    case 'min_length':
      constraints.min = Math.max(constraints.min, def.minimum)
      return
    case 'max_length':
      constraints.max = Math.min(constraints.max, def.maximum)
      return
    case 'string_format': {
      const { pattern } = def as z.core.$ZodCheckRegexDef
      if (def.format !== 'regex' || pattern.global || pattern.sticky) break
      constraints.checks.push((value: string) => pattern.test(value))
      return
    }
    case 'custom':
      if (def.when !== undefined) break
      constraints.checks.push(def.fn as Check)
      return
  }
  throw unsupportedError(`the check ${def.check}`)
}

/** Returns one check that runs all of them, in order. */
function every(checks: readonly Check[]): Check {
  const [first = () => true, ...others] = checks
  if (others.length === 0) return first
  const rest = every(others)
  return (value) => first(value) && rest(value)
}

export function unsupportedError(part: string): Error {
  return new Error(`Cannot compile this schema: ${part} is not supported`)
}
