import { describe, expect, it } from 'vitest'
import {
  createEmptyList,
  removeEntry,
  setEntry,
} from '../../../src/features/store-lists/named-list.js'
import {
  assertUser,
  parseUser,
  parseUsers,
  storeUsers,
  type User,
  type UserList,
  usersRef,
} from '../../../src/features/users/users.js'
import { defaultLimits } from '../../../src/quote/model/policy.js'
import type { StoredRecord } from '../../../src/record/record.js'
import { FieldErrorCollector } from '../../../src/validation/field-errors.js'
import { fieldErrorsOf } from '../../quote/samples.js'

const input = { actor: 'ann', now: 1_000 }
const bob = { name: 'Bob', email: 'bob@example.com', position: 'editor' } as const

function userOf(id: string, name = 'Bob'): User {
  return { ...bob, id, name }
}

/** The record of a store that set these users. */
function recordOf(...ids: string[]): StoredRecord<UserList> | undefined {
  let record: StoredRecord<UserList> | undefined
  for (const id of ids)
    record = setEntry(storeUsers, record, userOf(id), input, defaultLimits)?.record
  return record
}

const idsOf = (users: UserList | undefined) => users?.map(({ id }) => id)

describe('parseUser', () => {
  it('returns a frozen user with the fields of the definition', () => {
    const user = parseUser('u1', { ...bob, phone: '+1 555' })
    expect(user).toEqual({ id: 'u1', ...bob, phone: '+1 555' })
    expect(Object.isFrozen(user)).toBe(true)
  })

  it('leaves out a phone that is undefined', () => {
    expect(Object.keys(parseUser('u1', { ...bob, phone: undefined }))).not.toContain('phone')
  })

  it('accepts a user as it was listed', () => {
    const user = parseUser('u1', bob)
    expect(parseUser('u1', user)).toEqual(user)
  })

  it.each([
    ['id', '', bob],
    ['id', 'x'.repeat(256), bob],
    ['id', 'a\0b', bob],
    ['id', 7, bob],
    ['id', 'u1', { ...bob, id: 'u2' }],
    ['id', 'u1', { ...bob, id: null }],
    ['name', 'u1', { ...bob, name: '' }],
    ['name', 'u1', { ...bob, name: 'x'.repeat(256) }],
    ['name', 'u1', { ...bob, name: '\ud800' }],
    ['name', 'u1', { ...bob, name: undefined }],
    ['email', 'u1', { ...bob, email: 'bob' }],
    ['email', 'u1', { ...bob, email: ['bob@example.com'] }],
    ['phone', 'u1', { ...bob, phone: '' }],
    ['phone', 'u1', { ...bob, phone: null }],
    ['position', 'u1', { ...bob, position: 'admin' }],
    ['position', 'u1', { ...bob, position: undefined }],
    ['admin', 'u1', { ...bob, admin: true }],
    ['', 'u1', null],
    ['', 'u1', undefined],
    ['', 'u1', 'Bob'],
    ['', 'u1', [bob]],
  ])('rejects an invalid %s (%j, %j)', (field, id, definition) => {
    const errors = fieldErrorsOf(() => parseUser(id as never, definition as never))
    expect(Object.keys(errors)).toEqual([field])
  })

  it('names every error at once', () => {
    const errors = fieldErrorsOf(() => parseUser('', { position: 'x' } as never))
    expect(Object.keys(errors).sort()).toEqual(['email', 'id', 'name', 'position'])
  })

  it('names position for role, as users had it before', () => {
    const { position: role, ...fields } = bob
    const errors = fieldErrorsOf(() => parseUser('u1', { ...fields, role } as never))
    expect(errors.role).toBe('is named position now; pass position instead')
    expect(Object.keys(errors)).toEqual(['role', 'position'])
    const both = fieldErrorsOf(() => parseUser('u1', { ...bob, role } as never))
    expect(Object.keys(both)).toEqual(['role'])
  })

  it('rejects a definition that cannot be read', () => {
    const definition = new Proxy(bob, {
      get() {
        throw new Error('no')
      },
    })
    expect(fieldErrorsOf(() => parseUser('u1', definition))).toEqual({ '': 'cannot be read' })
  })
})

