import { describe, expect, it } from 'vitest'
import { context, engineWith, errorOf, request } from './ports.js'

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
