import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'

/** @typedef {import('./sample-lines.mjs').SampleLine} SampleLine */

/**
 * Prices parsed lines as createQuote does. No entry of the package exports this, so it is built
 * from
 * the sources.
 *
 * @param {readonly SampleLine[]} sample
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export async function libraryPricing(sample, onCleanUp) {
  const pricing = await buildPricing(onCleanUp)
  const { parseAmount, priceLine, pricesFromProduct, quoteTotals } = pricing
  const precision = pricing.getPrecision({}, pricing.defaultPolicy)
  const policy = pricing.getOverridePolicy(precision, pricing.defaultPolicy)
  const parse = (/** @type {string} */ price) =>
    /** @type {import('../../src/money/amount.js').Amount} */ (parseAmount(price))
  const lines = sample.map(({ id, qty, price, calculatedPrice }) => ({
    identity: { id, qty, key: null },
    product: { price: parse(price), calculatedPrice: parse(calculatedPrice) },
  }))
  return () => {
    const products = []
    for (const { identity, product } of lines) {
      const prices = pricesFromProduct(product, identity.qty, policy)
      const line = priceLine(identity, prices, precision)
      if (line === undefined) throw new Error('expected an exact total of each sample line')
      products.push(line)
    }
    return { products, ...quoteTotals(products, precision) }
  }
}

/**
 * Builds the pricing of the library from its sources.
 *
 * @param {import('../harness/scenario.js').OnCleanUp} onCleanUp
 */
export async function buildPricing(onCleanUp) {
  const outDir = mkdtempSync(join(tmpdir(), 'quotewright-bench-'))
  onCleanUp(() => rmSync(outDir, { recursive: true, force: true }))
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
