import type * as z from 'zod'

/** Longer names are not compared, so that they cost nothing. */
const maxComparedLength = 64

/** At most so many edits lead from a misspelled name to the one that was meant. */
const maxEdits = 2

/** A name that is part of another one has at least this length. */
const minPartLength = 3

/**
 * Returns the known name that a name is most like: in another spelling (`store_id`, `timeoutMS`),
 * as a part (`ttl` of `idempotencyTtlMs`), or with up to two typing errors, of which two swapped
 * letters are one. Returns undefined if there is none, or if several are as much like it.
 */
export function nearestName<Name extends string>(
  name: string,
  known: readonly Name[],
): Name | undefined {
  if (name.length > maxComparedLength) return undefined
  const spelling = normalised(name)
  const same = known.find((each) => normalised(each) === spelling)
  if (same !== undefined) return same
  const isPart = (part: string, whole: string) =>
    part.length >= minPartLength && whole.includes(part)
  const related = known.filter(
    (each) => isPart(spelling, normalised(each)) || isPart(normalised(each), spelling),
  )
  if (related.length === 1) return related[0]
  const edits = known.map((each) => editDistance(spelling, normalised(each)))
  const least = Math.min(...edits)
  if (least > Math.min(maxEdits, Math.floor(spelling.length / 3))) return undefined
  return edits.indexOf(least) === edits.lastIndexOf(least) ? known[edits.indexOf(least)] : undefined
}

/**
 * Returns the known name that a name of a plain object is nearly: in another spelling, or with a
 * typing error; from ten characters on, two. Fewer than for `nearestName`, as the object can have
 * members of its own.
 */
export function misspelledName(name: string, known: readonly string[]): string | undefined {
  if (name.length > maxComparedLength || known.includes(name)) return undefined
  const same = known.find((each) => isSameName(name, each))
  if (same !== undefined) return same
  const spelling = normalised(name)
  if (spelling.length < minPartLength) return undefined
  const most = spelling.length < 10 ? 1 : maxEdits
  return known.find((each) => editDistance(spelling, normalised(each)) <= most)
}

/** Returns the names in a plain object, and none of an instance of a class, which may have any. */
export function namesOfPlainObject(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.keys(value) : []
}

const unknownField = 'is not a known field'

/**
 * Returns the message for an unknown field, with the one that was meant, or all known ones.
 *
 * @param elsewhere The path of a field of this name in another object.
 */
export function unknownFieldMessage(
  name: string,
  known: readonly string[],
  elsewhere?: string | undefined,
): string {
  const isHere = known.some((each) => isSameName(name, each))
  if (elsewhere !== undefined && !isHere) return `${unknownField} here; did you mean ${elsewhere}?`
  const nearest = nearestName(name, known)
  if (nearest !== undefined) return `${unknownField}; did you mean ${nearest}?`
  return known.length === 0 ? unknownField : `${unknownField}; known: ${known.join(', ')}`
}

/**
 * Returns a function that describes unknown fields at paths of values of a schema. It looks at each
 * place of a schema once, and lists the known names of a place with the first unknown field only:
 * they are long.
 */
export function unknownFieldMessages() {
  const listed = new Set<string>()
  const places = new Map<z.core.$ZodType | undefined, Map<string, Place>>()

  function placeOf(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): Place {
    // The elements of an array have the same fields.
    const key = JSON.stringify(path.map((step) => (typeof step === 'number' ? 0 : String(step))))
    const ofSchema = places.get(schema) ?? new Map<string, Place>()
    places.set(schema, ofSchema)
    const seen = ofSchema.get(key)
    if (seen !== undefined) return seen
    const known = knownFieldsAt(schema, path)
    const place = { known, list: known.join(), elsewhere: fieldsElsewhere(schema, path) }
    ofSchema.set(key, place)
    return place
  }

  return (
    schema: z.core.$ZodType | undefined,
    path: readonly PropertyKey[],
    name: string,
  ): string => {
    const { known, list, elsewhere } = placeOf(schema, path)
    const spelling = name.length > maxComparedLength ? undefined : normalised(name)
    const found = spelling === undefined ? undefined : elsewhere.get(spelling)
    const message = unknownFieldMessage(name, known, found)
    if (message.includes('did you mean')) return message
    if (listed.has(list)) return unknownField
    listed.add(list)
    return message
  }
}

