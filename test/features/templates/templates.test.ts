import { expect, it } from 'vitest'
import { engineWith, errorOf } from '../../engine/ports.js'
import { describeOnEveryStorage } from '../../storage/every-storage.js'

const lines = [{ id: 1, qty: 2 }]

let stores = 0

describeOnEveryStorage('the templates of a store', (opened) => {
  function open() {
    stores += 1
    const caller = { storeId: `templates-${stores}`, actor: 'ann' }
    const catalog = {
      findProducts: () => [
        { id: 1, price: '10.00' },
        { id: 2, price: '200.00', salePrice: '149.95' },
      ],
    }
    const { storage } = opened()
    const engine = engineWith({ storage, catalog, generateId: () => crypto.randomUUID() })
    const create = (name: string) => engine.createTemplate(caller, { name, products: lines })
    const namesOf = async (text?: string) => {
      const found: string[] = []
      for await (const { template } of engine.listTemplates(caller, { text, limit: 2 }))
        found.push(template.name)
      return found
    }
    return { engine, caller, create, namesOf }
  }

  it('are created, got and updated', async () => {
    const { engine, caller } = open()
    const created = await engine.createTemplate(caller, {
      name: 'Office',
      products: [{ id: 2, qty: 1, quote: 120 }],
      customer: { name: 'Zoë', '': 'x' },
      tag_list: ['vip'],
    })
    expect(created).toMatchObject({ storeId: caller.storeId, version: 1 })
    const { templateId } = created
    expect(templateId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(await engine.getTemplate(caller, templateId)).toEqual(created)
    const updated = await engine.updateTemplate(caller, templateId, { tag_list: null })
    expect(updated.version).toBe(2)
    expect(updated.template).toEqual({
      name: 'Office',
      products: [{ id: 2, qty: 1, quote: '120.00' }],
      customer: { name: 'Zoë', '': 'x' },
      created: created.template.created,
    })
    expect(await engine.getTemplate(caller, templateId)).toEqual(updated)
  })

  it('are listed with the newest first, page by page, by the words of their names', async () => {
    const { create, namesOf } = open()
    for (const name of ['Office small', 'Café', 'Office LARGE', 'Home office', 'Garden'])
      await create(name)
    expect(await namesOf()).toEqual([
      'Garden',
      'Home office',
      'Office LARGE',
      'Café',
      'Office small',
    ])
    expect(await namesOf('off')).toEqual(['Home office', 'Office LARGE', 'Office small'])
    expect(await namesOf('LAR off')).toEqual(['Office LARGE'])
    expect(await namesOf('cafe')).toEqual(['Café'])
    expect(await namesOf('none')).toEqual([])
  })

  it('are found by their new name after updateTemplate, and not by the old one', async () => {
    const { engine, caller, create, namesOf } = open()
    const { templateId } = await create('Office')
    await engine.updateTemplate(caller, templateId, { name: 'Kitchen' })
    expect([await namesOf('office'), await namesOf('kitchen')]).toEqual([[], ['Kitchen']])
  })

  it('are found no more after deleteTemplate', async () => {
    const { engine, caller, create, namesOf } = open()
    const { templateId } = await create('Office')
    await create('Home')
    expect(await engine.deleteTemplate(caller, templateId)).toBeUndefined()
    expect(await namesOf()).toEqual(['Home'])
    const calls = [
      () => engine.getTemplate(caller, templateId),
      () => engine.updateTemplate(caller, templateId, { name: 'x' }),
      () => engine.deleteTemplate(caller, templateId),
      () => engine.createQuoteFromTemplate(caller, templateId),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'record_not_found',
        details: { kind: 'template', id: templateId },
      })
  })

  it('are separate per store, and from quotes', async () => {
    const { engine, caller, create, namesOf } = open()
    const other = open()
    const { templateId } = await create('Office')
    const { quoteId } = await engine.createQuoteFromTemplate(caller, templateId)
    expect(await other.namesOf()).toEqual([])
    const calls = [
      () => other.engine.getTemplate(other.caller, templateId),
      () => other.engine.updateTemplate(other.caller, templateId, { name: 'x' }),
      () => other.engine.deleteTemplate(other.caller, templateId),
      () => other.engine.createQuoteFromTemplate(other.caller, templateId),
      () => engine.getTemplate(caller, quoteId),
    ]
    for (const call of calls) expect((await errorOf(call)).code).toBe('record_not_found')
    expect((await errorOf(() => engine.getQuote(caller, templateId))).code).toBe('quote_not_found')
    expect(await namesOf()).toEqual(['Office'])
    expect((await engine.listQuotes(caller)).items.map((item) => item.quoteId)).toEqual([quoteId])
  })

  it('are made from a quote, and quotes from them, with the prices that were offered', async () => {
    const { engine, caller } = open()
    const products = [1, 2].map((id) => ({ id, qty: 3 }))
    const { quoteId } = await engine.createQuote(caller, { customer: { name: 'Ann' }, products })
    const changes = { products: [{ id: 1, quote: '9.00' }, { id: 2 }], tag_list: ['x'] }
    await engine.updateQuote(caller, quoteId, changes)
    const { templateId, template } = await engine.createTemplate(caller, {
      name: 'From a quote',
      quote_id: quoteId,
      tag_list: ['vip'],
    })
    expect(template).toEqual({
      name: 'From a quote',
      products: [
        { id: 1, qty: 3, quote: '9.00' },
        { id: 2, qty: 3 },
      ],
      tags: ['vip'],
      created: expect.any(Number),
    })
    const customer = { email: 'bob@example.com' }
    const created = await engine.createQuoteFromTemplate(caller, templateId, { customer })
    expect(created).toMatchObject({ version: 1, quote: { customer, tags: ['vip'] } })
    expect(created.quote.products).toMatchObject([
      { id: 1, qty: 3, quote: '9.00', quote_total: '27.00' },
      { id: 2, qty: 3, quote: '149.95' },
    ])
    const { items } = await engine.listQuotes(caller, { tag: 'vip', customer: customer.email })
    expect(items.map((item) => item.quoteId)).toEqual([created.quoteId])
    const [entry] = (await engine.listHistory(caller, created.quoteId)).items
    expect(entry).toMatchObject({ operation: 'create', by: 'ann' })
  })

  it('are changed once by calls with an idempotency key', async () => {
    const { engine, caller, namesOf } = open()
    const twice = async <T>(call: () => Promise<T>) => {
      const first = await call()
      expect(await call()).toEqual(first)
      return first
    }
    const { templateId } = await twice(() =>
      engine.createTemplate(caller, { name: 'A', products: lines }, { idempotencyKey: 'create' }),
    )
    await twice(() =>
      engine.updateTemplate(caller, templateId, { name: 'B' }, { idempotencyKey: 'update' }),
    )
    await twice(() =>
      engine.createQuoteFromTemplate(caller, templateId, {}, { idempotencyKey: 'quote' }),
    )
    expect(await namesOf()).toEqual(['B'])
    await twice(() => engine.deleteTemplate(caller, templateId, { idempotencyKey: 'delete' }))
    const { items } = await engine.listEvents(caller)
    expect(items.map(({ kind, entry }) => [kind, entry.operation])).toEqual([
      ['template', 'create'],
      ['template', 'update'],
      ['quote', 'create'],
      ['template', 'delete'],
    ])
    // The result of the first call is erased.
    const key = { idempotencyKey: 'update' }
    const repeated = engine.updateTemplate(caller, templateId, { name: 'B' }, key)
    await expect(repeated).rejects.toMatchObject({ code: 'record_not_found' })
  })

  it('keep the changes of all concurrent calls', async () => {
    const { engine, caller, create } = open()
    const { templateId } = await create('Office')
    const other = engineWith({ storage: opened().storage })
    const fields = ['a', 'b', 'c', 'd']
    await Promise.all(
      fields.map((field, index) =>
        (index % 2 === 0 ? engine : other).updateTemplate(caller, templateId, {
          customer: { [field]: field },
        }),
      ),
    )
    const { template, version } = await engine.getTemplate(caller, templateId)
    expect([version, Object.keys(template.customer ?? {}).toSorted()]).toEqual([5, fields])
  })

  it('reject expectedVersion if it is not their version', async () => {
    const { engine, caller, create } = open()
    const { templateId } = await create('Office')
    const expected = { expectedVersion: 2 }
    const calls = [
      () => engine.updateTemplate(caller, templateId, { name: 'x' }, expected),
      () => engine.deleteTemplate(caller, templateId, expected),
      () => engine.createQuoteFromTemplate(caller, templateId, {}, expected),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'version_mismatch',
        details: { quoteId: templateId, expectedVersion: 2, currentVersion: 1 },
      })
    const current = { expectedVersion: 1 }
    await engine.createQuoteFromTemplate(caller, templateId, {}, current)
    await engine.updateTemplate(caller, templateId, { name: 'x' }, current)
  })
})
