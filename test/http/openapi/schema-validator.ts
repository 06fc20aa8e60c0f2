import { Ajv2020 } from 'ajv/dist/2020.js'
import { sampleDocument } from './document.js'

const document = sampleDocument()
const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addSchema({ $id: 'strict', components: closed(document.components) })
ajv.addSchema({ $id: 'document', components: document.components })

/** The compiled schemas, by the schemas of the document. Compiling takes longest. */
const compiled = {
  strict: new WeakMap<object, Validate>(),
  document: new WeakMap<object, Validate>(),
}
type Validate = ReturnType<typeof ajv.compile>

/**
 * Returns the errors of a value by a schema of the document.
 *
 * @param isStrict True to reject fields that the document does not name.
 */
export function schemaErrors(schema: object, value: unknown, isStrict = false): readonly string[] {
  const base = isStrict ? 'strict' : 'document'
  const validate = compiled[base].get(schema) ?? compile(schema, base)
  compiled[base].set(schema, validate)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function compile(schema: object, base: keyof typeof compiled): Validate {
  const json = JSON.stringify(base === 'strict' ? closed(schema) : schema)
  return ajv.compile(JSON.parse(json, (key, each) => (key === '$ref' ? `${base}${each}` : each)))
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