interface Place {
  readonly known: readonly string[]
  readonly list: string
  readonly elsewhere: FieldsElsewhere
}

/**
 * Paths by spelling of the name: of the fields in fields beside an object, and in objects around
 * it. An option can be in a group, or out of it. Undefined for a name that is in several objects.
 */
type FieldsElsewhere = ReadonlyMap<string, string | undefined>

function fieldsElsewhere(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): FieldsElsewhere {
  const objects = [
    ...knownFieldsAt(schema, path).map((group) => [...path, group]),
    ...path.map((_, index) => path.slice(0, index)),
  ]
  const elsewhere = new Map<string, string | undefined>()
  for (const object of objects) {
    const fields = new Map<string, string>()
    for (const field of knownFieldsAt(schema, object)) {
      const spelling = normalised(field)
      if (!fields.has(spelling)) fields.set(spelling, [...object, field].map(String).join('.'))
    }
    for (const [spelling, found] of fields)
      elsewhere.set(spelling, elsewhere.has(spelling) ? undefined : found)
  }
  return elsewhere
}

/** Returns the names of the fields that an object at a path of a parsed value can have. */
export function knownFieldsAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): readonly string[] {
  return [...new Set(objectsAt(schema, path).flatMap(Object.keys))]
}

type Shape = Readonly<Record<string, z.core.$ZodType>>

const describedBy = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/** Returns a schema that does not show its fields, whose known ones are those of another. */
export function withKnownFields<Schema extends z.core.$ZodType>(
  schema: Schema,
  fields: z.core.$ZodType,
): Schema {
  describedBy.set(schema, fields)
  return schema
}

function objectsAt(
  schema: z.core.$ZodType | undefined,
  path: readonly PropertyKey[],
): readonly Shape[] {
  if (schema === undefined) return []
  const described = describedBy.get(schema)
  if (described !== undefined) return objectsAt(described, path)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      if (path.length === 0) return [def.shape]
      return objectsAt(def.shape[String(path[0])], path.slice(1))
    case 'array':
      return path.length === 0 ? [] : objectsAt(def.element, path.slice(1))
    case 'record':
      return path.length === 0 ? [] : objectsAt(def.valueType, path.slice(1))
    case 'optional':
    case 'nullable':
    case 'default':
      return objectsAt(def.innerType, path)
    case 'union':
      return def.options.flatMap((option) => objectsAt(option, path))
    case 'pipe':
      return [...objectsAt(def.in, path), ...objectsAt(def.out, path)]
    default:
      return []
  }
}

/** Returns true for two spellings of one name: `store_id` and `storeId`. */
export function isSameName(name: string, known: string): boolean {
  return name.length <= maxComparedLength && normalised(name) === normalised(known)
}

function normalised(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase()
}

/** Counts the insertions, deletions, replacements and swaps that turn one string into another. */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let index = 0; index < from.length; index += 1) {
    const next = [index + 1]
    for (let column = 0; column < to.length; column += 1) {
      const replaced = (row[column] as number) + (from[index] === to[column] ? 0 : 1)
      const isSwap = index > 0 && from[index] === to[column - 1] && from[index - 1] === to[column]
      const swapped = isSwap ? (before[column - 1] as number) + 1 : replaced
      const edits = [replaced, swapped, (row[column + 1] as number) + 1]
      next.push(Math.min(...edits, (next[column] as number) + 1))
    }
    before = row
    row = next
  }
  return row[to.length] as number
}
