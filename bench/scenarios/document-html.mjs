import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createDocument, renderHtml } from 'quotewright/document'
import { isShort } from '../harness/effort.mjs'
import { loop } from '../harness/workloads.mjs'
import { discounts, pricedEngine } from '../subjects/priced-engine.mjs'
import { sampleRequest, storeId } from '../subjects/sample-store.mjs'

/** @type {import('quotewright/document').DocumentOptions} */
const options = {
  locale: 'de',
  timeZone: 'Europe/Berlin',
  seller: ['Stuhl & Tisch GmbH', 'Lindenallee 4', '04109 Leipzig'],
  terms: ['Zahlbar innerhalb von 14 Tagen ohne Abzug.'],
  footer: 'Amtsgericht Leipzig HRB 12345',
}

const limitInMicroseconds = 1_000
const documents = isShort ? 100 : 900

/** @type {import('../harness/scenario.js').Scenario} */
export const scenario = {
  async prepare() {
    const quote = await sentQuote()
    const json = JSON.stringify(quote)
    const render = () => renderHtml(createDocument(quote, options))
    const benchmark = 'createDocument + renderHtml, 10 lines with discounts and taxes'
    const measure = loop(render)
    return {
      comparisons: [
        {
          benchmark,
          baseline: 'the limit of 1 ms',
          measure,
          measureBaseline: () => limitInMicroseconds,
          target: 1,
        },
        {
          benchmark,
          baseline: 'JSON.parse + JSON.stringify of the quote',
          measure,
          measureBaseline: loop(() => JSON.stringify(JSON.parse(json))),
        },
      ],
      figures: [
        {
          name: 'heap that documents 101 to 1,000 leave, each',
          unit: 'bytes',
          measure: () => heapPerDocument(render),
        },
      ],
    }
  },
}

async function sentQuote() {
  const engine = pricedEngine()
  const request = { ...sampleRequest(), currency: 'EUR', discounts: discounts.slice(0, 2) }
  const { quoteId } = await engine.createQuote({ storeId }, request)
  return (await engine.sendQuote({ storeId }, quoteId)).quote
}

/** @param {() => unknown} render */
function heapPerDocument(render) {
  setFlagsFromString('--expose-gc')
  /** @type {() => void} */
  const collectGarbage = runInNewContext('gc')
  for (let count = 0; count < 100; count += 1) render()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let count = 0; count < documents; count += 1) render()
  collectGarbage()
  return Math.max(0, process.memoryUsage().heapUsed - before) / documents
}
