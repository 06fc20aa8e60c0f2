import { describe, expect, it } from 'vitest'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import {
  context,
  countingCatalog,
  countingStorage,
  engineWith,
  errorOf,
  request,
} from '../../engine/ports.js'

const lines = [{ id: 1, qty: 2 }]

async function withTemplate(options: Parameters<typeof engineWith>[0] = {}) {
  const inner = memoryStorage()
  const { templateId } = await engineWith({ storage: inner }).createTemplate(context, {
    name: 'Office',
    products: lines,
  })
  const { storage, written } = countingStorage(inner)
  return { engine: engineWith({ storage, ...options }), templateId, written }
}

type Call = (engine: QuoteEngine, id: string, caller: typeof context, options?: object) => unknown

const commands: Readonly<Record<string, Call>> = {
  createTemplate: (engine, _, caller, options) =>
    engine.createTemplate(caller, { name: 'A', products: lines }, options),
  updateTemplate: (engine, id, caller, options) =>
    engine.updateTemplate(caller, id, { name: 'B' }, options),
  deleteTemplate: (engine, id, caller, options) => engine.deleteTemplate(caller, id, options),
  createQuoteFromTemplate: (engine, id, caller, options) =>
    engine.createQuoteFromTemplate(caller, id, undefined, options),
}

const reads: Readonly<Record<string, Call>> = {
  getTemplate: (engine, id, caller, options) => engine.getTemplate(caller, id, options),
  listTemplates: (engine, _, caller, options) => engine.listTemplates(caller, options),
}

describe.each(Object.entries(commands))('%s', (name, call) => {
  it('writes nothing in a preview, and returns the result as it would be', async () => {
    const { engine, templateId, written } = await withTemplate()
    const result = await call(engine, templateId, context, { preview: true })
    if (name === 'deleteTemplate') expect(result).toBeUndefined()
    else expect(result).toMatchObject({ storeId: 'store-1' })
    expect(written).toEqual([])
  })

  it.each([{ preview: 1 }, { unknown: 1 }, { idempotencyKey: '' }, { signal: 1 }])(
    'rejects the options %j',
    async (options) => {
      const { engine, templateId, written } = await withTemplate()
      const error = await errorOf(() => call(engine, templateId, context, options))
      expect([error.code, written]).toEqual(['invalid_options', []])
    },
  )
})

describe.each(Object.entries({ ...commands, ...reads }))('%s', (_, call) => {
  it('is not for buyers, but for sellers and the system', async () => {
    const { engine, templateId, written } = await withTemplate()
    const buyer = { ...context, role: 'buyer' as const }
    expect((await errorOf(() => call(engine, templateId, buyer))).code).toBe('not_permitted')
    expect(written).toEqual([])
    for (const role of ['seller', 'system'] as const) {
      const { engine: other, templateId: id } = await withTemplate()
      await call(other, id, { ...context, role } as typeof context)
    }
  })

  it('rejects an aborted signal', async () => {
    const { engine, templateId } = await withTemplate()
    const options = { signal: AbortSignal.abort() }
    expect((await errorOf(() => call(engine, templateId, context, options))).code).toBe('aborted')
  })
})

const { createTemplate: _, ...ofTemplate } = commands

describe.each(Object.entries({ ...ofTemplate, getTemplate: reads.getTemplate as Call }))(
  '%s of an unknown template',
  (_, call) => {
    it.each([
      ['none', 'none'],
      ['__proto__', '__proto__'],
      ["'; drop table records --", "'; drop table records --"],
      ['', ''],
      ['a\0b', 'a\0b'],
      ['x'.repeat(300), `${'x'.repeat(64)}…`],
      [7, 'number'],
      [null, 'object'],
      [undefined, 'undefined'],
    ])('rejects %j', async (id, shown) => {
      const { engine, written } = await withTemplate()
      expect(await errorOf(() => call(engine, id as never, context))).toMatchObject({
        code: 'record_not_found',
        details: { kind: 'template', id: shown },
      })
      expect(written).toEqual([])
    })
  },
)

