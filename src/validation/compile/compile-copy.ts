import type * as z from 'zod'
import { isPlainObject } from '../json-value.js'
import { descriptionByListSchema, type ListDescription } from '../schemas/list-schema.js'
import { type RecordDescription, recordDescriptions } from '../schemas/record-schema.js'
import { compileLeaf, type Predicate, rejectChecks } from './compile-leaf.js'
import { strictFields } from './strict-fields.js'

type Copy = (value: unknown) => unknown

/**
 * Compiles a schema to a function that copies valid values, several times faster than the schema.
 *
 * Returns the copy that the schema returns, or undefined if the value is invalid or in any way
 * unusual; the schema then decides. Reads each field once, so that a value that changes while it is
 * read cannot pass unchecked.
 *
 * @throws Error if the schema has a part that is not supported
 */
export function compileCopy<T>(schema: z.ZodType<T>): (value: unknown) => T | undefined {
  return compile(schema) as (value: unknown) => T | undefined
}

interface CompiledField {
  /** Undefined for containers, which have to be copied. */
  readonly isValid: Predicate | undefined
  readonly copy: Copy
}

function compileField(schema: z.core.$ZodType): CompiledField {
  const copy = compileContainer(schema)
  if (copy !== undefined) return { isValid: undefined, copy }
  const isValid = compileLeaf(schema)
  return { isValid, copy: (value) => (isValid(value) ? value : undefined) }
}

const compile = (schema: z.core.$ZodType): Copy => compileField(schema).copy

function compileContainer(schema: z.core.$ZodType): Copy | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const list = descriptionByListSchema.get(schema)
  if (list !== undefined) return copyList(list)
  const record = recordDescriptions.get(schema)
  if (record !== undefined) return copyRecord(record)
  if (def.type === 'object') return copyObject(schema)
  if (def.type !== 'nullable') return undefined
  rejectChecks(def)
  const copy = compile(def.innerType)
  return (value) => (value === null ? null : copy(value))
}

function copyObject(schema: z.core.$ZodType): Copy {
  const fields = strictFields(schema)
  const names = fields.map(({ name }) => name)
  const compiled = fields.map((field) => compileField(field.schema))
  const indexes = new Map(names.map((name, index) => [name, index]))
  const required = names.filter((_, index) => fields[index]?.isOptional === false)
  const optional = names.slice(required.length)
  // Cloning an object with all fields is cheaper than adding them, and settles their order.
  const template = Object.fromEntries(required.map((name) => [name, undefined as unknown]))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const copy = { ...template }
    let count = 0
    let missing = required.length
    for (const name in value) {
      // Usually the fields are in the order of the schema, which saves looking them up.
      const index = name === names[count] ? count : indexes.get(name)
      const parser = index === undefined ? undefined : compiled[index]
      if (index === undefined || parser === undefined) return undefined
      const field = (value as Readonly<Record<string, unknown>>)[name]
      if (parser.isValid === undefined) {
        const fieldCopy = parser.copy(field)
        if (fieldCopy === undefined) return undefined
        copy[name] = fieldCopy
      } else {
        if (!parser.isValid(field)) return undefined
        copy[name] = field
      }
      count += 1
      if (index < required.length) missing -= 1
    }
    if (missing > 0) return undefined
    if (count === names.length) return copy
    // The schema also reads optional fields that a loop does not meet, such as inherited getters.
    for (const name of optional) if (!Object.hasOwn(copy, name) && name in value) return undefined
    return copy
  }
}

function copyList({ element, min, max }: ListDescription): Copy {
  const copyElement = compile(element)
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return undefined
    const copy: unknown[] = []
    for (let index = 0; index < value.length; index += 1) {
      const elementCopy = copyElement(value[index])
      if (elementCopy === undefined) return undefined
      copy.push(elementCopy)
    }
    return copy
  }
}

function copyRecord({ value: valueSchema, isKey, max, skipUndefined }: RecordDescription): Copy {
  const isValue = compileLeaf(valueSchema)
  return (value) => {
    if (!isPlainObject(value)) return undefined
    const copy: Record<string, unknown> = {}
    let count = 0
    for (const key of Object.keys(value)) {
      const field = value[key]
      if (field === undefined && skipUndefined) continue
      count += 1
      if (count > max || !isKey(key) || !isValue(field)) return undefined
      if (key === '__proto__') Object.defineProperty(copy, key, { ...dataProperty, value: field })
      else copy[key] = field
    }
    return copy
  }
}

const dataProperty = { enumerable: true, configurable: true, writable: true }
