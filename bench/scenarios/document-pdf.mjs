import { execFileSync } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
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
    // The first file starts the process.
    /** @type {number | undefined} */
    let pid
    subscribe('child_process', (message) => {
      const { process } = /** @type {{ process: import('node:child_process').ChildProcess }} */ (
        message
      )
      process.once('spawn', () => {
        pid = process.pid
      })
    })
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
          name: `memory of the compiler that PDF files ${warmUp + 1} to ${warmUp + documents} leave, each`,
          unit: 'bytes',
          measure: () => memoryPerDocument(render, () => memoryOf(pid)),
        },
      ],
    }
  },
}

/**
 * @param {() => Promise<unknown>} render
 * @param {() => number} memory
 */
async function memoryPerDocument(render, memory) {
  for (let count = 0; count < warmUp; count += 1) await render()
  const before = memory()
  for (let count = 0; count < documents; count += 1) await render()
  return (memory() - before) / documents
}

/**
 * Returns all memory of a process in bytes, because the compiler's is not JavaScript's.
 *
 * @param {number | undefined} pid
 */
function memoryOf(pid) {
  const kibibytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kibibytes) * 1024
}
