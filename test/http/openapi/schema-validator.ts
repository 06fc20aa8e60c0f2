import { Ajv2020 } from 'ajv/dist/2020.js'
import { sampleDocument } from './document.js'

const document = sampleDocument()
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'strict', components: closed(document.components) })
ajv.addSchema({ $id: 'document', components: document.components })

/**
 * Returns the errors of a value by a schema of the document.
 *
 * @param isStrict True to reject fields that the document does not name.
 */
export function schemaErrors(schema: object, value: unknown, isStrict = false): readonly string[] {
  const base = isStrict ? 'strict' : 'document'
  const resolved = JSON.parse(JSON.stringify(isStrict ? closed(schema) : schema), (key, each) =>
    key === '$ref' ? `${base}${each}` : each,
  )
  const validate = ajv.compile(resolved)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Returns the schema without additional properties, so that undocumented fields are found. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const copy = Object.fromEntries(entries)
  const isObject = copy.type === 'object' && copy.properties !== undefined
  return isObject ? { additionalProperties: false, ...copy } : copy
}