describe('setEntry of users', () => {
  it('creates the record with the first user', () => {
    const change = setEntry(storeUsers, undefined, userOf('u1'), input, defaultLimits)
    expect(change).toMatchObject({
      previousVersion: 0,
      record: { ...usersRef, version: 1, updated: 1_000, value: [userOf('u1')] },
      historyEntry: { operation: 'setUser', by: 'ann' },
    })
    expect(Object.isFrozen(change?.record.value[0])).toBe(true)
  })

  it('adds a new user at the end, and replaces the user of the same id in its place', () => {
    const added = setEntry(
      storeUsers,
      recordOf('b', 'a'),
      userOf('c'),
      input,
      defaultLimits,
    )?.record
    expect(idsOf(added?.value)).toEqual(['b', 'a', 'c'])
    const replaced = setEntry(storeUsers, added, userOf('a', 'Ann'), input, defaultLimits)?.record
    expect(replaced?.value[1]).toEqual(userOf('a', 'Ann'))
  })

  it('returns undefined if the store has this very user', () => {
    expect(setEntry(storeUsers, recordOf('a'), userOf('a'), input, defaultLimits)).toBeUndefined()
  })

  it('removes the phone if the new definition has none', () => {
    const first = setEntry(
      storeUsers,
      undefined,
      { ...userOf('a'), phone: '1' },
      input,
      defaultLimits,
    )
    const next = setEntry(storeUsers, first?.record, userOf('a'), input, defaultLimits)
    expect(next?.record.value).toEqual([userOf('a')])
  })

  it('rejects a user beyond maxStoreUsers, but replaces one', () => {
    const limits = { ...defaultLimits, maxStoreUsers: 2 }
    const record = recordOf('a', 'b')
    expect(fieldErrorsOf(() => setEntry(storeUsers, record, userOf('c'), input, limits))).toEqual({
      id: 'must be one of the 2 users of the store; remove one to add another',
    })
    expect(setEntry(storeUsers, record, userOf('a', 'Ann'), input, limits)).toBeDefined()
  })
})

describe('removeEntry of users', () => {
  it('removes the user, and keeps the order of the others', () => {
    const change = removeEntry(storeUsers, recordOf('a', 'b', 'c'), 'b', input)
    expect(idsOf(change?.record.value)).toEqual(['a', 'c'])
    expect(change?.historyEntry).toMatchObject({ operation: 'removeUser', by: 'ann' })
  })

  it.each(['b', '', '__proto__'])('returns undefined for %j, which is no user', (id) => {
    expect(removeEntry(storeUsers, recordOf('a'), id, input)).toBeUndefined()
    expect(removeEntry(storeUsers, undefined, id, input)).toBeUndefined()
  })

  it('keeps the record if no user is left, as createEmptyList creates it', () => {
    expect(removeEntry(storeUsers, recordOf('a'), 'a', input)?.record).toMatchObject({
      version: 2,
      value: [],
    })
    expect(createEmptyList(storeUsers, input).record).toMatchObject({
      ...usersRef,
      version: 1,
      value: [],
    })
  })
})

describe('assertUser', () => {
  it('accepts a user of the store, and rejects everyone else at owner', () => {
    expect(() => assertUser(recordOf('a'), 'a')).not.toThrow()
    for (const record of [undefined, recordOf('a')])
      expect(Object.keys(fieldErrorsOf(() => assertUser(record, 'b')))).toEqual(['owner'])
  })
})

describe('parseUsers', () => {
  const parse = (value: unknown) => {
    const errors = new FieldErrorCollector()
    return { users: parseUsers(value, errors, ['value']), errors: errors.toFieldErrors() }
  }

  it('returns a copy of a list of users', () => {
    const stored = [{ ...userOf('a'), phone: '1' }, userOf('b')]
    expect(parse(stored)).toEqual({ users: stored, errors: {} })
  })

  it('reads the role of a user that an earlier release has stored as position', () => {
    const { position: role, ...fields } = userOf('a')
    const stored = [{ ...fields, role }, userOf('b')]
    expect(parse(stored)).toEqual({ users: [userOf('a'), userOf('b')], errors: {} })
  })

  it.each([
    ['value', null],
    ['value', {}],
    ['value[0].role', [{ ...userOf('a'), role: 'owner' }]],
    ['value[0]', [null]],
    ['value[0].id', [{ ...userOf('a'), id: '' }]],
    ['value[0].position', [{ ...userOf('a'), position: 'admin' }]],
    ['value[1].phone', [userOf('a'), { ...userOf('b'), phone: null }]],
    ['value[0].other', [{ ...userOf('a'), other: 1 }]],
  ])('adds an error at %s for %j', (path, value) => {
    const { users, errors } = parse(value)
    expect([users, Object.keys(errors)]).toEqual([undefined, [path]])
  })
})

describe('setEntry of a user that an earlier release has stored with blanks around its name', () => {
  const record = recordOf('u1') as StoredRecord<UserList>
  const before = { ...record, value: [userOf('u1', ' Bob')] }
  const set = (user: User) => setEntry(storeUsers, before, user, input, defaultLimits)?.record.value

  it('replaces it', () => {
    const manager = { ...userOf('u1', ' Bob'), position: 'manager' } as const
    expect(set(parseUser('u1', manager))).toEqual([manager])
  })

  it.each([
    [userOf('u1', 'Bob '), 'name'],
    [userOf('u2', ' Bob'), 'name'],
    [{ ...userOf('u1'), email: ' bob@example.com' }, 'email'],
    [{ ...userOf('u1'), phone: '555 ' }, 'phone'],
  ])('rejects a new name in %j', (user, field) => {
    const errors = { [field]: 'must not begin or end with a space' }
    expect(fieldErrorsOf(() => set(parseUser(user.id, user)))).toEqual(errors)
  })
})
