import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { describe, expect, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import {
  type CustomerItem,
  eraseCustomer,
  exportCustomer,
} from '../../src/quote-engine/customers.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { postgresStorage } from '../../src/storage/postgres/index.js'
import { type SqliteDatabase, sqliteStorage } from '../../src/storage/sqlite/index.js'
import { catalog, errorOf } from '../engine/ports.js'
import { borrowPglite } from '../setup/pglite.js'

const seller = { storeId: 'store-1', actor: 'grace', role: 'seller' } as const
const products = [{ id: 1, qty: 2, note: 'Zuckerhut-note' }]
const customer = {
  name: 'Zuckerhut-name',
  email: 'Zuckerhut@mail.example',
  company: 'Zuckerhut-company',
}
const traces = /zuckerhut/i

/** A store with everything that there can be of one customer, and a quote of another one. */
async function fill(storage: StoragePort) {
  const engine = createQuoteEngine({ storage, catalog })
  const buyer = { storeId: 'store-1', actor: 'Zuckerhut-actor', role: 'buyer' } as const
  const own = { customer_id: 'id-7', company_id: 'company-3' }
  const create = (email = customer.email) =>
    engine.createQuote(seller, { customer: { ...customer, email }, products, ...own })
  const { quoteId: first } = await create()
  await engine.sendQuote(seller, first)
  await engine.addMessage(buyer, first, { text: 'Zuckerhut-message' })
  await engine.acceptQuote(buyer, first, { revision: 1, name: 'Zuckerhut-acceptance' })
  const { quoteId: deleted } = await create('zuckerhut@other.example')
  await engine.deleteQuote(seller, deleted)
  const lines = [{ id: 1, qty: 1 }]
  const { templateId } = await engine.createTemplate(seller, {
    name: 'Zuckerhut-template',
    products: lines,
    customer: { email: 'zuckerhut@MAIL.example', name: 'Zuckerhut' },
  })
  const kept = await engine.createQuote(seller, {
    customer: { email: 'other@mail.example' },
    products: lines,
  })
  await engine.createTemplate(seller, { name: 'Other', products: lines })
  return { engine, first, deleted, templateId, kept }
}

describe('eraseCustomer', () => {
  it.each([
    ['customerId', { customerId: 'id-7' }],
    ['companyId', { companyId: 'company-3' }],
  ])('erases quotes, deleted ones and templates by %s, and nothing else', async (_, selector) => {
    const { engine, first, deleted, templateId, kept } = await fill(memoryStorage())
    const report = await eraseCustomer(engine, seller, selector)
    expect(report).toEqual({ quoteIds: [first, deleted], templateIds: [templateId], remaining: [] })
    expect((await engine.listQuotes(seller)).items).toEqual([kept])
    expect((await engine.listTemplates(seller)).items).toHaveLength(1)
    const again = await eraseCustomer(engine, seller, selector)
    expect(again).toEqual({ quoteIds: [], templateIds: [], remaining: [] })
  })

  it('erases by e-mail, regardless of case', async () => {
    const { engine, first, templateId } = await fill(memoryStorage())
    const report = await eraseCustomer(engine, seller, { email: 'ZUCKERHUT@mail.example' })
    expect(report).toMatchObject({ quoteIds: [first], templateIds: [templateId] })
  })

  it('says what remains and why, and continues where it was interrupted', async () => {
    const { engine, first, deleted } = await fill(memoryStorage())
    const keep = ({ quote }: { quote: { status: string } }) =>
      quote.status === 'accepted' ? 'it is accepted' : undefined
    const failing = {
      ...engine,
      eraseQuote: () => Promise.reject(new Error('the process was killed')),
    }
    await expect(eraseCustomer(failing, seller, { customerId: 'id-7' }, { keep })).rejects.toThrow(
      'killed',
    )
    const report = await eraseCustomer(engine, seller, { customerId: 'id-7' }, { keep })
    expect(report).toMatchObject({
      quoteIds: [deleted],
      remaining: [{ quoteId: first, reason: 'it is accepted' }],
    })
  })

  it('leaves a quote whose order is being placed', async () => {
    const storage = memoryStorage()
    const { engine, first } = await fill(storage)
    const orders = { placeOrder: () => Promise.reject(new Error('down')) }
    const ordering = createQuoteEngine({ storage, catalog, orders })
    await errorOf(() => ordering.orderQuote(seller, first))
    const { remaining } = await eraseCustomer(engine, seller, { customerId: 'id-7' })
    expect(remaining).toEqual([{ quoteId: first, reason: expect.stringContaining('order') }])
  })

  it.each([
    [undefined],
    [{}],
    [{ customerId: undefined }],
    [{ customerId: '' }],
    [{ customerId: '7', email: 'a@b.example' }],
    [{ name: 'Ada' }],
    ['7'],
    [{ customerId: ['7'] }],
  ])('rejects %o, which could mean everybody, and erases nothing', async (selector) => {
    const { engine } = await fill(memoryStorage())
    const erase = () => eraseCustomer(engine, seller, selector as never)
    expect((await errorOf(erase)).code).toBe('invalid_request')
    expect((await engine.countQuotes(seller)).count).toBe(2)
  })

  it('rejects buyers, and a keep that returns neither a reason nor undefined', async () => {
    const { engine } = await fill(memoryStorage())
    const who = { customerId: 'id-7' }
    const buyer = { storeId: 'store-1', role: 'buyer' } as const
    expect((await errorOf(() => eraseCustomer(engine, buyer, who))).code).toBe('not_permitted')
    for (const keep of [() => true, () => '', () => Promise.reject(new Error('broken'))]) {
      const erase = () => eraseCustomer(engine, seller, who, { keep: keep as never })
      expect((await errorOf(erase)).code).toBe('callback_failed')
    }
    expect((await engine.countQuotes(seller)).count).toBe(2)
  })
})

describe('eraseCustomer and exportCustomer name', () => {
  it.each([
    [{ customerId: 7 }, 'customer.customerId', 'must be a string, received the number 7'],
    [{ email: '' }, 'customer.email', 'must not be empty'],
    [{ companyId: null }, 'customer.companyId', 'must be a string, received null'],
    [
      { customer_id: '7' },
      'customer.customer_id',
      'is not a known field; did you mean customerId?',
    ],
    [
      {},
      'customer',
      'must be an object with exactly one of customerId, companyId and email, a string, received none of them',
    ],
    [
      { customerId: '7', email: 'a@b.example' },
      'customer',
      'must be an object with exactly one of customerId, companyId and email, a string, received customerId and email',
    ],
    [
      '7',
      'customer',
      'must be an object with exactly one of customerId, companyId and email, a string, received the string "7"',
    ],
    [
      undefined,
      'customer',
      'must be an object with exactly one of customerId, companyId and email, a string, received undefined',
    ],
  ])('what is wrong with %j', async (selector, field, message) => {
    const { engine } = await fill(memoryStorage())
    const calls = [
      () => eraseCustomer(engine, seller, selector as never),
      () => exportCustomer(engine, seller, selector as never).next(),
    ]
    for (const call of calls)
      expect(await errorOf(call)).toMatchObject({
        code: 'invalid_request',
        details: { errors: { [field]: message } },
      })
    expect((await engine.countQuotes(seller)).count).toBe(2)
  })
})

describe('what eraseCustomer leaves in the database', () => {
  it('has nothing of the customer in the bytes of a SQLite file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'erase-customer-'))
    const database = new Libsql(join(folder, 'shop.sqlite')) as unknown as SqliteDatabase & {
      close(): void
    }
    const hits = async () => {
      database.exec('pragma wal_checkpoint(truncate)')
      const files = await readdir(folder)
      const bytes = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))
      return bytes.filter((content) => traces.test(content)).length
    }
    const { engine } = await fill(sqliteStorage(database))
    expect(await hits()).toBeGreaterThan(0)
    await eraseCustomer(engine, seller, { customerId: 'id-7' })
    expect(await hits()).toBe(0)
    database.close()
    await rm(folder, { recursive: true })
  })

  it('has nothing of the customer in any row of PostgreSQL', async () => {
    const { database, giveBack } = await borrowPglite()
    const storage = postgresStorage(database)
    await storage.migrate()
    const { engine } = await fill(storage)
    const hits = async () => {
      const { rows } = await database.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      )
      const contents = await Promise.all(
        rows.map(({ name }) => database.query(`select row_to_json(t)::text as row from ${name} t`)),
      )
      return contents.filter((content) => traces.test(JSON.stringify(content.rows))).length
    }
    expect(await hits()).toBeGreaterThan(0)
    await eraseCustomer(engine, seller, { customerId: 'id-7' })
    expect(await hits()).toBe(0)
    await giveBack()
  })
})

describe('exportCustomer', () => {
  it('has every quote with its history and messages, and the templates', async () => {
    const { engine, first, deleted, templateId } = await fill(memoryStorage())
    const items: CustomerItem[] = []
    for await (const item of exportCustomer(engine, seller, { customerId: 'id-7' }))
      items.push(item)
    expect(items).toMatchObject([
      {
        kind: 'quote',
        isDeleted: false,
        record: { quoteId: first },
        history: [{ operation: 'create' }, { operation: 'send' }, { operation: 'accept' }],
        messages: [{ text: 'Zuckerhut-message' }],
      },
      { kind: 'quote', isDeleted: true, record: { quoteId: deleted }, messages: [] },
      { kind: 'template', record: { templateId } },
    ])
  })

  it('rejects what eraseCustomer rejects', async () => {
    const { engine } = await fill(memoryStorage())
    const read = () => exportCustomer(engine, seller, {} as never).next()
    expect((await errorOf(read)).code).toBe('invalid_request')
  })
})
