import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDocument } from 'quotewright/document'
import { createPdfRenderer } from 'quotewright/pdf'
import { isShort } from '../harness/effort.mjs'
import { sequential } from '../harness/workloads.mjs'
import { sampleEngine } from '../subjects/sample-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

const limitInMicroseconds = 50_000
const warmUp = isShort ? 2 : 200
const documents = isShort ? 5 : 1_000

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare(onCleanUp) {
    const { quote } = await sampleEngine().createQuote({ storeId }, sampleRequest())
    const renderer = createPdfRenderer()
    onCleanUp(() => renderer.close())
    let count = 0
    const render = () => {
      count += 1
      return renderer.render({ ...createDocument(quote), title: `Quote ${count}` })
    }
    // The first file starts the thread.
    await render()
    return {
      comparisons: [
        {
          benchmark: 'createDocument + renderPdf, 10 lines',
          baseline: 'the limit of 50 ms',
          measure: sequential(render),
          measureBaseline: () => limitInMicroseconds,
          target: 1,
        },
      ],
      figures: [
        {
          name: `memory of the process that PDF files ${warmUp + 1} to ${warmUp + documents} leave, each`,
          unit: 'bytes',
          measure: () => memoryPerDocument(render),
        },
      ],
    }
  },
}

/**
 * Measures all memory of the process, because the compiler's is not JavaScript's.
 *
 * @param {() => Promise<unknown>} render
 */
async function memoryPerDocument(render) {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc')
  for (let count = 0; count < warmUp; count += 1) await render()
  collectGarbage()
  const before = process.memoryUsage().rss
  for (let count = 0; count < documents; count += 1) await render()
  collectGarbage()
  return (process.memoryUsage().rss - before) / documents
}
