import { describe, expect, it } from 'vitest'
import type { Page } from '../../../src/engine/execution/pages.js'
import { collect, listMethods } from '../list-methods.js'
import { context, engineWith, request } from '../ports.js'

describe('the limit maxPageBytes', () => {
  const note = 'x'.repeat(1_000)
  const createLongHistory = async () => {
    const engine = engineWith({ limits: { maxPageBytes: 2_200 } })
    const { quoteId } = await engine.createQuote(context, { ...request, customer: { note } })
    for (const letter of 'abcd')
      await engine.updateQuote(context, quoteId, { customer: { [letter]: note } })
    return { engine, quoteId }
  }

  it.each(listMethods)(
    'ends a page of %s early, and `next` continues it',
    async (_, list, numberOf) => {
      const world = await createLongHistory()
      const pages: number[][] = []
      for (let after: number | undefined = 0; after !== undefined; ) {
        const page: Page<unknown> = await list(world, { after })
        pages.push(page.items.map(numberOf))
        after = page.next
      }
      expect(pages).toEqual([[1, 2], [3, 4], [5]])
      expect((await collect(list(world))).map(numberOf)).toEqual([1, 2, 3, 4, 5])
    },
  )

  it('lets getQuote replay a past version over several pages', async () => {
    const { engine, quoteId } = await createLongHistory()
    const { quote } = await engine.getQuote(context, quoteId, { version: 4 })
    expect(Object.keys(quote.customer)).toEqual(['note', 'a', 'b', 'c'])
  })
})
