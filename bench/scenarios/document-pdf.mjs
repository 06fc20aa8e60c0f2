import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDocument } from 'quotewright/document'
import { createPdfRenderer } from 'quotewright/pdf'
import { isShort } from '../harness/effort.mjs'
import { spreadOf } from '../harness/statistics.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const warmUp = isShort ? 2 : 200
const documents = isShort ? 5 : 1_000

/** Maximum milliseconds for a file of 10 lines. */
const maxTime = 50

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const { quote } = await sampleEngine().createQuote({ storeId }, sampleRequest())
    const renderer = createPdfRenderer()
    onCleanUp(() => renderer.close())
    const create = async (/** @type {number} */ count) => {
      for (let index = 0; index < count; index += 1)
        await renderer.render({ ...createDocument(quote), title: `Quote ${index}` })
    }
    await create(warmUp)
    return {
      figures: [
        {
          name: `PDF file of a quote of 10 lines, at most ${maxTime} ms`,
          unit: 'ms',
          measure: () => timeOf(create),
        },
        {
          name: `memory that ${documents.toLocaleString('en')} PDF files leave behind`,
          unit: 'bytes',
          measure: () => memoryOf(create),
        },
      ],
    }
  },
}

/**
 * Returns the median, which a busy machine changes less than the mean.
 *
 * @param {(count: number) => Promise<void>} create
 */
async function timeOf(create) {
  const times = []
  for (let count = 0; count < documents; count += 1) {
    const began = performance.now()
    await create(1)
    times.push(performance.now() - began)
  }
  const { median } = spreadOf(times)
  if (median > maxTime && !isShort)
    throw new Error(`a PDF file takes ${median.toFixed(1)} ms, more than ${maxTime} ms`)
  return median
}

/**
 * Measures all memory of the process, because the compiler's is not JavaScript's.
 *
 * @param {(count: number) => Promise<void>} create
 */
async function memoryOf(create) {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc')
  collectGarbage()
  const before = process.memoryUsage().rss
  await create(documents)
  collectGarbage()
  return process.memoryUsage().rss - before
}
