import { setTimeout as pause } from 'node:timers/promises'
import { isShort } from '../harness/effort.mjs'
import { ratePerSecond } from '../harness/rate.mjs'
import { spreadOf } from '../harness/statistics.mjs'
import { callFor, callWhile } from './call-repeatedly.mjs'
import { callersOfRates } from './capacity-factors.mjs'
import { kinds } from './capacity-model.mjs'
import { usageOf } from './private-servers.mjs'
import { sampleLoad } from './sample-plan.mjs'
import { createStores } from './sharded-stores.mjs'

/** @typedef {import('./private-servers.mjs').PrivateServer} PrivateServer */
/** @typedef {import('./sharded-stores.mjs').Stores} Stores */
/** @typedef {import('./sharded-stores.mjs').Connected} Connected */
/** @typedef {import('./capacity-model.mjs').Kind} Kind */
/** @typedef {Kind | 'createWithoutKey' | 'erase'} CallName */

/** Enough for all cores, and few enough that calls of one store rarely share a statement. */
export const callers = 16

const stores = isShort ? 8 : 300
const warmUpMs = isShort ? 10 : 400
const durationMs = isShort ? 40 : 1_500
const idleMs = isShort ? 100 : 6_000
/** Commits after a checkpoint, each in another store. */
const coldCommits = isShort ? 8 : 64
const storesOfBytes = isShort ? 8 : 100
const { changes: changesOfQuote } = sampleLoad.life

/**
 * Measures what one call of each kind costs.
 *
 * @param {PrivateServer} server
 */
export async function measureCalls(server) {
  const created = await createStores([server], stores)
  const costs = await eachKind((kind) => costOfCall(server, created, kind))
  const prepared = await eachKind((kind) =>
    costOfCall(server, created, kind, { preparedStatements: true }),
  )
  const coldWal = await walAfterCheckpoint(server, created)
  await created.databases[0]?.set('wal_compression', 'on')
  const compressedWal = await walAfterCheckpoint(server, created)
  await created.drop()
  return {
    engineCpu: mapKinds(costs, ({ half }) => half.engineCpu),
    serverCpu: mapKinds(costs, ({ half }) => half.serverCpu),
    fullEngineCpu: mapKinds(costs, ({ full }) => full.engineCpu),
    fullServerCpu: mapKinds(costs, ({ full }) => full.serverCpu),
    preparedEngineCpu: mapKinds(prepared, ({ half }) => half.engineCpu),
    preparedServerCpu: mapKinds(prepared, ({ half }) => half.serverCpu),
    connection: mapKinds(costs, ({ connection }) => connection),
    wal: mapKinds(costs, ({ full }) => full.wal),
    coldWal,
    compressedWal,
    backend: { bytes: spreadOf(kinds.map((kind) => costs[kind].backendBytes)).median },
  }
}

/**
 * Measures what calls of a kind cost, first with as many as possible, then with half of them.
 *
 * @param {PrivateServer} server
 * @param {Stores} created
 * @param {Kind} kind
 * @param {import('quotewright/postgres').PostgresStorageOptions} [options]
 */
async function costOfCall(server, created, kind, options) {
  const [database] = created.databases
  const secondsOnConnections = async () => (await database?.connectionSeconds()) ?? 0
  const measure = async (/** @type {number | undefined} */ perSecond) => {
    const before = await secondsOnConnections()
    const connected = created.connect(options)
    const call = callInTurn(created, connected, kind)
    const warmUps = await callFor(warmUpMs, { callers, perSecond }, call)
    let calls = 0
    const usage = await usageOf([server], async () => {
      calls = await callFor(durationMs, { callers, perSecond }, call)
    })
    const backendBytes = spreadOf(await server.backendBytes()).median
    await connected.disconnect()
    const connectionSeconds = (await secondsOnConnections()) - before
    const [{ cpuSeconds = 0, walBytes = 0 } = {}] = usage.ofServers
    return {
      engineCpu: (usage.engineSeconds * 1e6) / calls,
      serverCpu: (cpuSeconds * 1e6) / calls,
      wal: walBytes / calls,
      connection: (connectionSeconds * 1e6) / (warmUps + calls),
      perSecond: calls / usage.seconds,
      backendBytes,
    }
  }
  const full = await measure(undefined)
  const half = await measure(full.perSecond / 2)
  return { full, half, connection: half.connection, backendBytes: full.backendBytes }
}

/**
 * Measures the CPU that each server uses without calls, in microseconds per second.
 *
 * @param {readonly PrivateServer[]} servers
 */
export async function measureIdle(servers) {
  const { seconds, ofServers } = await usageOf(servers, () => pause(idleMs))
  const cpuSeconds = ofServers.reduce((sum, used) => sum + used.cpuSeconds, 0)
  return { server: (cpuSeconds * 1e6) / seconds / servers.length }
}

