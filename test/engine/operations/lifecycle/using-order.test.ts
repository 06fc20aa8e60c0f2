import { describe, expect, it } from 'vitest'
import { hostDatabases } from '../../host-databases.js'
import { context, engineWith } from '../../ports.js'
import { quoteIn, rejection } from './quotes-in-life.js'

describe.each(hostDatabases)('orderQuote in a transaction of the host on %s', (_, open) => {
  it('commits or rolls back the order of the host and the quote together', async () => {
    const { engine, insert, rows, close } = await open((storage) => engineWith({ storage }))
    const order = (quoteId: string, orderId: string, isFailing = false) =>
      insert(orderId, async (inside) => {
        await inside.orderQuote(context, quoteId, { order_id: orderId })
        if (isFailing) throw new Error('the host failed')
      })
    const { quoteId } = await quoteIn(engine, 'accepted')
    const quote = async () => (await engine.getQuote(context, quoteId)).quote
    const accepted = await quote()
    await expect(order(quoteId, 'order-1', true)).rejects.toThrow('the host failed')
    expect([await quote(), await rows()]).toEqual([accepted, []])
    await order(quoteId, 'order-2')
    expect(await quote()).toMatchObject({ status: 'ordered', order: { id: 'order-2' } })
    expect(await rows()).toMatchObject([{ id: 'order-2' }])
    const second = await rejection(() => order(quoteId, 'order-3'))
    expect(second[0]).toBe('invalid_transition')
    expect(await rows()).toMatchObject([{ id: 'order-2' }])
    await close()
  })
})
