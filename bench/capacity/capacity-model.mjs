/**
 * The capacity model of docs/operating/capacity.md: what a load costs, and which limit a number of
 * shops reaches first. All functions are pure. `measure-factors.mjs` measures the factors, and
 * the benchmark `capacity-model` replays a load and compares it with what the model forecasts.
 */

/** @typedef {'create' | 'change' | 'read' | 'list'} Kind */

/**
 * Numbers of calls, by kind.
 *
 * @typedef {Readonly<Record<Kind, number>>} Calls
 */

/**
 * What one call of each kind costs, what is stored, and what one store can do.
 *
 * @typedef {object} Factors
 * @property {Calls} engineCpu Microseconds of CPU in the engine's process.
 * @property {Calls} serverCpu Microseconds of CPU of the server, with its background processes.
 * @property {Calls} connection Microseconds in which a call's statements run on a connection.
 * @property {Pick<Calls, 'create' | 'change'>} wal Bytes, on pages that are written often.
 * @property {Pick<Calls, 'create' | 'change'>} coldWal Bytes, on pages that were not written since
 *   the last checkpoint.
 * @property {StoredBytes} bytes Packed, with indexes.
 * @property {{ readonly slack: number }} space The size of the tables divided by their packed size.
 * @property {{ readonly commits: number }} store Commits of one store per second, if each has a
 *   statement of its own.
 * @property {{ readonly bytes: number }} backend Memory of the server for each connection.
 */

/**
 * @typedef {object} StoredBytes
 * @property {number} quote A quote as created, with its history and search row.
 * @property {number} firstChange
 * @property {number} laterChange
 * @property {number} key An idempotency key.
 */

/**
 * What happens to a quote from its creation on.
 *
 * @typedef {object} Life
 * @property {number} changes
 * @property {number} reads
 * @property {number} lists
 */

/**
 * What shops do, on average over all shops.
 *
 * @typedef {object} ShopLoad
 * @property {number} quotesPerDay
 * @property {Life} life
 * @property {number} retentionDays
 * @property {number} peakFactor Calls per second at the peak, divided by the mean of the day.
 * @property {number} skew The exponent of Zipf's law by which quotes are distributed over stores.
 */

/**
 * What each machine is planned with.
 *
 * @typedef {object} Machines
 * @property {number} serverCores
 * @property {number} serverDiskBytes For the tables.
 * @property {number} serverConnections
 * @property {number} poolSize Connections of each process of the engine.
 * @property {number} utilization The share of a core that is planned with at the peak.
 */

/** @type {readonly Kind[]} */
export const kinds = ['create', 'change', 'read', 'list']

const dayInSeconds = 86_400

/** How long a key is kept: the default of the option `idempotencyTtlMs`. */
const keysKeptDays = 1

/**
 * Returns the calls for this many quotes.
 *
 * @param {number} quotes
 * @param {Life} life
 * @returns {Calls}
 */
export function callsFor(quotes, { changes, reads, lists }) {
  return {
    create: quotes,
    change: quotes * changes,
    read: quotes * reads,
    list: quotes * lists,
  }
}

/** @param {Calls} calls */
export function countCalls({ create, change, read, list }) {
  return create + change + read + list
}

/** @param {Pick<Calls, 'create' | 'change'>} calls */
export function countCommits({ create, change }) {
  return create + change
}

/**
 * Returns what calls cost: the sum of each number of calls times its factor.
 *
 * @param {Calls} calls
 * @param {Pick<Factors, 'engineCpu' | 'serverCpu' | 'connection' | 'wal' | 'coldWal'>} factors
 */
export function costOf(calls, { engineCpu, serverCpu, connection, wal, coldWal }) {
  return {
    engineSeconds: sumProduct(calls, engineCpu) / 1e6,
    serverSeconds: sumProduct(calls, serverCpu) / 1e6,
    connectionSeconds: sumProduct(calls, connection) / 1e6,
    walBytes: sumProduct(calls, { ...wal, read: 0, list: 0 }),
    coldWalBytes: sumProduct(calls, { ...coldWal, read: 0, list: 0 }),
  }
}

/**
 * @param {Calls} calls
 * @param {Calls} factors
 */
function sumProduct(calls, factors) {
  return (
    calls.create * factors.create +
    calls.change * factors.change +
    calls.read * factors.read +
    calls.list * factors.list
  )
}

/**
 * Returns the packed bytes of quotes, each changed this many times, and of keys.
 *
 * @param {{ quotes: number, changes: number, keys: number }} stored
 * @param {StoredBytes} bytes
 */
export function packedBytesOf({ quotes, changes, keys }, bytes) {
  const changesOfQuote =
    Math.min(changes, 1) * bytes.firstChange + Math.max(changes - 1, 0) * bytes.laterChange
  return quotes * (bytes.quote + changesOfQuote) + keys * bytes.key
}

/**
 * Returns the share of each store by Zipf's law: the store of rank r has a share in proportion to
 * 1 / r ** skew.
 *
 * @param {number} stores
 * @param {number} skew
 */