/**
 * Measures the WAL of commits in different stores after a checkpoint.
 *
 * @param {PrivateServer} server
 * @param {Stores} created
 */
async function walAfterCheckpoint(server, created) {
  const connected = created.connect()
  const measure = async (/** @type {'create' | 'change'} */ kind) => {
    const call = callInTurn(created, connected, kind)
    await server.checkpoint()
    const { ofServers } = await usageOf([server], () =>
      callWhile((calls) => calls < coldCommits, { callers: 1 }, call),
    )
    return (ofServers[0]?.walBytes ?? 0) / coldCommits
  }
  const wal = { create: await measure('create'), change: await measure('change') }
  await connected.disconnect()
  return wal
}

/**
 * Measures the packed bytes of quotes, changes and keys.
 *
 * @param {PrivateServer} server
 */
export async function measureBytes(server) {
  const created = await createStores([server], storesOfBytes)
  const connected = created.connect()
  const [database] = created.databases
  const { quotes } = created
  let size = 0
  /** Packs the tables, and returns by how many bytes they have grown since the last time. */
  const growth = async () => {
    const before = size
    await database?.pack()
    size = (await database?.size()) ?? 0
    return size - before
  }
  /** Returns the bytes of calls of a kind, for each quote. */
  const bytesOf = async (/** @type {CallName} */ kind, callsOfQuote = 1) => {
    const call = callInTurn(created, connected, kind, callsOfQuote)
    await callWhile((calls) => calls < quotes.length * callsOfQuote, { callers }, call)
    return (await growth()) / quotes.length
  }
  await growth()
  const firstChange = await bytesOf('change')
  const laterChanges = await bytesOf('change', changesOfQuote - 1)
  const erased = await bytesOf('erase')
  const quote = await bytesOf('createWithoutKey')
  const key = (await bytesOf('create')) - quote
  await connected.disconnect()
  await created.drop()
  return {
    quote,
    firstChange,
    laterChange: laterChanges / (changesOfQuote - 1),
    erased: quote + firstChange + laterChanges + erased,
    key,
  }
}

/**
 * Measures the commits per second of one engine, and of one store whose commits share no statement.
 *
 * @param {PrivateServer} server
 */
export async function measureRates(server) {
  const created = await createStores([server], Math.max(...callersOfRates), { quotes: 0 })
  const { storeIds } = created
  const [first = ''] = storeIds
  const connected = created.connect()
  /** @type {Record<string, number>} */
  const inOneStore = {}
  /** @type {Record<string, number>} */
  const inAStoreEach = {}
  for (const count of callersOfRates) {
    inOneStore[count] = await ratePerSecond(count, () => connected.createWithoutKey(first))
    inAStoreEach[count] = await ratePerSecond(count, (caller) =>
      connected.createWithoutKey(storeIds[caller] ?? ''),
    )
  }
  await connected.disconnect()
  // As in processes that have one caller each.
  const engines = Array.from({ length: callers }, () => created.connect())
  const withoutSharing = await ratePerSecond(
    callers,
    async (caller) => await engines[caller]?.createWithoutKey(first),
  )
  for (const engine of engines) await engine.disconnect()
  await created.drop()
  return { inOneStore, inAStoreEach, store: { commits: withoutSharing } }
}

/** Quotes that are changed in turn, so that no two calls change the same quote at once. */
const quotesInTurn = 4 * callers

/**
 * Returns a call of a kind, whose number says for which quote it is.
 *
 * @param {Stores} created
 * @param {Connected} connected
 * @param {CallName} kind
 */
function callInTurn({ quotes }, connected, kind, callsOfQuote = changesOfQuote) {
  const callsOfTurn = quotesInTurn * callsOfQuote
  return (/** @type {number} */ call) => {
    const turn = Math.floor(call / callsOfTurn)
    const index = (turn * quotesInTurn + (call % quotesInTurn)) % quotes.length
    const { storeId = '', quoteId = '' } = quotes[index] ?? {}
    return connected[kind](storeId, quoteId)
  }
}

/**
 * @template Result
 * @param {(kind: Kind) => Promise<Result>} measure
 */
async function eachKind(measure) {
  /** @type {[Kind, Result][]} */
  const results = []
  for (const kind of kinds) results.push([kind, await measure(kind)])
  return /** @type {Record<Kind, Result>} */ (Object.fromEntries(results))
}

/**
 * @template Value
 * @param {Readonly<Record<Kind, Value>>} values
 * @param {(value: Value) => number} map
 * @returns {import('./capacity-model.mjs').Calls}
 */
function mapKinds({ create, change, read, list }, map) {
  return { create: map(create), change: map(change), read: map(read), list: map(list) }
}
