import { describe, expect, it } from 'vitest'
import { createMail, recordMailDelivery } from '../../src/mail/index.js'
import { encodeReference } from '../../src/mail/reference.js'
import { fullRequest, sampleEngine } from '../document/sample-quotes.js'
import { seller } from './samples.js'

async function sentOffer() {
  const engine = sampleEngine()
  const { quoteId } = await engine.createQuote(seller, fullRequest)
  const record = await engine.sendQuote(seller, quoteId)
  const reference = createMail(record, 'offer').mail?.reference ?? ''
  const delivery = async () => (await engine.getQuote(seller, quoteId)).quote.delivery
  return { engine, quoteId, reference, delivery }
}

describe('recordMailDelivery', () => {
  it('records a report once, of the revision that was mailed', async () => {
    const { engine, quoteId, reference, delivery } = await sentOffer()
    await engine.reviseQuote(seller, quoteId)
    await engine.sendQuote(seller, quoteId)
    const report = { type: 'bounced', time: 1_700_000_000_000, recipient: 'a@x.example' } as const
    for (let time = 0; time < 2; time += 1)
      expect(await recordMailDelivery(engine, reference, report)).toBe(true)
    expect(await delivery()).toEqual([{ ...report, revision: 1 }])
  })

  it('cuts and replaces what cannot be stored', async () => {
    const { engine, reference, delivery } = await sentOffer()
    const detail = `\0\ud800${'x'.repeat(10_000)}`
    await recordMailDelivery(engine, reference, { type: 'deferred', recipient: '', detail })
    const [fact] = (await delivery()) ?? []
    expect(fact).not.toHaveProperty('recipient')
    expect(fact?.detail?.length).toBeLessThanOrEqual(500)
    expect(fact?.detail).toContain('xxx')
  })

  it('returns false for a reference of nothing', async () => {
    const { engine, quoteId, reference } = await sentOffer()
    const report = { type: 'bounced' } as const
    const others = [
      '',
      reference.slice(3),
      encodeReference({ storeId: 'store-1', quoteId }),
      encodeReference({ storeId: 'store-1', quoteId: 'none', revision: 1 }),
      encodeReference({ storeId: 'store-2', quoteId, revision: 1 }),
    ]
    for (const other of others) expect(await recordMailDelivery(engine, other, report)).toBe(false)
    await engine.deleteQuote(seller, quoteId)
    expect(await recordMailDelivery(engine, reference, report)).toBe(false)
  })

  it('rejects a report that is invalid, as recordDelivery does', async () => {
    const { engine, reference } = await sentOffer()
    for (const report of [{ type: 'read' }, { type: 'bounced', time: 'now' }])
      await expect(recordMailDelivery(engine, reference, report as never)).rejects.toMatchObject({
        code: 'invalid_request',
      })
  })
})
