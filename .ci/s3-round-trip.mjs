// Uploads the quotes of a store with the recipe of S3 to a server that speaks its protocol, and
// imports them into another store. Run by .ci/recipes.mjs in the project of the recipe.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
// biome-ignore lint/correctness/noUndeclaredDependencies: installed by .ci/recipes.mjs
import S3rver from 's3rver'
import { downloadQuotes } from './download.js'
import { uploadQuotes } from './upload.js'

const products = [{ id: 1, price: '12.50' }]
const context = { storeId: 'shop-1' }
const bucket = 'quotes'
const key = 'quotes/shop-1.jsonl'
// Near the limit of a field, so that the file has several parts.
const note = 'x'.repeat(9_000)

function createEngine() {
  const catalog = memoryCatalog({ 'shop-1': products })
  const fields = { quote: { a: {}, b: {}, c: {}, d: {} } }
  return createQuoteEngine({ storage: memoryStorage(), catalog, fields })
}

test('the recipe uploads quotes in parts, keeps the last complete file, and imports it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'quotewright-s3-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const s3 = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    // This server knows none of the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const sizeOf = async () =>
    (await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))).ContentLength
  try {
    const engine = createEngine()
    for (let count = 0; count < 300; count += 1)
      await engine.createQuote(context, {
        customer: { name: `Customer ${count}` },
        products: [{ id: 1, qty: count + 1 }],
        fields: { a: note, b: note, c: note, d: note },
      })
    assert.equal(await uploadQuotes(s3, engine, context, bucket), 300)
    const size = await sizeOf()
    assert.ok(size > 2 * 5 * 2 ** 20, 'the file has more than two parts')

    const failing = { ...engine, listQuotes: (...args) => breakOff(engine.listQuotes(...args)) }
    // This server cannot delete the parts, so the error is its own.
    await assert.rejects(uploadQuotes(s3, failing, context, bucket))
    assert.equal(await sizeOf(), size)

    const other = createEngine()
    const report = await downloadQuotes(s3, other, context, bucket, key)
    assert.equal(report.created, 300)
    const totals = async (of) => {
      const found = []
      for await (const { quote } of of.listQuotes(context, { order: 'oldest' }))
        found.push([quote.customer.name, quote.total, quote.fields.d.length])
      return found.sort()
    }
    assert.deepEqual(await totals(other), await totals(engine))
    assert.equal((await downloadQuotes(s3, other, context, bucket, key)).repeated, 300)
  } finally {
    s3.destroy()
    await server.close()
    rmSync(directory, { recursive: true })
  }
})

/** Fails in the third part. */
async function* breakOff(quotes) {
  let count = 0
  for await (const quote of quotes) {
    count += 1
    if (count > 270) throw new Error('the database is down')
    yield quote
  }
}
