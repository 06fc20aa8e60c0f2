import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { memoryStorage } from 'quotewright'
import { sqliteStorage } from 'quotewright/sqlite'
import { isShort } from '../harness/effort.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'
import { sqliteFiles } from '../subjects/sqlite-files.mjs'

const callers = 64
const warmUp = isShort ? 20 : 1_000
const duration = isShort ? 50 : 5_000

/** Interval of the monitor in milliseconds, which its measurements include. */
const resolution = 1

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare(onCleanUp) {
    const openFile = sqliteFiles(onCleanUp)
    /** @type {[place: string, storage: import('quotewright').StoragePort][]} */
    const storages = [
      ['in memory', memoryStorage()],
      ['durable SQLite', sqliteStorage(openFile('quotes'))],
    ]
    return {
      figures: storages.map(([place, storage]) => ({
        name: `99th percentile of the event loop's delay, 64 callers of createQuote, ${place}`,
        unit: 'ms',
        measure: () => delayUnderLoad(storage),
      })),
    }
  },
}

/** @param {import('quotewright').StoragePort} storage */
async function delayUnderLoad(storage) {
  const engine = sampleEngine(storage)
  const request = sampleRequest()
  let isOver = false
  const callRepeatedly = async () => {
    while (!isOver) {
      await engine.createQuote({ storeId }, request)
      // Yields as a caller does that waits for the next request.
      await nextTurn()
    }
  }
  const running = Array.from({ length: callers }, callRepeatedly)
  await pause(warmUp)
  const monitor = monitorEventLoopDelay({ resolution })
  monitor.enable()
  await pause(duration)
  monitor.disable()
  isOver = true
  await Promise.all(running)
  return Math.max(0, monitor.percentile(99) / 1e6 - resolution)
}
