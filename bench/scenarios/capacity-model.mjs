import { availableParallelism } from 'node:os'
import { figuresOf } from '../capacity/capacity-factors.mjs'
import { callsFor, callsPerSecondOnOneMachine, zipfShares } from '../capacity/capacity-model.mjs'
import { compareReplay, medianForecasts } from '../capacity/compare-replay.mjs'
import {
  callers,
  measureBytes,
  measureCalls,
  measureIdle,
  measureRates,
} from '../capacity/measure-factors.mjs'
import { privateServersMissing, startServers } from '../capacity/private-servers.mjs'
import { packedBytesOfStores, replayLoad } from '../capacity/replay-load.mjs'
import { sampleLoad } from '../capacity/sample-plan.mjs'
import { serverOf, storeIdsOf } from '../capacity/sharded-stores.mjs'
import { isShort, rounds } from '../harness/effort.mjs'

const cores = availableParallelism()
/** One takes more than a minute, so there are fewer than of other benchmarks. */
const repeats = Math.ceil(rounds / 10)
const stores = isShort ? 12 : 300
const quotes = isShort ? 8 : 1_000
const { life, skew } = sampleLoad
const shares = zipfShares(stores, skew)

/** @typedef {import('../capacity/private-servers.mjs').PrivateServer} PrivateServer */
/** @typedef {Parameters<typeof compareReplay>[2]} Factors */

/**
 * Measures the factors of the capacity model, and replays a load whose stores are as unequal as
 * Zipf's law says, on one and on three servers that share the cores of this machine.
 *
 * @type {import('../harness/scenario.js').Scenario}
 */
export const scenario = {
  // For the version in the results; its own servers are of the same programs.
  needsPostgres: true,
  prepare(onCleanUp) {
    if (privateServersMissing !== undefined) return { skipped: privateServersMissing }
    return {
      async measureForecasts(onProgress) {
        const servers = await startServers(onCleanUp, 3)
        const first = firstOf(servers)
        const constants = {
          idle: await measureIdle(servers),
          bytes: await measureBytes(first),
          before: {
            one: await packedBytesOfStores([first], stores),
            three: await packedBytesOfStores(servers, stores),
          },
        }
        const results = []
        for (let repeat = 1; repeat <= repeats; repeat += 1) {
          results.push(await measureRound(servers, constants))
          onProgress(repeat / repeats)
        }
        return {
          rounds: repeats,
          figures: figuresOf(results.map(({ measured }) => measured)),
          forecasts: medianForecasts(results.map(({ compared }) => compared)),
        }
      },
    }
  },
}

/**
 * @param {readonly PrivateServer[]} servers
 * @param {object} constants
 * @param {Factors['idle']} constants.idle
 * @param {Factors['bytes']} constants.bytes
 * @param {Record<'one' | 'three', readonly number[]>} constants.before
 */
async function measureRound(servers, { idle, bytes, before }) {
  const first = firstOf(servers)
  const calls = await measureCalls(first)
  const rates = await measureRates(first)
  const load = { shares, quotes, life, pace: { callers } }
  const onOne = await replayLoad([first], before.one, load)
  const onThree = await replayLoad(servers, before.three, load)
  const measured = {
    ...{ ...calls, ...rates, idle, bytes },
    space: { slack: onOne.slack },
    machine: { otherCores: onOne.otherCores },
  }
  const coresLeft = cores - onThree.otherCores
  const mix = callsFor(quotes, life)
  const perSecond = callsPerSecondOnOneMachine(mix, measured, coresLeft) / 2
  const paced = await replayLoad(servers, before.three, { ...load, pace: { callers, perSecond } })
  const atFullLoad = {
    ...measured,
    engineCpu: measured.fullEngineCpu,
    serverCpu: measured.fullServerCpu,
  }
  const replayed = (/** @type {string} */ name, /** @type {number} */ count, isPaced = false) => ({
    ...{ load: name, quotes, life, shares, cores, isPaced },
    serverOfStores: storeIdsOf(stores).map((storeId) => serverOf(storeId, count)),
  })
  return {
    measured,
    compared: [
      ...compareReplay(replayed('one server', 1), onOne, atFullLoad),
      ...compareReplay(replayed('three servers', 3), onThree, atFullLoad),
      ...compareReplay(replayed('three servers, half load', 3, true), paced, measured),
    ],
  }
}

/** @param {readonly PrivateServer[]} servers */
function firstOf(servers) {
  const [first] = servers
  if (first === undefined) throw new Error('expected at least one server')
  return first
}
