import { describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, errorOf, request } from '../../engine/ports.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'

const bob = { name: 'Bob', email: 'bob@example.com', position: 'editor' } as const
const eve = { name: 'Eve', email: 'eve@example.com', phone: '+1 555', position: 'owner' } as const

let stores = 0

describeOnEveryStorage('the users of a store', (opened) => {
  function open() {
    stores += 1
    const caller = { storeId: `users-${stores}`, actor: 'ann' }
    const catalog = { findProducts: () => [{ id: 1, price: 1 }] }
    const engine = engineWith({ storage: opened().storage, catalog })
    const idsOf = async () => (await engine.listUsers(caller)).items.map(({ id }) => id)
    const countEvents = async () => (await engine.listEvents(caller)).items.length
    return { engine, caller, idsOf, countEvents }
  }

  it('are listed in the order in which setUser added them', async () => {
    const { engine, caller } = open()
    expect((await engine.listUsers(caller)).items).toEqual([])
    expect(await engine.setUser(caller, 'u2', eve)).toEqual({ id: 'u2', ...eve })
    await engine.setUser(caller, '1', bob)
    await engine.setUser(caller, 'u2', bob)
    expect((await engine.listUsers(caller)).items).toEqual([
      { id: 'u2', ...bob },
      { id: '1', ...bob },
    ])
  })

  it('are listed page by page, also if one is removed meanwhile', async () => {
    const { engine, caller, idsOf } = open()
    for (const id of ['a', 'b', 'c', 'd']) await engine.setUser(caller, id, bob)
    const iterated: string[] = []
    for await (const { id } of engine.listUsers(caller, { limit: 3 })) iterated.push(id)
    expect(iterated).toEqual(await idsOf())
    const { items, next: after } = await engine.listUsers(caller, { limit: 2 })
    expect(items.map(({ id }) => id)).toEqual(['a', 'b'])
    const rest = async () => {
      const page = await engine.listUsers(caller, { limit: 2, after })
      return [page.items.map(({ id }) => id), page.next]
    }
    expect(await rest()).toEqual([['c', 'd'], undefined])
    await engine.removeUser(caller, 'b')
    expect(await rest()).toEqual([['c', 'd'], undefined])
    await engine.setUser(caller, 'e', bob)
    expect((await rest())[0]).toEqual(['c', 'd'])
    for (const invalid of ['', 'x', after?.slice(1), 7]) {
      const error = await errorOf(() => engine.listUsers(caller, { after: invalid as string }))
      expect(error.details).toEqual({ errors: { after: expect.any(String) } })
    }
    const other = { ...caller, storeId: 'other' }
    const error = await errorOf(() => engine.listUsers(other, { after }))
    expect(error.code).toBe('invalid_request')
  })

  it('are the remaining ones after removeUser', async () => {
    const { engine, caller, idsOf } = open()
    for (const id of ['a', 'b', 'c']) await engine.setUser(caller, id, bob)
    expect(await engine.removeUser(caller, 'b')).toBeUndefined()
    expect(await engine.removeUser(caller, 'none')).toBeUndefined()
    expect(await idsOf()).toEqual(['a', 'c'])
  })

  it('are separate per store', async () => {
    const { engine, caller, idsOf } = open()
    const other = open()
    await engine.setUser(caller, 'a', bob)
    expect(await other.idsOf()).toEqual([])
    await other.engine.removeUser(other.caller, 'a')
    expect(await idsOf()).toEqual(['a'])
  })

  it('can be the owner of a quote, which keeps it when the user is removed', async () => {
    const { engine, caller } = open()
    await engine.setUser(caller, 'u1', bob)
    const { quoteId } = await engine.createQuote(caller, { ...request, owner: 'u1' })
    await engine.removeUser(caller, 'u1')
    const { items } = await engine.listQuotes(caller, { owner: 'u1' })
    expect(items.map((item) => [item.quoteId, item.quote.owner])).toEqual([[quoteId, 'u1']])
    const again = () => engine.createQuote(caller, { ...request, owner: 'u1' })
    expect(await errorOf(again)).toMatchObject({
      code: 'invalid_request',
      details: { errors: { owner: expect.stringContaining('setUser') } },
    })
  })

  it('are changed once by calls with an idempotency key', async () => {
    const { engine, caller, idsOf, countEvents } = open()
    const key = { idempotencyKey: 'set' }
    const user = await engine.setUser(caller, 'a', bob, key)
    await engine.setUser(caller, 'a', eve)
    const removal = { idempotencyKey: 'remove' }
    await engine.removeUser(caller, 'a', removal)
    await engine.setUser(caller, 'b', bob)
    const events = await countEvents()
    expect(await engine.setUser(caller, 'a', bob, key)).toEqual(user)
    await engine.removeUser(caller, 'a', removal)
    expect([await idsOf(), await countEvents()]).toEqual([['b'], events])
    for (const call of [
      () => engine.setUser(caller, 'a', eve, key),
      () => engine.setUser(caller, 'c', bob, key),
      () => engine.removeUser(caller, 'a', key),
    ])
      expect((await errorOf(call)).code).toBe('idempotency_key_reused')
  })

  it('removeUser remembers a key even in a store without users', async () => {
    const { engine, caller } = open()
    const removal = { idempotencyKey: 'remove' }
    await engine.removeUser(caller, 'a', removal)
    await engine.setUser(caller, 'a', bob)
    await engine.removeUser(caller, 'a', removal)
    expect((await engine.listUsers(caller)).items).toHaveLength(1)
  })

  it('are all kept if several engines set them at once', async () => {
    const { engine, caller, idsOf } = open()
    const other = engineWith({ storage: opened().storage })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(
      ids.map((id, index) => (index % 2 === 0 ? engine : other).setUser(caller, id, bob)),
    )
    expect((await idsOf()).toSorted()).toEqual(ids)
  })
})

