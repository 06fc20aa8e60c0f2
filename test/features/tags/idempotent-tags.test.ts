import { expect, it } from 'vitest'
import { engineWith, errorOf } from '../../engine/ports.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'

const red = { backgroundColor: 'rgba(100%, 0%, 0%, 0.5)', color: 'rgb(100%, 0%, 0%)' }
const blue = { backgroundColor: 'rgba(0%, 0%, 100%, 0.5)', color: 'rgb(0%, 0%, 100%)' }

let stores = 0

describeOnEveryStorage('setTag and removeTag with an idempotency key', (opened) => {
  function open() {
    stores += 1
    const caller = { storeId: `tags-${stores}`, actor: 'ann' }
    const engine = engineWith({ storage: opened().storage })
    const countEvents = async () => (await engine.listEvents(caller)).items.length
    return { engine, caller, countEvents }
  }

  it('return the original result, and change nothing', async () => {
    const { engine, caller, countEvents } = open()
    const options = { idempotencyKey: 'set' }
    const tag = await engine.setTag(caller, 'a', red, options)
    await engine.setTag(caller, 'a', blue)
    const removal = { idempotencyKey: 'remove' }
    await engine.removeTag(caller, 'a', removal)
    await engine.setTag(caller, 'b', blue)
    const events = await countEvents()
    expect(await engine.setTag(caller, 'a', red, options)).toEqual(tag)
    await engine.removeTag(caller, 'a', removal)
    expect(Object.keys(await engine.listTags(caller))).toEqual(['b'])
    expect(await countEvents()).toBe(events)
  })

  it('remember a call that changed nothing', async () => {
    const { engine, caller, countEvents } = open()
    const tag = await engine.setTag(caller, 'a', red)
    const options = { idempotencyKey: 'set again' }
    expect(await engine.setTag(caller, 'a', red, options)).toEqual(tag)
    const removal = { idempotencyKey: 'remove nothing' }
    await engine.removeTag(caller, 'b', removal)
    await engine.removeTag(caller, 'a')
    await engine.setTag(caller, 'b', blue)
    expect(await engine.setTag(caller, 'a', red, options)).toEqual(tag)
    await engine.removeTag(caller, 'b', removal)
    expect(Object.keys(await engine.listTags(caller))).toEqual(['b'])
    expect(await countEvents()).toBe(3)
  })

  it('remove nothing from a store without tags', async () => {
    const { engine, caller, countEvents } = open()
    const options = { idempotencyKey: 'remove' }
    await engine.removeTag(caller, 'a')
    expect(await countEvents()).toBe(0)
    await engine.removeTag(caller, 'a', options)
    await engine.setTag(caller, 'a', red)
    await engine.removeTag(caller, 'a', options)
    expect(Object.keys(await engine.listTags(caller))).toEqual(['a'])
  })

  it('reject the key of a different request', async () => {
    const { engine, caller } = open()
    const options = { idempotencyKey: 'key' }
    await engine.setTag(caller, 'a', red, options)
    const calls = [
      () => engine.setTag(caller, 'a', blue, options),
      () => engine.setTag(caller, 'b', red, options),
      () => engine.setTag(caller, 'a', { ...red, label: 'A' }, options),
      () => engine.removeTag(caller, 'a', options),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'idempotency_key_reused',
        details: { idempotencyKey: 'key' },
      })
    expect(await engine.setTag(caller, 'a', { ...red, label: 'a' }, options)).toMatchObject(red)
  })

  it('leave the key free after a rejection', async () => {
    const { engine, caller } = open()
    const options = { idempotencyKey: 'key' }
    const invalid = { ...red, color: 'red' }
    expect((await errorOf(() => engine.setTag(caller, 'a', invalid, options))).code).toBe(
      'invalid_request',
    )
    expect(await engine.setTag(caller, 'a', red, options)).toMatchObject(red)
  })

  it('change the tags once if a request is sent several times at once', async () => {
    const { engine, caller, countEvents } = open()
    const options = { idempotencyKey: 'key' }
    const other = engineWith({ storage: opened().storage })
    const tags = await Promise.all(
      [engine, other, engine, other].map((each) => each.setTag(caller, 'a', red, options)),
    )
    for (const tag of tags) expect(tag).toEqual(tags[0])
    expect(await countEvents()).toBe(1)
  })

  it('keep all tags that several engines set at once', async () => {
    const { engine, caller, countEvents } = open()
    const other = engineWith({ storage: opened().storage })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? engine : other).setTag(caller, name, red)),
    )
    expect(Object.keys(await engine.listTags(caller)).toSorted()).toEqual(names)
    expect(await countEvents()).toBe(names.length)
  })
})
