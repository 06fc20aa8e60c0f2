import { describe, expect, it } from 'vitest'
import { context, engineWith, errorOf, request } from '../ports.js'

describe('updateQuote with the limit maxVersions', () => {
  it('rejects a change beyond it and stores nothing', async () => {
    const engine = engineWith({ limits: { maxVersions: 2 } })
    const { quoteId } = await engine.createQuote(context, request)
    const second = await engine.updateQuote(context, quoteId, { tag_list: ['a'] })
    const error = await errorOf(() => engine.updateQuote(context, quoteId, { tag_list: ['b'] }))
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: {
        errors: { '': 'has reached its maximum of 2 versions: create a new quote instead' },
      },
    })
    expect(await engine.getQuote(context, quoteId)).toEqual(second)
    expect(await engine.updateQuote(context, quoteId, { tag_list: ['a'] })).toEqual(second)
  })

  it('allows any number of versions by default', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    for (let version = 2; version <= 300; version += 1)
      await engine.updateQuote(context, quoteId, { tag_list: [`${version}`] })
    expect((await engine.getQuote(context, quoteId)).version).toBe(300)
  })
})
