import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ListQuotesOptions } from '../../../../src/engine/operations/read-quotes.js'
import { describeOnEveryStorage, type OpenStorage } from '../../../storage/every-storage.js'
import { expectedIds } from './plain-filter.js'
import { type Lister, randomFilter, randomStores, randomWrite } from './random-quotes.js'

const order = fc.constantFrom('newest', 'oldest', 'updated')
const limit = fc.integer({ min: 1, max: 4 })

/** More than any store of a run has, so that a cursor that does not advance fails at once. */
const maxVisits = 100

function runsOn({ share }: OpenStorage) {
  return { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) * share) }
}

/** Returns the ids of each page. */
async function listPages(
  engine: Lister,
  context: { readonly storeId: string },
  options: ListQuotesOptions,
): Promise<readonly (readonly string[])[]> {
  const pages: string[][] = []
  let after: string | undefined
  do {
    const { items, next } = await engine.listQuotes(context, { ...options, after })
    pages.push(items.map(({ quoteId }) => quoteId))
    if (pages.length > maxVisits) expect.fail('the cursor does not advance')
    after = next
  } while (after !== undefined)
  return pages
}

function pagesOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const pages = Math.max(Math.ceil(items.length / size), 1)
  return Array.from({ length: pages }, (_, page) => items.slice(page * size, (page + 1) * size))
}

let runs = 0

describeOnEveryStorage('listQuotes', (opened) => {
  it('lists what a plain filter selects, in its order, with each page boundary', async () => {
    const queries = fc.array(fc.tuple(randomFilter, order, limit), { minLength: 4, maxLength: 4 })
    const property = fc.asyncProperty(
      fc.array(randomWrite, { minLength: 5, maxLength: 20 }),
      queries,
      async (writes, filters) => {
        runs += 1
        const { engine, stores, write, now } = randomStores(opened().storage, `plain-${runs}`)
        for (const each of writes) await write(each)
        for (const { context, quotes } of stores)
          for (const [filter, orderBy, size] of filters) {
            const options = { ...filter, order: orderBy, limit: size } as ListQuotesOptions
            const expected = expectedIds(quotes.values(), options, now())
            expect(await listPages(engine, context, options)).toEqual(pagesOf(expected, size))
            expect(await engine.countQuotes(context, filter)).toEqual({
              count: expectedIds(quotes.values(), filter, now()).length,
              isCapped: false,
            })
          }
      },
    )
    await fc.assert(property, runsOn(opened()))
  })

  it('lists each quote as getQuote returns it', async () => {
    const property = fc.asyncProperty(
      fc.array(randomWrite, { minLength: 1, maxLength: 10 }),
      async (writes) => {
        runs += 1
        const { engine, stores, write } = randomStores(opened().storage, `views-${runs}`)
        for (const each of writes) await write(each)
        for (const { context } of stores) {
          await engine.setTag(context, 'vip', {
            backgroundColor: 'rgba(1%, 2%, 3%, 0.5)',
            color: 'rgb(1%, 2%, 3%)',
          })
          for await (const view of engine.listQuotes(context))
            expect(JSON.stringify(view)).toBe(
              JSON.stringify(await engine.getQuote(context, view.quoteId)),
            )
        }
      },
    )
    await fc.assert(property, runsOn(opened()))
  })

  it.each(['newest', 'oldest'] as const)(
    'by %s visits every quote that exists throughout once, whatever is written meanwhile',
    async (orderBy) => {
      const property = fc.asyncProperty(
        fc.array(randomWrite, { minLength: 3, maxLength: 12 }),
        fc.array(fc.array(randomWrite, { maxLength: 3 }), { maxLength: 12 }),
        limit,
        fc.boolean(),
        async (before, meanwhile, size, isByCursor) => {
          runs += 1
          const { engine, stores, write, now } = randomStores(opened().storage, `meanwhile-${runs}`)
          for (const each of before) await write(each)
          const [{ context, quotes }] = stores as [(typeof stores)[0]]
          const throughout = new Set(liveIds(quotes))
          const pending = [...meanwhile]
          const writeMeanwhile = async () => {
            for (const each of pending.shift() ?? []) {
              await write(each)
              const live = new Set(liveIds(quotes))
              for (const id of throughout) if (!live.has(id)) throughout.delete(id)
            }
          }
          const options = { order: orderBy, limit: size }
          const visited = isByCursor
            ? await visitByCursor(engine, context, options, writeMeanwhile)
            : await visitByIteration(engine, context, options, writeMeanwhile)
          expect(new Set(visited).size).toBe(visited.length)
          expect(visited.filter((id) => throughout.has(id))).toEqual(
            expectedIds(quotes.values(), options, now()).filter((id) => throughout.has(id)),
          )
        },
      )
      await fc.assert(property, runsOn(opened()))
    },
  )
})

function liveIds(quotes: ReadonlyMap<string, { readonly isDeleted: boolean }>): readonly string[] {
  return [...quotes].filter(([, { isDeleted }]) => !isDeleted).map(([id]) => id)
}

type Visit = (
  engine: Lister,
  context: { readonly storeId: string },
  options: ListQuotesOptions,
  writeMeanwhile: () => Promise<void>,
) => Promise<readonly string[]>

const visitByIteration: Visit = async (engine, context, options, writeMeanwhile) => {
  const visited: string[] = []
  for await (const { quoteId } of engine.listQuotes(context, options)) {
    visited.push(quoteId)
    if (visited.length > maxVisits) expect.fail('the cursor does not advance')
    await writeMeanwhile()
  }
  return visited
}

const visitByCursor: Visit = async (engine, context, options, writeMeanwhile) => {
  const visited: string[] = []
  let after: string | undefined
  do {
    const { items, next } = await engine.listQuotes(context, { ...options, after })
    visited.push(...items.map(({ quoteId }) => quoteId))
    if (visited.length > maxVisits) expect.fail('the cursor does not advance')
    after = next
    await writeMeanwhile()
  } while (after !== undefined)
  return visited
}
