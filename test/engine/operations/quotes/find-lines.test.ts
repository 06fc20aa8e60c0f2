import { expect, it } from 'vitest'
import { describeOnEveryStorage } from '../../../storage/every-storage.js'
import { context, pricedShop, request } from '../../priced-shop.js'

describeOnEveryStorage('listQuotes', (opened) => {
  it('finds quotes by string ids, and by words of the names and SKUs of lines', async () => {
    const { engine } = pricedShop({ storage: opened().storage })
    const { quoteId } = await engine.createQuote(context, request)
    const find = async (filter: object) =>
      (await engine.listQuotes(context, filter)).items.map((item) => item.quoteId)
    for (const filter of [
      { product: 'SCREW' },
      { product: [2] },
      { product: '2' },
      { text: 'wood scr' },
      { text: 'ws' },
      { text: 'set-up ann' },
    ])
      expect([filter, await find(filter)]).toEqual([filter, [quoteId]])
    for (const filter of [{ product: 'screw' }, { product: 3 }, { text: 'steel' }])
      expect([filter, await find(filter)]).toEqual([filter, []])
    await engine.updateQuote(context, quoteId, {
      product_changes: [{ id: 'SCREW', remove: true }],
    })
    expect([await find({ product: 'SCREW' }), await find({ text: 'wood' })]).toEqual([[], []])
  })
})
