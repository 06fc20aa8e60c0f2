import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isShort } from '../harness/effort.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const quotes = isShort ? 100 : 10_000

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  prepare: () => ({
    figures: [{ name: 'memory for a stored quote of 10 lines, in memory', unit: 'bytes', measure }],
  }),
}

async function measure() {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc')
  const engine = sampleEngine()
  const request = sampleRequest()
  const create = async () => {
    for (let made = 0; made < quotes; made += 1) await engine.createQuote({ storeId }, request)
  }
  // The first quotes bring in the code, and make the map of quotes as long as it will be.
  await create()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  await create()
  collectGarbage()
  return (process.memoryUsage().heapUsed - before) / quotes
}
