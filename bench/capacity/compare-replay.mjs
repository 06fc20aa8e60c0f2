import { spreadOf } from '../harness/statistics.mjs'
import {
  callsFor,
  callsPerSecondOnOneMachine,
  costOf,
  countCalls,
  countCommits,
  packedBytesOf,
  sumByServer,
} from './capacity-model.mjs'

/** @typedef {import('../harness/scenario.js').ForecastResult} ForecastResult */

/**
 * @typedef {object} Replayed
 * @property {string} load Its name in results.
 * @property {number} quotes
 * @property {import('./capacity-model.mjs').Life} life
 * @property {readonly number[]} shares The share of each store.
 * @property {readonly number[]} serverOfStores The number of each store's server.
 * @property {number} cores Of this machine, for the engine and all servers.
 * @property {boolean} isPaced False if it was as fast as possible.
 */

/**
 * What a replay used.
 *
 * @typedef {object} Used
 * @property {number} seconds
 * @property {number} engineSeconds
 * @property {number} otherCores
 * @property {readonly number[]} commitsOfStores
 * @property {readonly UsedByServer[]} ofServers
 */

/**
 * @typedef {object} UsedByServer
 * @property {number} cpuSeconds
 * @property {number} walBytes
 * @property {number} connectionSeconds
 * @property {number} packedBytes
 */

/**
 * The factors of the model, and the CPU of a server without calls: microseconds per second.
 *
 * @typedef {import('./capacity-model.mjs').Factors & { idle: { readonly server: number } }} Factors
 */

/**
 * Returns what the model forecasts of a replay, beside what was measured.
 *
 * @param {Replayed} replayed
 * @param {Used} used
 * @param {Factors} factors
 */
export function compareReplay(replayed, used, factors) {
  const { load, quotes, life, shares, serverOfStores, cores, isPaced } = replayed
  const calls = callsFor(quotes, life)
  const cost = costOf(calls, factors)
  const row = (
    /** @type {string} */ part,
    /** @type {string} */ name,
    /** @type {string} */ unit,
    /** @type {number} */ forecast,
    /** @type {number} */ measured,
  ) => ({ load, part, name, unit, forecast, measured })
  const connectionSeconds = used.ofServers.reduce((sum, each) => sum + each.connectionSeconds, 0)
  const servers = used.ofServers.length
  const idleSeconds = (used.seconds * factors.idle.server) / 1e6
  const coresLeft = cores - used.otherCores - (servers * factors.idle.server) / 1e6
  const sharesOfServers = sumByServer(shares, serverOfStores, servers)
  const commitsOfServers = sumByServer(used.commitsOfStores, serverOfStores, servers)
  return [
    isPaced
      ? row('all servers', 'time on connections', 's', cost.connectionSeconds, connectionSeconds)
      : row(
          'all',
          'calls',
          'a second',
          callsPerSecondOnOneMachine(calls, factors, coresLeft),
          countCalls(calls) / used.seconds,
        ),
    row('engine', 'CPU', 's', cost.engineSeconds, used.engineSeconds),
    row(
      'busiest store',
      'commits',
      '',
      countCommits(calls) * (shares[0] ?? 0),
      used.commitsOfStores[0] ?? 0,
    ),
    ...used.ofServers.flatMap(({ cpuSeconds, walBytes, packedBytes }, server) => {
      const share = sharesOfServers[server] ?? 0
      const ofServer = callsFor(quotes * share, life)
      const ofServerCost = costOf(ofServer, factors)
      const stored = { quotes: quotes * share, changes: life.changes, keys: quotes * share }
      const part = `server ${server + 1}`
      return [
        row(part, 'commits', '', countCommits(ofServer), commitsOfServers[server] ?? 0),
        row(part, 'CPU', 's', ofServerCost.serverSeconds + idleSeconds, cpuSeconds),
        row(part, 'WAL', 'MB', ofServerCost.walBytes / 1e6, walBytes / 1e6),
        row(part, 'disk', 'MB', packedBytesOf(stored, factors.bytes) / 1e6, packedBytes / 1e6),
      ]
    }),
  ]
}

/**
 * Returns the medians of several rounds that compared the same.
 *
 * @param {readonly ReturnType<typeof compareReplay>[]} rounds
 * @returns {ForecastResult[]}
 */
export function medianForecasts(rounds) {
  const [first = []] = rounds
  return first.map(({ load, part, name, unit }, index) => {
    const each = rounds.flatMap((rows) => rows[index] ?? [])
    return {
      load,
      part,
      name,
      unit,
      forecast: spreadOf(each.map(({ forecast }) => forecast)).median,
      measured: spreadOf(each.map(({ measured }) => measured)).median,
      ratio: spreadOf(each.map(({ forecast, measured }) => measured / forecast)),
    }
  })
}
