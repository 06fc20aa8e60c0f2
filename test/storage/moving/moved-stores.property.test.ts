import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isQuoteError } from '../../../src/errors.js'
import type { MovableStorage, StoragePort } from '../../../src/ports/storage.js'
import type { QuoteEngine } from '../../../src/quote-engine/quote-engine.js'
import type { RecordFilter, RecordOrder } from '../../../src/record/search/find-query.js'
import { memoryStorage } from '../../../src/storage/memory/index.js'
import { moveStore } from '../../../src/storage/moving/index.js'
import { findableKinds } from '../../../src/store/search-rows.js'
import { describeOnEveryStorage } from '../every-storage.js'
import { createShop } from './sample-shop.js'

/** A storage that remembers all terms and words by which its records were ever found. */
function rememberingStorage(): MovableStorage & { readonly tokens: Tokens } {
  const inner = memoryStorage()
  const tokens: Tokens = { terms: new Set(), words: new Set() }
  return {
    ...inner,
    tokens,
    commit(storeId, commit) {
      for (const { search } of commit.changes) {
        for (const term of search?.terms ?? []) tokens.terms.add(term)
        for (const word of search?.words ?? []) tokens.words.add(word)
      }
      return inner.commit(storeId, commit)
    },
  }
}

interface Tokens {
  readonly terms: Set<string>
  readonly words: Set<string>
}

const names = ['Ada Byron', 'Zoë Straße', 'Łukasz', '山田 花子', "O'Hara", 'ada'] as const
const emails = ['ada@x.example', 'ZOE@y.example'] as const
const steps = [
  ...['create', 'create', 'create', 'send', 'send', 'accept', 'decline', 'revise', 'cancel'],
  ...['rename', 'tag', 'lines', 'follow', 'delete', 'restore', 'erase', 'template', 'retitle'],
] as const

/** Runs some of what shops do with their quotes. What a quote's status forbids is left out. */
async function live(
  engine: QuoteEngine,
  storeId: string,
  generate: fc.GeneratorValue,
  most: number,
) {
  const context = { storeId }
  const listIds = async () => {
    const lists = await Promise.all(
      [false, true].map((deleted) => engine.listQuotes(context, { deleted })),
    )
    return lists.flatMap(({ items }) => items.map(({ quoteId }) => quoteId))
  }
  const pick = <T>(items: readonly T[]): T =>
    items[generate(fc.nat, { max: items.length - 1 })] as T
  const newCustomer = () => ({
    name: pick(names),
    email: pick(emails),
    city: pick(['Rome', 'Romeo', 'Oslo']),
  })
  const newLines = () => [{ id: 1 + generate(fc.nat, { max: 4 }), qty: 1 }]
  const run = async (step: (typeof steps)[number], quoteId: string) => {
    if (step === 'send')
      return engine.sendQuote(context, quoteId, pick([{}, { expires: '2099-01-01' }]))
    if (step === 'accept') {
      const { quote } = await engine.getQuote(context, quoteId)
      return engine.acceptQuote(context, quoteId, { revision: quote.revision ?? 1 })
    }
    if (step === 'decline') return engine.declineQuote(context, quoteId, {})
    if (step === 'revise') return engine.reviseQuote(context, quoteId)
    if (step === 'cancel') return engine.cancelQuote(context, quoteId, {})
    if (step === 'rename') return engine.updateQuote(context, quoteId, { customer: newCustomer() })
    if (step === 'tag')
      return engine.updateQuote(context, quoteId, { tag_list: pick([['vip'], []]) })
    if (step === 'lines') return engine.updateQuote(context, quoteId, { products: newLines() })
    if (step === 'follow')
      return engine.updateQuote(context, quoteId, { follow_up: pick(['2030-01-01', '2031-05-05']) })
    if (step === 'delete') return engine.deleteQuote(context, quoteId)
    if (step === 'restore') return engine.restoreQuote(context, quoteId)
    return engine.eraseQuote(context, quoteId)
  }
  const count = generate(fc.integer, { min: 1, max: most })
  for (let index = 0; index < count; index += 1) {
    const step = pick(steps)
    const ids = await listIds()
    try {
      if (step === 'template')
        await engine.createTemplate(context, { name: pick(names), products: newLines() })
      else if (step === 'retitle') {
        const [first] = (await engine.listTemplates(context, {})).items
        if (first !== undefined)
          await engine.updateTemplate(context, first.templateId, { name: pick(names) })
      } else if (step === 'create' || ids.length === 0)
        await engine.createQuote(context, { customer: newCustomer(), products: newLines() })
      else await run(step, pick(ids))
    } catch (error) {
      if (!isQuoteError(error)) throw error
    }
  }
}

const orders: readonly RecordOrder[] = ['newest', 'oldest', 'updated', 'expires']

/** Returns what a storage finds by each of these terms and words, and in each order. */
async function findAll(storage: StoragePort, storeId: string, { terms, words }: Tokens) {
  const found: Record<string, readonly string[]> = {}
  const find = async (name: string, filter: RecordFilter, order: RecordOrder) => {
    const query = { ...filter, order, after: undefined, limit: 1_000, maxBytes: 2 ** 30 }
    const { items } = await storage.find(storeId, query)
    const count = await storage.count(storeId, filter, 1_000)
    const isCounted = order === 'expires' || count === items.length
    expect(isCounted, `count of ${name}`).toBe(true)
    if (items.length > 0) found[`${name} ${order}`] = items.map(({ id }) => id)
  }
  for (const kind of findableKinds)
    for (const deleted of [false, true]) {
      const all = { kind, deleted, terms: [], words: [], times: {} }
      const name = `${kind} ${deleted}`
      for (const order of orders) await find(name, all, order)
      for (const term of terms) await find(`${name} ${term}`, { ...all, terms: [[term]] }, 'newest')
      for (const word of words)
        for (const start of [word, word.slice(0, 2)])
          await find(`${name} ${start}`, { ...all, words: [start] }, 'newest')
    }
  return found
}

let stores = 0

describeOnEveryStorage('moveStore', (opened) => {
  it('a moved store finds what the old one finds, however it was interrupted', async () => {
    const there = opened().storage
    const { numRuns: runs = 100 } = fc.readConfigureGlobal()
    const numRuns = Math.ceil((runs * opened().share) / 2)
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (generate) => {
        stores += 1
        const storeId = `law-${stores}`
        const from = rememberingStorage()
        const engine = createShop(from, storeId)
        await engine.setTag({ storeId }, 'vip', {
          backgroundColor: 'rgba(10%, 20%, 30%, 0.5)',
          color: 'rgb(10%, 20%, 30%)',
        })
        await live(engine, storeId, generate, 30)
        const failing = generate(fc.constantFrom, undefined, 'copying', 'comparing', 'frozen')
        if (failing !== undefined) {
          const onProgress = ({ phase }: { readonly phase: string }) => {
            if (phase === failing) throw new Error('interrupted')
          }
          const moving = moveStore({ storeId, from, to: there, switchStore: () => {}, onProgress })
          await expect(moving).rejects.toMatchObject({ code: 'callback_failed' })
          await live(engine, storeId, generate, 10)
        }
        await moveStore({ storeId, from, to: there, switchStore: () => {} })
        const expected = await findAll(from, storeId, from.tokens)
        expect(await findAll(there, storeId, from.tokens)).toEqual(expected)
      }),
      { numRuns },
    )
  })
})
