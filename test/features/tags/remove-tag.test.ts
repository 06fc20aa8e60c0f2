import { describe, expect, it } from 'vitest'
import { context, countingStorage, engineWith, request } from '../../engine/ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

describe('listTags and removeTag', () => {
  it('list tags by name, in the order in which they were first set', async () => {
    const engine = engineWith()
    for (const name of ['vip', 'new', 'vip']) await engine.setTag(context, name, colors)
    const tags = await engine.listTags(context)
    expect(Object.keys(tags)).toEqual(['vip', 'new'])
    expect(tags.vip).toEqual({ ...colors, label: 'vip', value: 'vip' })
  })

  it('affect only the tags of the store', async () => {
    const engine = engineWith()
    await engine.setTag(context, 'vip', colors)
    expect(await engine.listTags({ storeId: 'store-2' })).toEqual({})
    await engine.removeTag({ storeId: 'store-2' }, 'vip')
    expect(Object.keys(await engine.listTags(context))).toEqual(['vip'])
  })

  it('remove a tag once, and keep its name on quotes', async () => {
    const engine = engineWith()
    const { quoteId } = await engine.createQuote(context, request)
    await engine.updateQuote(context, quoteId, { tag_list: ['vip'] })
    await engine.setTag(context, 'vip', colors)
    expect(await engine.removeTag(context, 'vip')).toBeUndefined()
    expect(await engine.removeTag(context, 'vip')).toBeUndefined()
    expect(await engine.listTags(context)).toEqual({})
    const { items } = await engine.listEvents(context)
    const operations = items.map(({ entry }) => entry.operation)
    expect(operations).toEqual(['create', 'update', 'setTag', 'removeTag'])
    const shown = await engine.getQuote(context, quoteId)
    expect(shown.quote.tags).toEqual(['vip'])
    expect('visibleTags' in shown).toBe(false)
  })

  it('keep the other tags in their order', async () => {
    const engine = engineWith()
    for (const name of ['vip', 'new', 'old']) await engine.setTag(context, name, colors)
    await engine.removeTag(context, 'new')
    expect(Object.keys(await engine.listTags(context))).toEqual(['vip', 'old'])
  })

  it.each([[''], [5], [null], ['x'.repeat(300)]])(
    'change nothing for the name %j',
    async (name) => {
      const { storage, written } = countingStorage()
      const engine = engineWith({ storage })
      await engine.setTag(context, 'vip', colors)
      await engine.removeTag(context, name as never)
      expect(Object.keys(await engine.listTags(context))).toEqual(['vip'])
      expect(written).toHaveLength(1)
    },
  )
})
