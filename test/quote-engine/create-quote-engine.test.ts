import { expect, it } from 'vitest'
import { context, engineWith, request } from '../engine/ports.js'

const colors = { backgroundColor: 'rgba(1%, 2%, 3%, 0.5)', color: 'rgb(1%, 2%, 3%)' }

it('every method of an engine works without its object', async () => {
  const { createQuote, updateQuote, getQuote, listTags, setTag, removeTag } = engineWith()
  const { quoteId } = await createQuote(context, request)
  await updateQuote(context, quoteId, { tag_list: ['vip'] })
  await setTag(context, 'vip', colors)
  expect((await getQuote(context, quoteId)).visibleTags).toHaveLength(1)
  expect(Object.keys(await listTags(context))).toEqual(['vip'])
  await removeTag(context, 'vip')
  expect(await listTags(context)).toEqual({})
})

it('every method of an engine returns a deeply frozen result', async () => {
  const engine = engineWith()
  const record = await engine.createQuote(context, request)
  const updated = await engine.updateQuote(context, record.quoteId, { tag_list: ['vip'] })
  const tag = await engine.setTag(context, 'vip', colors)
  const shown = await engine.getQuote(context, record.quoteId)
  for (const result of [record, updated, tag, shown, await engine.listTags(context)])
    expectFrozen(result)
})

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  expect(Object.isFrozen(value)).toBe(true)
  for (const element of Object.values(value)) expectFrozen(element)
}
