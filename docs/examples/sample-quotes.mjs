/**
 * Fills the sample store with users, templates and about forty quotes in every status. Their
 * history is that of the past ten weeks: the engine that writes it has a clock of its own.
 */
import { createHash } from 'node:crypto'
import { createSampleEngine, storeId } from './sample-store.mjs'
import { customers, stories, templates, users } from './sample-stories.mjs'

/** @typedef {import('./sample-stories.mjs').Visit} Visit */
/** @typedef {Visit['engine']} Methods */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Writes the quotes into a storage, unless the store has some. The same `now` always gives the same
 * quotes.
 *
 * @param {import('quotewright').StoragePort} storage
 * @param {number} [now] Where the history ends, in milliseconds since the Unix epoch.
 * @param {{ exec(sql: string): unknown }} [database] The connection of a SQLite storage. All quotes
 * are then written in one transaction, which is faster, and an interrupted start leaves none.
 */
export async function seedSampleStore(storage, now = Date.now(), database) {
  const clock = { time: now }
  let count = 0
  const own = createSampleEngine(storage, {
    now: () => clock.time,
    generateId() {
      count += 1
      return idOf(clock.time, count)
    },
  })
  const { items } = await own.listQuotes({ storeId }, { limit: 1 })
  if (items.length > 0) return
  if (database === undefined) return writeQuotes(own, clock)
  database.exec('begin immediate')
  try {
    await writeQuotes(own.using(database), clock)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/**
 * @param {Methods} engine
 * @param {{ time: number }} clock
 */
async function writeQuotes(engine, clock) {
  const { time: now } = clock
  const grace = { storeId, actor: 'grace', role: /** @type {const} */ ('seller') }
  clock.time = now - 75 * day
  for (const [userId, user] of Object.entries(users)) await engine.setUser(grace, userId, user)
  for (const template of templates) {
    clock.time += day
    await engine.createTemplate(grace, template)
  }
  // In the order of time, as it happened: numbers and events have the same order.
  for (const { time, act } of visitsOf(engine, now)) {
    clock.time = time
    await act()
  }
}

/**
 * Returns everything that happens to all quotes, by time.
 *
 * @param {Methods} engine
 * @param {number} now
 */
function visitsOf(engine, now) {
  const visits = stories.flatMap(({ customer, owner, age, request, steps }, index) => {
    const fields = customers[customer]
    if (fields === undefined) throw new Error(`there is no customer ${customer}`)
    /** @type {Visit} */
    const visit = {
      engine,
      seller: { storeId, actor: owner, role: 'seller' },
      buyer: { storeId, actor: 'customer', role: 'buyer' },
      system: { storeId, actor: 'mail', role: 'system' },
      quoteId: '',
      email: fields.email ?? '',
      name: fields.name ?? '',
      time: 0,
    }
    const began = startOf(now - age * day) + (14 * hour + ((index * 97) % 420) * minute)
    const create = async () => {
      const { tag_list: tags, ...input } = request
      const created = await engine.createQuote(visit.seller, { customer: fields, owner, ...input })
      visit.quoteId = created.quoteId
      if (tags !== undefined)
        await engine.updateQuote(visit.seller, visit.quoteId, { tag_list: tags })
    }
    const all = [{ after: 0, act: create }, ...steps]
    let last = 0
    return all.map(({ after, act }, step) => {
      const planned = Math.max(began + after * day, last + 11 * minute)
      const time = Math.min(planned, now - (all.length - step) * minute)
      last = time
      return {
        time,
        act: () => {
          visit.time = time
          return act(visit)
        },
      }
    })
  })
  return visits.sort((left, right) => left.time - right.time)
}

/** @param {number} time */
function startOf(time) {
  return time - (time % day)
}

/**
 * Returns an id in the form of those that the engine makes, a UUID of version 7.
 *
 * @param {number} time
 * @param {number} count
 */
function idOf(time, count) {
  const begin = time.toString(16).padStart(12, '0')
  const end = createHash('sha256').update(String(count)).digest('hex')
  const groups = [`7${end.slice(0, 3)}`, `8${end.slice(3, 6)}`, end.slice(6, 18)]
  return [begin.slice(0, 8), begin.slice(8), ...groups].join('-')
}
