/**
 * Returns the canonical JSON of a value, as RFC 8785 defines it: without white space, with fields
 * in the order of the UTF-16 code units of their names. What JSON leaves out is left out here, too.
 *
 * @throws TypeError for NaN, infinities, and what no JSON can hold, such as a BigInt
 */
export function canonicalJson(value: unknown): string {
  const json = jsonOf(value)
  if (json === undefined) throw new TypeError('The value is no JSON')
  return json
}

/** Returns undefined for what JSON leaves out of objects: undefined, functions and symbols. */
function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} is no JSON`)
  // ECMAScript writes strings and numbers as RFC 8785 does, which refers to it.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return jsonOf(value.toJSON())
  if (Array.isArray(value)) return `[${Array.from(value, (each) => jsonOf(each) ?? 'null').join()}]`
  const fields: string[] = []
  for (const name of Object.keys(value).sort()) {
    const field = jsonOf((value as Readonly<Record<string, unknown>>)[name])
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${field}`)
  }
  return `{${fields.join()}}`
}
