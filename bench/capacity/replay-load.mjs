import { callWhile, turnsOf } from './call-repeatedly.mjs'
import { usageOf } from './private-servers.mjs'
import { createStores } from './sharded-stores.mjs'

/** @typedef {import('./private-servers.mjs').PrivateServer} PrivateServer */
/** @typedef {import('./private-servers.mjs').Database} Database */
/** @typedef {import('./sharded-stores.mjs').Connected} Connected */
/** @typedef {import('./capacity-model.mjs').Kind} Kind */

/**
 * A load of quotes that are created, changed, read and listed. Their stores are drawn by the shares
 * of the stores, and the order of the calls of a quote after its creation at random.
 *
 * @typedef {object} Load
 * @property {readonly number[]} shares The share of each store.
 * @property {number} quotes
 * @property {import('./capacity-model.mjs').Life} life
 * @property {import('./call-repeatedly.mjs').Pace} pace Each caller makes all calls of one quote.
 */

/**
 * Replays a load on new databases, one on each server, and measures what it used.
 *
 * @param {readonly PrivateServer[]} servers
 * @param {readonly number[]} packedBytesBefore What `packedBytesOfStores` returned.
 * @param {Load} load
 */
export async function replayLoad(servers, packedBytesBefore, { shares, quotes, life, pace }) {
  const created = await createStores(servers, shares.length)
  const { databases, storeIds } = created
  const before = await countersOf(databases)
  const connected = created.connect()
  await warmUp(connected, created, pace.callers)
  const drawStore = drawingBy(shares)
  const nextTurn = turnsOf(pace.perSecond)
  const usage = await usageOf(servers, () =>
    callWhile(
      (lives) => lives < quotes,
      { callers: pace.callers },
      () => replayQuote(connected, storeIds[drawStore()] ?? '', life, nextTurn),
    ),
  )
  await connected.disconnect()
  const after = await countersOf(databases)
  for (const database of databases) await database.pack()
  const packed = await countersOf(databases)
  await created.drop()
  return {
    ...usage,
    /** The commits of each store, in the order of their shares. */
    commitsOfStores: storeIds.map(
      (storeId) => (after.commits.get(storeId) ?? 0) - (before.commits.get(storeId) ?? 0),
    ),
    ofServers: usage.ofServers.map((used, server) => ({
      ...used,
      connectionSeconds: (after.seconds[server] ?? 0) - (before.seconds[server] ?? 0),
      packedBytes: (packed.bytes[server] ?? 0) - (packedBytesBefore[server] ?? 0),
    })),
    slack: sum(after.bytes) / sum(packed.bytes),
  }
}

/**
 * Returns the bytes of the tables on each server before a load is replayed.
 *
 * @param {readonly PrivateServer[]} servers
 * @param {number} stores
 */
export async function packedBytesOfStores(servers, stores) {
  const { databases, drop } = await createStores(servers, stores)
  for (const database of databases) await database.pack()
  const { bytes } = await countersOf(databases)
  await drop()
  return bytes
}

/**
 * Reads and lists, so that what a connection does first is not measured.
 *
 * @param {Connected} connected
 * @param {import('./sharded-stores.mjs').Stores} created
 * @param {number} callers
 */
async function warmUp(connected, { quotes }, callers) {
  await callWhile(
    (calls) => calls < quotes.length,
    { callers },
    (call) => {
      const { storeId = '', quoteId = '' } = quotes[call] ?? {}
      return connected[call % 8 === 0 ? 'list' : 'read'](storeId, quoteId)
    },
  )
}

/**
 * Makes all calls of one quote, as `callsFor` counts them.
 *
 * @param {Connected} connected
 * @param {string} storeId
 * @param {import('./capacity-model.mjs').Life} life
 * @param {() => Promise<unknown>} nextTurn
 */
async function replayQuote(connected, storeId, { changes, reads, lists }, nextTurn) {
  /** @type {Kind[]} */
  const calls = [
    ...Array.from({ length: changes }, () => /** @type {const} */ ('change')),
    ...Array.from({ length: reads }, () => /** @type {const} */ ('read')),
    ...Array.from({ length: lists }, () => /** @type {const} */ ('list')),
  ]
  await nextTurn()
  const { quoteId } = await connected.create(storeId)
  while (calls.length > 0) {
    const [kind = 'read'] = calls.splice(Math.floor(Math.random() * calls.length), 1)
    await nextTurn()
    await connected[kind](storeId, quoteId)
  }
}

/**
 * Returns a function that draws the index of a share with its probability.
 *
 * @param {readonly number[]} shares
 */
function drawingBy(shares) {
  let total = 0
  const limits = shares.map((share) => {
    total += share
    return total
  })
  return () => {
    const drawn = Math.random() * total
    return limits.findIndex((limit) => drawn < limit)
  }
}

/** @param {readonly Database[]} databases */
async function countersOf(databases) {
  /** @type {Map<string, number>} */
  const commits = new Map()
  const seconds = []
  const bytes = []
  for (const database of databases) {
    const rows = await database.query('select store_id, position from quotewright.stores')
    for (const { store_id: storeId, position } of rows) commits.set(storeId, Number(position))
    seconds.push(await database.connectionSeconds())
    bytes.push(await database.size())
  }
  return { commits, seconds, bytes }
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}
