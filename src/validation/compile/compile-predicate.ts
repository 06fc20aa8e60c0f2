import type * as z from 'zod'
import { isPlainObject } from '../json-value.js'
import { descriptionByListSchema, type ListDescription } from '../schemas/list-schema.js'
import { type RecordDescription, recordDescriptions } from '../schemas/record-schema.js'
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
  const list = descriptionByListSchema.get(schema)
  if (list !== undefined) return listPredicate(list)
  const record = recordDescriptions.get(schema)
  if (record !== undefined) return recordPredicate(record)
  if (def.type === 'nullable') {
    rejectChecks(def)
    const isValid = compilePredicate(def.innerType)
    return (value) => value === null || isValid(value)
  }
  if (def.type === 'pipe') {
    rejectChecks(def)
    const [isInput, isOutput] = [compilePredicate(def.in), compilePredicate(def.out)]
    return (value) => isInput(value) && isOutput(value)
  }
  return def.type === 'object' ? objectPredicate(schema) : compileLeaf(schema)
}

function objectPredicate(schema: z.core.$ZodType): Predicate {
  const fields = strictFields(schema)
  const names = fields.map(({ name }) => name)
  const predicates = fields.map((field) => compilePredicate(field.schema))
  const indexes = new Map(names.map((name, index) => [name, index]))
  const required = fields.filter(({ isOptional }) => !isOptional).length
  return (value) => {
    if (!hasObjectPrototype(value)) return false
    const keys = Object.keys(value)
    if (keys.length < required || keys.length > names.length) return false
    let missing = required
    for (let position = 0; position < keys.length; position += 1) {
      const key = keys[position] as string
      // Usually the fields are in the order of the schema, which saves looking them up.
      const index = key === names[position] ? position : indexes.get(key)
      if (index === undefined || !predicates[index]?.(value[key])) return false
      if (index < required) missing -= 1
    }
    return missing === 0
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