describe('createTemplate', () => {
  it('does not call the catalog', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const engine = engineWith({ catalog })
    await engine.createTemplate(context, { name: 'A', products: [{ id: 99, qty: 1 }] })
    expect(requestedIds).toEqual([])
  })

  it('gives each template an id of its own, and not one of generateId', async () => {
    const engine = engineWith({ generateId: () => 'same' })
    const template = { name: 'A', products: lines }
    const first = await engine.createTemplate(context, template)
    const second = await engine.createTemplate(context, template)
    expect(second.templateId > first.templateId).toBe(true)
  })

  it.each([['none'], ['quote-2'], ['deleted']])(
    'rejects the quote %s, which the store does not have, at quote_id',
    async (quoteId) => {
      const engine = engineWith({ generateId: () => quoteId })
      await engine.createQuote({ storeId: 'store-2' }, request)
      if (quoteId === 'deleted') {
        await engine.createQuote(context, request)
        await engine.deleteQuote(context, quoteId)
      }
      const call = () => engine.createTemplate(context, { name: 'A', quote_id: quoteId })
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_request',
        details: { errors: { quote_id: 'must be the id of a quote of the store' } },
      })
    },
  )
})

describe('createQuoteFromTemplate', () => {
  it('asks the catalog for the products of its lines only', async () => {
    const { catalog, requestedIds } = countingCatalog()
    const { engine, templateId } = await withTemplate({ catalog })
    await engine.createQuoteFromTemplate(context, templateId)
    await engine.createQuoteFromTemplate(context, templateId, { products: [{ id: 2, qty: 1 }] })
    expect(requestedIds).toEqual([[1], [2]])
  })

  it('rejects products that left the catalog, by their line', async () => {
    const catalog = { findProducts: () => [] }
    const { engine, templateId, written } = await withTemplate({ catalog })
    expect(await errorOf(() => engine.createQuoteFromTemplate(context, templateId))).toMatchObject({
      code: 'invalid_request',
      details: { errors: { 'products[0].id': 'is not a product of this store' } },
    })
    expect(written).toEqual([])
  })

  it('numbers the quote if numbers are assigned on creation', async () => {
    const { engine, templateId } = await withTemplate({
      numbers: { assign: 'create', format: (number: number) => `Q-${number}` },
    })
    const { quote } = await engine.createQuoteFromTemplate(context, templateId)
    const next = await engine.createQuoteFromTemplate(context, templateId)
    expect([quote.number, next.quote.number]).toEqual(['Q-1', 'Q-2'])
  })

  it('asks permit with the quote as it would be', async () => {
    const totals: unknown[] = []
    const { engine, templateId } = await withTemplate({
      permit: (_, operation, record, next) => {
        totals.push([operation, record, next?.quote.quote_total])
        return true
      },
    })
    await engine.createQuoteFromTemplate(context, templateId)
    expect(totals).toEqual([['createQuoteFromTemplate', undefined, '20.00']])
  })
})

describe('listTemplates', () => {
  it('ends a page at limit, and continues where it ended', async () => {
    const { engine } = await withTemplate()
    for (const name of ['B', 'C']) await engine.createTemplate(context, { name, products: lines })
    const first = await engine.listTemplates(context, { limit: 2 })
    const namesOf = (page: typeof first) => page.items.map(({ template }) => template.name)
    const second = await engine.listTemplates(context, { limit: 2, after: first.next })
    expect([namesOf(first), namesOf(second), second.next]).toEqual([
      ['C', 'B'],
      ['Office'],
      undefined,
    ])
  })

  it.each([
    ['text', { text: '' }],
    ['text', { text: '--' }],
    ['text', { text: 7 }],
    ['text', { text: 'x'.repeat(201) }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['after', { after: 'x' }],
    ['after', { after: 7 }],
    ['after', { after: 'x'.repeat(10_000) }],
    ['name', { name: 'x' }],
    ['', 'office'],
  ])('rejects an invalid %s: %j', async (field, options) => {
    const { engine } = await withTemplate()
    const error = await errorOf(() => engine.listTemplates(context, options as never))
    expect(error.code).toBe('invalid_request')
    expect(Object.keys((error.details as { errors: object }).errors)).toEqual([field])
  })

  it('rejects the next of another text, of another store and of listQuotes', async () => {
    const { engine, templateId } = await withTemplate()
    for (let count = 0; count < 2; count += 1) {
      await engine.createTemplate(context, { name: 'Office', products: lines })
      await engine.createQuoteFromTemplate(context, templateId)
    }
    const { next: after } = await engine.listTemplates(context, { limit: 1 })
    const { next: ofQuotes } = await engine.listQuotes(context, { limit: 1 })
    expect([typeof after, typeof ofQuotes]).toEqual(['string', 'string'])
    for (const call of [
      () => engine.listTemplates(context, { after, text: 'office' }),
      () => engine.listTemplates({ storeId: 'store-2' }, { after }),
      () => engine.listTemplates(context, { after: ofQuotes }),
      () => engine.listQuotes(context, { after }),
    ])
      expect((await errorOf(call)).code).toBe('invalid_request')
  })
})
