import { sum } from '../../money/allocation.js'
import {
  type Amount,
  equals,
  greaterThan,
  isNegative,
  parseAmount,
  toDecimalString,
} from '../../money/amount.js'
import { hasDecimals } from '../../money/rounding.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import { type Fields, isText, nameMessage, parseRate, type TaxContext } from './response-fields.js'

/** The tax of one line that a provider has calculated. */
export interface ParsedTaxAmount {
  readonly key: string
  readonly name: string
  readonly rate?: number | undefined
  readonly amount: Amount
}

/** Returns the amounts of a response, and adds their errors. */
export function parseAmounts(
  entries: readonly Fields[],
  total: unknown,
  { taxables, decimals, inclusive }: TaxContext,
  errors: FieldErrorCollector,
): readonly ParsedTaxAmount[] {
  const amounts: ParsedTaxAmount[] = []
  const seen = new Set<string>()
  const byKey = new Map<string, Amount[]>()
  for (const [index, { line: key, name, rate: sent, amount: sentAmount }] of entries.entries()) {
    if (errors.isFull) break
    const path = ['amounts', index]
    const rate = sent == null ? undefined : parseRate(sent, path, errors)
    const amount = parseMoney(sentAmount, [...path, 'amount'], decimals, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (typeof key !== 'string' || !taxables.has(key)) {
      const message = `must be the key of a line, or shipping, received ${describeValue(key)}`
      errors.add([...path, 'line'], message)
      continue
    }
    if (!isText(name) || amount === undefined) continue
    const id = `${key} ${rate} ${name}`
    if (seen.has(id)) errors.add(path, 'is a duplicate: of the same line, name and rate')
    seen.add(id)
    const ofKey = byKey.get(key) ?? []
    ofKey.push(amount)
    byKey.set(key, ofKey)
    amounts.push({ key, name, rate, amount })
  }
  if (inclusive)
    for (const [key, ofKey] of byKey)
      if (greaterThan(sum(ofKey), taxables.get(key) as Amount))
        errors.add(['amounts'], `must be at most the amount of line ${key}, which includes them`)
  const parsedTotal = parseMoney(total, ['total'], decimals, errors)
  const expected = sum(amounts.map(({ amount }) => amount))
  if (errors.isEmpty && parsedTotal !== undefined && !equals(parsedTotal, expected))
    errors.add(['total'], sumMessage(expected, total))
  return amounts
}

function sumMessage(expected: Amount, received: unknown): string {
  const shown = toDecimalString(expected)
  return `must be ${shown}, the sum of the amounts, received ${describeValue(received)}`
}

/** More than any quote can cost, and few enough digits for any sum. */
const maxTax = parseAmount(`1${'0'.repeat(24)}`) as Amount

function parseMoney(
  value: unknown,
  path: readonly PropertyKey[],
  decimals: number,
  errors: FieldErrorCollector,
): Amount | undefined {
  const amount = parseAmount(value)
  const isValid = amount !== undefined && !isNegative(amount) && !greaterThan(amount, maxTax)
  if (isValid && hasDecimals(amount, decimals)) return amount
  const expected = `must be an amount from 0 to 10^24 with up to ${decimals} decimals`
  errors.add(path, `${expected}, received ${describeValue(value)}`)
  return undefined
}
