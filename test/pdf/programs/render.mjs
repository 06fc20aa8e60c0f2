// Creates a PDF file, and writes the id of the process of the compiler. With "endless", writes it
// once the compiler works on a picture that keeps it busy for minutes.
import { subscribe } from 'node:diagnostics_channel'
import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { createDocument } from 'quotewright/document'
import { renderPdf } from 'quotewright/pdf'

const [, , action] = process.argv
/** @type {import('node:child_process').ChildProcess | undefined} */
let compiler
subscribe('child_process', (message) => {
  compiler = /** @type {any} */ (message).process
})

const catalog = memoryCatalog({ s: [{ id: 118, name: 'Oak chair', price: '200.00' }] })
const engine = createQuoteEngine({ storage: memoryStorage(), catalog, currency: 'EUR' })
const request = { customer: { name: 'Ada Lovelace' }, products: [{ id: 118, qty: 2 }] }
const { quote } = await engine.createQuote({ storeId: 's' }, request)
const document = createDocument(quote)
await renderPdf(document)
if (action === 'endless') {
  compiler?.on('message', () => console.log(compiler?.pid))
  await renderPdf({ ...document, logo: { url: endlessPicture(), alt: '' } })
} else console.log(compiler?.pid)

/** Returns a small picture of a million squares. */
function endlessPicture() {
  let groups = '<g id="a0"><rect width="1" height="1"/></g>'
  for (let level = 1; level < 20; level += 1) {
    const use = `<use href="#a${level - 1}"/>`
    groups += `<g id="a${level}">${use}${use}</g>`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${groups}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
