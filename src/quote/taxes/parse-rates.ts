import type { Amount } from '../../money/amount.js'
import { describeValue } from '../../validation/describe-value.js'
import type { FieldErrorCollector } from '../../validation/field-errors.js'
import {
  type Fields,
  isText,
  maxEntries,
  nameMessage,
  parseRate,
  type TaxContext,
} from './response-fields.js'
import type { AppliedRate } from './tax-portions.js'
import { shippingKey } from './taxables.js'

/**
 * Returns the rates of a response by name and percent, and adds their errors.
 *
 * @param field Where the response has them.
 */
export function parseRates(
  entries: readonly Fields[],
  { taxables }: TaxContext,
  errors: FieldErrorCollector,
  field: 'rates' | 'included' = 'rates',
): readonly AppliedRate[] {
  rejectFractions(entries, field, errors)
  const byRate = new Map<string, { name: string; rate: number; keys: Set<string> }>()
  const max = maxEntries(taxables)
  let count = 0
  for (const [index, { name, rate: sent, lines, shipping }] of entries.entries()) {
    if (errors.isFull) break
    const path = [field, index]
    const rate = parseRate(sent, path, errors)
    if (!isText(name)) errors.add([...path, 'name'], nameMessage(name))
    if (shipping !== undefined && typeof shipping !== 'boolean')
      errors.add([...path, 'shipping'], 'must be true, false or absent')
    if (!Array.isArray(lines) || lines.length > taxables.size) {
      errors.add([...path, 'lines'], 'must be an array of line keys, each once')
      continue
    }
    count += lines.length
    if (count > max) {
      errors.add([field], `must name lines at most ${max} times`)
      break
    }
    if (!isText(name) || rate === undefined) continue
    const id = `${rate} ${name}`
    const entry = byRate.get(id) ?? { name, rate, keys: new Set<string>() }
    byRate.set(id, entry)
    for (const [position, key] of lines.entries())
      addKey(entry.keys, key, [...path, 'lines', position], taxables, errors)
    // Without a charge there is nothing to tax.
    if (shipping === true && taxables.has(shippingKey)) entry.keys.add(shippingKey)
  }
  return [...byRate.values()].map(({ name, rate, keys }) => ({
    name,
    rate,
    keys: [...taxables.keys()].filter((key) => keys.has(key)),
  }))
}

/**
 * 19 % is often kept as 0.19. Some taxes are below 1 %, but hardly ever all of a response, and then
 * strings say so.
 */
function rejectFractions(
  entries: readonly Fields[],
  field: 'rates' | 'included',
  errors: FieldErrorCollector,
): void {
  const rates = entries.map(({ rate }) => rate)
  const first = rates.findIndex(isFraction)
  if (first === -1 || !rates.every((rate) => isFraction(rate) || rate === 0)) return
  errors.add(
    [field, first, 'rate'],
    `must be a percentage: 19 for 19 %. Send a rate below 1 % as a string such as '0.5', received ` +
      describeValue(rates[first]),
  )
}

function isFraction(rate: unknown): boolean {
  return typeof rate === 'number' && rate > 0 && rate < 1
}

function addKey(
  keys: Set<string>,
  key: unknown,
  path: readonly PropertyKey[],
  taxables: ReadonlyMap<string, Amount>,
  errors: FieldErrorCollector,
): void {
  if (errors.isFull) return
  if (typeof key !== 'string' || key === shippingKey || !taxables.has(key))
    errors.add(path, `must be the key of a line, received ${describeValue(key)}`)
  else if (keys.has(key)) errors.add(path, `must name each line once, received ${key} again`)
  else keys.add(key)
}
