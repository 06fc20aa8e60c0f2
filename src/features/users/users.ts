import * as z from 'zod'
import { QuoteError } from '../../errors.js'
import { maxNameLength, shortString } from '../../quote/model/lifecycle-fields.js'
import type { HistoryEntry } from '../../record/history/entry.js'
import type { StoredRecord } from '../../record/record.js'
import type { RecordDeclaration } from '../../record/record-declaration.js'
import { FieldErrorCollector, guardRead } from '../../validation/field-errors.js'
import { isValidId, validId } from '../../validation/identifiers.js'
import { lazy } from '../../validation/lazy.js'
import { invalidId, requiredOr, withReceived } from '../../validation/schemas/scalars.js'
import type { NamedList } from '../store-lists/named-list.js'

/** The positions of users, from the least to the most powerful. */
export const userPositions = Object.freeze(['editor', 'manager', 'owner'] as const)

/** What a user may do. The library stores it; the option `permit` gives it a meaning. */
export type UserPosition = (typeof userPositions)[number]

/** The definition of a user of a store. */
export interface UserDefinition {
  /** The id of the user, as a listed user has it. Other values are rejected. */
  readonly id?: string | undefined
  /** 1 to 255 characters. */
  readonly name: string
  /** 1 to 255 characters with an `@`. */
  readonly email: string
  /** 1 to 255 characters. */
  readonly phone?: string | undefined
  /** What the user is in the store. The engine does not read it. */
  readonly position: UserPosition
}

/** A user of a store: someone who can be the owner of quotes. */
export interface User {
  /** The id of the user in the host's own system. */
  readonly id: string
  /** 1 to 255 characters. Several users can have the same. */
  readonly name: string
  /** 1 to 255 characters with an `@`. Several users can have the same. */
  readonly email: string
  /** Absent if none was set. */
  readonly phone?: string
  /** What the user is in the store. The engine does not read it. */
  readonly position: UserPosition
}

/** The users of a store in the order in which they were first set. */
export type UserList = readonly User[]

/** A store has one record of this kind. */
export const usersRef = Object.freeze({ kind: 'users', id: 'users' })

/** The users of a store. */
export const storeUsers: NamedList<User> = {
  ref: usersRef,
  getName: ({ id }) => id,
  getNames: ({ name, email, phone }) => ({ name, email, phone }),
  operations: { set: 'setUser', remove: 'removeUser' },
  maxEntries: 'maxStoreUsers',
  describeFull: (count) => ({
    id: `must be one of the ${count} users of the store; remove one to add another`,
  }),
}

/** Accepts the definition of a user. */
export const userDefinitionSchema = lazy(() => {
  const text = shortString(maxNameLength)
  return z.strictObject(
    {
      id: z
        .unknown()
        .meta({ type: 'string', description: 'The id in the path, or absent' })
        .optional(),
      name: text,
      email: text.refine((email) => email.includes('@'), { error: 'must be an e-mail address' }),
      phone: text.optional(),
      position: z.enum(userPositions, {
        error: withReceived(`must be one of ${userPositions.join(', ')}`),
      }),
    },
    { error: requiredOr('must be an object') },
  )
})

/**
 * Returns the user of a definition.
 *
 * @throws QuoteError `invalid_request` with every error of the id (at `id`) and the definition
 */
export function parseUser(userId: string, definition: UserDefinition): User {
  return guardRead('invalid_request', () => {
    const errors = new FieldErrorCollector()
    const { data, error } = userDefinitionSchema().safeParse(definition)
    if (Object.hasOwn(Object(definition), 'role'))
      errors.add(['role'], 'is named position now; pass position instead')
    if (!isValidId(userId)) errors.add(['id'], invalidId({ input: userId }))
    if (error !== undefined) errors.addIssues(error.issues, [], userDefinitionSchema())
    if (data?.id !== undefined && data.id !== userId)
      errors.add(['id'], 'must be the id of the user, or absent')
    if (data === undefined || !errors.isEmpty)
      throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
    const { name, email, phone, position } = data
    const user = { id: userId, name, email, position }
    return Object.freeze(phone === undefined ? user : { ...user, phone })
  })
}

/**
 * Rejects an owner that is no user of the store.
 *
 * @throws QuoteError `invalid_request` at `owner`
 */
export function assertUser(record: StoredRecord<UserList> | undefined, userId: string): void {
  if (record?.value.some(({ id }) => id === userId)) return
  const message = 'must be the id of a user of the store; add the user with setUser'
  throw new QuoteError('invalid_request', { errors: { owner: message } })
}

const storedUsers = lazy(() =>
  z.array(
    z.strictObject(
      {
        id: z.custom<string>(isValidId, { error: `must be ${validId}` }),
        name: z.string(),
        email: z.string(),
        phone: z.string().exactOptional(),
        position: z.enum(userPositions),
      },
      { error: 'must be a user' },
    ),
    { error: 'must be an array of users' },
  ),
)

/**
 * Returns stored JSON of users with the names that their fields have now: earlier releases have
 * stored `position` as `role`.
 */
function withPositions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPositions)
  const { role: position, ...fields } = Object(value) as { readonly role?: unknown }
  return position === undefined || 'position' in fields ? value : { ...fields, position }
}

/** Returns an entry of the history of users with the names that their fields have now. */
function withCurrentUserFields<Entry extends HistoryEntry>(entry: Entry): Entry {
  const { patches, snapshot } = entry
  const current = patches.map((patch) => ({
    ...patch,
    path: patch.path.map((key) => (key === 'role' ? 'position' : key)),
    ...('value' in patch && { value: withPositions(patch.value) }),
  }))
  const full = snapshot === undefined ? undefined : { snapshot: withPositions(snapshot) }
  return { ...entry, patches: current, ...full }
}

/** Returns a copy of the value if it is a list of users, and adds its errors otherwise. */
export function parseUsers(
  value: unknown,
  errors: FieldErrorCollector,
  path: readonly PropertyKey[],
): UserList | undefined {
  const parsed = storedUsers().safeParse(withPositions(value))
  if (parsed.success) return parsed.data
  errors.addIssues(parsed.error.issues, path)
  return undefined
}

/** The record of the users of a store. */
export const userRecords: RecordDeclaration = {
  kind: 'users',
  of: 'store',
  parse: parseUsers,
  withCurrentFields: withCurrentUserFields,
}