export function zipfShares(stores, skew) {
  const busiest = busiestStoreShare(stores, skew)
  return Array.from({ length: stores }, (_, index) => busiest * (index + 1) ** -skew)
}

/**
 * Returns the share of the busiest store by Zipf's law.
 *
 * @param {number} stores
 * @param {number} skew
 */
export function busiestStoreShare(stores, skew) {
  let sum = 0
  for (let rank = 1; rank <= stores; rank += 1) sum += rank ** -skew
  return 1 / sum
}

/**
 * Adds up by server what stores have, such as their shares.
 *
 * @param {readonly number[]} ofStores
 * @param {readonly number[]} serverOfStores The number of each store's server.
 * @param {number} servers
 */
export function sumByServer(ofStores, serverOfStores, servers) {
  const sums = Array.from({ length: servers }, () => 0)
  ofStores.forEach((value, store) => {
    const server = serverOfStores[store] ?? 0
    sums[server] = (sums[server] ?? 0) + value
  })
  return sums
}

/**
 * Returns the share of the busiest server to expect if a hash distributes the stores: the busiest
 * store's, and an equal part of the rest.
 *
 * @param {number} busiestStore
 * @param {number} servers
 */
export function busiestServerShare(busiestStore, servers) {
  return busiestStore + (1 - busiestStore) / servers
}

/**
 * Returns the calls per second at which one process of the engine has used up its core, or the
 * engine and the servers together the cores of one machine.
 *
 * @param {Calls} mix
 * @param {Factors} factors
 * @param {number} cores
 */
export function callsPerSecondOnOneMachine(mix, factors, cores) {
  const { engineSeconds, serverSeconds } = costOf(mix, factors)
  return countCalls(mix) * Math.min(1 / engineSeconds, cores / (engineSeconds + serverSeconds))
}

/** The limits of one server. More servers help with the first two. */
export const limitNames = /** @type {const} */ ([
  'disk',
  'CPU of the server',
  'connections',
  'commits of the busiest store',
  'disk of the busiest store',
])

/**
 * How much of a limit is used: above 1, it is exceeded.
 *
 * @typedef {{ readonly name: (typeof limitNames)[number], readonly used: number }} Limit
 */

/**
 * Returns what this many shops need, and how much of each limit of one server that is.
 *
 * @param {number} shops
 * @param {ShopLoad} load
 * @param {Factors} factors
 * @param {Machines} machines
 */
export function planFor(shops, load, factors, machines) {
  const { life, peakFactor, retentionDays } = load
  const quotesPerDay = shops * load.quotesPerDay
  const callsOfDay = callsFor(quotesPerDay, life)
  const peak = callsFor((quotesPerDay * peakFactor) / dayInSeconds, life)
  const costOfPeak = costOf(peak, factors)
  const costOfDay = costOf(callsOfDay, factors)
  const stored = {
    quotes: quotesPerDay * retentionDays,
    changes: life.changes,
    keys: quotesPerDay * keysKeptDays,
  }
  const diskBytes = factors.space.slack * packedBytesOf(stored, factors.bytes)
  const processes = Math.max(1, Math.ceil(costOfPeak.engineSeconds / machines.utilization))
  const connections = processes * machines.poolSize
  const busiestShare = busiestStoreShare(shops, load.skew)
  const busiestCommits = busiestShare * countCommits(peak)
  const serverCapacity = machines.serverCores * machines.utilization
  const busiestBytes = busiestShare * diskBytes
  /** @type {Readonly<Record<Limit['name'], number>>} */
  const used = {
    disk: diskBytes / machines.serverDiskBytes,
    'CPU of the server': costOfPeak.serverSeconds / serverCapacity,
    connections: connections / machines.serverConnections,
    'commits of the busiest store': busiestCommits / factors.store.commits,
    'disk of the busiest store': busiestBytes / machines.serverDiskBytes,
  }
  const largest = Math.max(used.disk, used['CPU of the server'])
  const servers = Math.max(1, Math.ceil(largest))
  return {
    quotesPerDay,
    callsPerSecond: countCalls(peak),
    commitsPerSecond: countCommits(peak),
    engineCores: costOfPeak.engineSeconds,
    processes,
    serverCores: costOfPeak.serverSeconds,
    connections,
    connectionBytes: connections * factors.backend.bytes,
    busyConnections: costOfPeak.connectionSeconds,
    walPerDay: costOfDay.walBytes,
    coldWalPerDay: costOfDay.coldWalBytes,
    diskBytes,
    busiestStore: {
      share: busiestShare,
      commitsPerSecond: busiestCommits,
      diskBytes: busiestBytes,
    },
    /** The limit that is reached first comes first. */
    limits: limitNames
      .map((name) => ({ name, used: used[name] }))
      .toSorted((left, right) => right.used - left.used),
    /** With stores placed so that all servers have as much to do. */
    servers,
    /** How much of one server the busiest one needs if a hash distributes the stores. */
    busiestServer: busiestServerShare(busiestShare, servers) * largest,
  }
}
