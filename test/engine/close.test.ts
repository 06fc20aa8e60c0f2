import { describe, expect, it } from 'vitest'
import { quoteRef } from '../../src/quote/model/quote-record.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { context, engineWith, errorOf, request } from './ports.js'

describe('close', () => {
  it('waits for running calls and rejects new ones', async () => {
    const storage = memoryStorage()
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const commit: typeof storage.commit = async (...args) => {
      await gate
      return storage.commit(...args)
    }
    const engine = engineWith({ storage: { ...storage, commit } })
    const running = engine.createQuote(context, request)
    let isClosed = false
    const closed = engine.close().then(() => {
      isClosed = true
    })
    expect(await errorOf(() => engine.createQuote(context, request))).toMatchObject({
      code: 'engine_closed',
    })
    expect(await errorOf(() => engine.getQuote(context, 'quote-1'))).toMatchObject({
      code: 'engine_closed',
    })
    expect(isClosed).toBe(false)
    release()
    expect((await running).version).toBe(1)
    await closed
    expect(storage.load('store-1', [quoteRef('quote-1')])).toMatchObject([{ version: 1 }])
  })

  it('waits for calls that fail, and can be called again', async () => {
    const engine = engineWith({ catalog: { findProducts: () => Promise.reject(new Error('no')) } })
    const failing = errorOf(() => engine.createQuote(context, request))
    await engine.close()
    expect(await failing).toMatchObject({ code: 'catalog_failed' })
    await engine.close()
  })
})