describe('setUser and removeUser', () => {
  it('write nothing in a preview, and show what would be', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    await engine.setUser(context, 'a', bob)
    const preview = { preview: true }
    expect(await engine.setUser(context, 'b', eve, preview)).toEqual({ id: 'b', ...eve })
    expect(await engine.removeUser(context, 'a', preview)).toBeUndefined()
    expect(written).toHaveLength(1)
    expect((await engine.listUsers(context)).items).toEqual([{ id: 'a', ...bob }])
  })

  it('write nothing if nothing changes', async () => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    await engine.setUser(context, 'a', bob)
    await engine.setUser(context, 'a', bob)
    await engine.removeUser(context, 'b')
    expect(written).toHaveLength(1)
  })

  it('have history entries with the actor in the events', async () => {
    const engine = engineWith()
    await engine.setUser(context, 'a', bob)
    await engine.removeUser(context, 'a')
    const { items } = await engine.listEvents(context)
    expect(items.map(({ kind, entry }) => [kind, entry.operation, entry.by])).toEqual([
      ['users', 'setUser', 'ann'],
      ['users', 'removeUser', 'ann'],
    ])
  })

  it('holds limits.maxStoreUsers for concurrent calls', async () => {
    const engine = engineWith({ limits: { maxStoreUsers: 2 } })
    const ids = ['a', 'b', 'c', 'd']
    const results = await Promise.allSettled(ids.map((id) => engine.setUser(context, id, bob)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await engine.listUsers(context)).items).toHaveLength(2)
  })

  it.each([
    ['id', '', bob],
    ['email', 'a', { ...bob, email: 'x' }],
    ['', 'a', undefined],
  ])('setUser rejects an invalid %s before anything is loaded', async (field, id, definition) => {
    const engine = engineWith({ storage: { ...countingStorage().storage, load: fail } })
    const error = await errorOf(() => engine.setUser(context, id, definition as never))
    expect(error).toMatchObject({ code: 'invalid_request' })
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([field])
  })

  it.each([['__proto__'], [''], [7], [null], ['x'.repeat(300)]])(
    'removeUser changes nothing for the id %j',
    async (id) => {
      const engine = engineWith()
      await engine.setUser(context, 'a', bob)
      await engine.removeUser(context, id as never)
      expect((await engine.listUsers(context)).items).toHaveLength(1)
    },
  )

  it('accepts the id __proto__ like any other', async () => {
    const engine = engineWith()
    await engine.setUser(context, '__proto__', bob)
    expect((await engine.listUsers(context)).items).toEqual([{ id: '__proto__', ...bob }])
  })

  it.each(['listUsers', 'setUser', 'removeUser'] as const)('%s is not for buyers', async (name) => {
    const { storage, written } = countingStorage()
    const engine = engineWith({ storage })
    const buyer = { ...context, role: 'buyer' as const }
    const calls = {
      listUsers: () => engine.listUsers(buyer),
      setUser: () => engine.setUser(buyer, 'a', bob),
      removeUser: () => engine.removeUser(buyer, 'a'),
    }
    expect((await errorOf(calls[name])).code).toBe('not_permitted')
    expect(written).toEqual([])
  })
})

function fail(): never {
  throw new Error('must not be called')
}
