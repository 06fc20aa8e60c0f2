import type { z } from 'zod'
import { type ListDescription, listDescriptions } from '../schemas/list-schema.js'
import {
  isPlainObject,
  type RecordDescription,
  recordDescriptions,
} from '../schemas/record-schema.js'
import { compileLeaf, type Predicate, rejectChecks } from './compile-leaf.js'
import { hasObjectPrototype, strictFields } from './strict-fields.js'

/**
 * Compiles a schema to a predicate that is many times faster than the schema.
 *
 * The predicate returns true only if the schema accepts the value and would return an equal copy,
 * so the value can be used as it is. It returns false if anything is unusual, inherited fields for
 * example; the schema then decides.
 *
 * @throws Error if the schema has a part that is not supported
 */
export function compilePredicate(schema: z.core.$ZodType): Predicate {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const list = listDescriptions.get(schema)
  if (list !== undefined) return listPredicate(list)
  const record = recordDescriptions.get(schema)
  if (record !== undefined) return recordPredicate(record)
  if (def.type === 'nullable') {
    rejectChecks(def)
    const isValid = compilePredicate(def.innerType)
    return (value) => value === null || isValid(value)
  }
  return def.type === 'object' ? objectPredicate(schema) : compileLeaf(schema)
}

function objectPredicate(schema: z.core.$ZodType): Predicate {
  const fields = strictFields(schema)
  const names = fields.map(([name]) => name)
  const predicates = fields.map(([, field]) => compilePredicate(field))
  const byName = new Map(names.map((name, index) => [name, predicates[index]]))
  return (value) => {
    if (!hasObjectPrototype(value)) return false
    const keys = Object.keys(value)
    if (keys.length !== names.length) return false
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string
      // Usually the fields are in the order of the schema, which saves looking them up.
      const isValid = key === names[index] ? predicates[index] : byName.get(key)
      if (isValid === undefined || !isValid(value[key])) return false
    }
    return true
  }
}

function listPredicate({ element, min, max }: ListDescription): Predicate {
  const isElement = compilePredicate(element)
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return false
    for (let index = 0; index < value.length; index += 1) if (!isElement(value[index])) return false
    return true
  }
}

function recordPredicate({ value: valueSchema, isKey, max }: RecordDescription): Predicate {
  const isValue = compilePredicate(valueSchema)
  return (value) => {
    if (!hasObjectPrototype(value) || !isPlainObject(value)) return false
    const keys = Object.keys(value)
    if (keys.length > max) return false
    for (const key of keys) if (!isKey(key) || !isValue(value[key])) return false
    return true
  }
}
