import { describe, expect, it } from 'vitest'
import { parseContext } from '../../src/engine/arguments.js'
import { fieldErrorsOf } from '../quote/samples.js'
import { context, engineWith, errorOf, request } from './ports.js'

const long = 'x'.repeat(255)
const missingMessage =
  "received undefined; the first argument is the context, such as { storeId: 'store-1' }"
const identifierMessage = 'must be a string of 1 to 255 characters, without NUL or lone surrogates'

describe('parseContext', () => {
  const errorsOf = (context: unknown) =>
    fieldErrorsOf(() => parseContext(context as never), 'invalid_context')

  it('accepts a store and an actor of 1 to 255 characters', () => {
    expect(parseContext({ storeId: 's' })).toEqual({ storeId: 's' })
    expect(parseContext({ storeId: long, actor: long })).toEqual({ storeId: long, actor: long })
  })

  it('ignores unknown fields', () => {
    expect(parseContext({ storeId: 's', session: 1 } as never)).toEqual({ storeId: 's' })
  })

  it.each([
    ['Actor', 'actor'],
    ['ACTOR', 'actor'],
    ['_actor', 'actor'],
    ['StoreId', 'storeId'],
    ['store_id', 'storeId'],
    ['store-ID', 'storeId'],
  ])('rejects %s besides a session field, and names %s', (name, field) => {
    const message = `is not a known field; did you mean ${field}?`
    expect(errorsOf({ storeId: 's', [name]: 'x' })).toEqual({ [name]: message })
    expect(errorsOf({ storeId: 's', actor: 'a', session: 1, [name]: 'x' })).toEqual({
      [name]: message,
    })
  })

  it('names a misspelled storeId besides the missing one', () => {
    expect(errorsOf({ store_id: 's' })).toEqual({
      storeId: `${identifierMessage}, ${missingMessage}`,
      store_id: 'is not a known field; did you mean storeId?',
    })
  })

  it.each(['actors', 'store', 'factor', 'userId', 'x'.repeat(1_000)])('ignores %s', (name) => {
    expect(parseContext({ storeId: 's', [name]: 1 } as never)).toEqual({ storeId: 's' })
  })

  it.each(['user', 'userId', 'userName', 'user_id', 'actorId'])(
    'rejects the string %s if there is no actor',
    (name) => {
      const message = 'is not a known field; did you mean actor?'
      expect(errorsOf({ storeId: 's', [name]: 'x' })).toEqual({ [name]: message })
      const { actor } = parseContext({ storeId: 's', actor: 'a', [name]: 'x' } as never)
      expect(actor).toBe('a')
      expect(parseContext({ storeId: 's', actor: undefined, [name]: 'x' } as never)).toEqual({
        storeId: 's',
        actor: undefined,
      })
    },
  )

  it('requires an object with a storeId', () => {
    expect(errorsOf(undefined)).toEqual({
      '': "must be an object with a storeId, such as { storeId: 'store-1' }, as the first argument, received undefined",
    })
    expect(errorsOf({})).toEqual({ storeId: `${identifierMessage}, ${missingMessage}` })
  })

  it('says what to do about the key of a row', () => {
    expect(errorsOf({ storeId: 's', actor: 7 })).toEqual({
      actor: `${identifierMessage}, received the number 7: pass it as a string`,
    })
  })

  it.each(['', `${long}x`, 'a\0', '\ud800', 5, null])('rejects the identifier %j', (value) => {
    expect(errorsOf({ storeId: value, actor: value })).toEqual({
      storeId: expect.stringContaining(`${identifierMessage}, received`),
      actor: expect.stringContaining(`${identifierMessage}, received`),
    })
  })
})

describe('the role of a context', () => {
  it.each(['seller', 'buyer', 'system', undefined] as const)('can be %s', async (role) => {
    const received: unknown[] = []
    const engine = engineWith({
      permit(caller) {
        received.push(caller)
        return true
      },
    })
    await engine.createQuote({ ...context, role }, request)
    expect(received).toEqual([{ ...context, role }])
  })

  it.each([
    ['admin', 'the string "admin"'],
    ['Seller', 'the string "Seller"'],
    ['', 'the string ""'],
    [null, 'null'],
    [1, 'the number 1'],
    [['seller'], 'an array'],
    [{ toString: () => 'seller' }, 'an object'],
  ])('is rejected if it is %j', async (role, shown) => {
    const caller = { ...context, role } as never
    const engine = engineWith()
    const calls = [
      () => engine.createQuote(caller, request),
      () => engine.eraseQuote(caller, 'quote-1'),
      () => engine.listQuotes(caller),
      () => engine.countQuotes(caller),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_context',
        details: {
          errors: { role: `must be one of seller, buyer, system, received ${shown}` },
        },
      })
  })

  it.each(['Role', 'ROLE', '_role', 'ro-le'])('is rejected if it is spelled %s', async (name) => {
    const caller = { ...context, [name]: 'buyer' }
    expect(await errorOf(() => engineWith().listQuotes(caller))).toMatchObject({
      code: 'invalid_context',
      details: { errors: { [name]: 'is not a known field; did you mean role?' } },
    })
  })

  it.each(['roles', 'userRole', 'rol'])('is not meant by %s, which is ignored', async (name) => {
    const { items } = await engineWith().listQuotes({ ...context, [name]: 'admin' })
    expect(items).toEqual([])
  })
})
