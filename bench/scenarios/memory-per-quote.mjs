import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isShort } from '../harness/effort.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const quotes = isShort ? 100 : 10_000

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare: () => ({
    figures: [{ name: 'memory per stored quote of 10 lines, in memory', unit: 'bytes', measure }],
  }),
}

async function measure() {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc')
  const engine = sampleEngine()
  const request = sampleRequest()
  const create = async () => {
    for (let count = 0; count < quotes; count += 1) await engine.createQuote({ storeId }, request)
  }
  // The first quotes compile the code and grow the map of quotes.
  await create()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  await create()
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / quotes
}
