import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'

/** @typedef {import('./sample-lines.mjs').SampleLine} SampleLine */

/**
 * The pricing that createQuote does, with the prices read already. No entry of the package exports it by itself, so it is built from
 * its sources.
 *
 * @param {readonly SampleLine[]} sample
 * @param {import('../harness/scenario.js').Afterwards} afterwards
 */
export async function libraryPricing(sample, afterwards) {
  const { parseAmount, priceLine, pricesFromProduct, quoteTotals } = await builtPricing(afterwards)
  const read = (/** @type {string} */ text) =>
    /** @type {import('../../src/money/amount.js').Amount} */ (parseAmount(text))
  const lines = sample.map(({ id, qty, price, calculatedPrice }) => ({
    identity: { id, qty, key: null },
    product: { price: read(price), calculatedPrice: read(calculatedPrice) },
  }))
  return () => {
    const products = []
    for (const { identity, product } of lines) {
      const line = priceLine(identity, pricesFromProduct(product, 'half-up'), 'half-up')
      if (line === undefined) throw new Error('a sample line has no exact total')
      products.push(line)
    }
    return { products, ...quoteTotals(products, 'half-up') }
  }
}

/** @param {import('../harness/scenario.js').Afterwards} afterwards */
async function builtPricing(afterwards) {
  const outDir = mkdtempSync(join(tmpdir(), 'quotewright-bench-'))
  afterwards(() => rmSync(outDir, { recursive: true, force: true }))
  const entry = fileURLToPath(new URL('source-pricing.ts', import.meta.url))
  await build({
    config: false,
    entry: { pricing: entry },
    outDir,
    outExtension: () => ({ js: '.mjs' }),
    format: 'esm',
    target: 'node20',
    noExternal: [/./],
    silent: true,
  })
  /** @type {typeof import('./source-pricing.js')} */
  const pricing = await import(pathToFileURL(join(outDir, 'pricing.mjs')).href)
  return pricing
}
