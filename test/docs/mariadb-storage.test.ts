import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPool, type Pool } from 'mysql2/promise'
import ts from 'typescript'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { StoragePort } from '../../src/ports/storage.js'
import { storageSuite } from '../../src/testing/storage-suite/index.js'
import { documents } from './documents.js'
import { sampleWorkspace } from './sample-workspace.js'
import { samplesOf } from './samples.js'

interface MariadbModule {
  readonly tables: readonly string[]
  mariadbStorage(pool: Pool): StoragePort
}

const url = process.env.QUOTEWRIGHT_MARIADB_URL
const missing = url === undefined ? 'QUOTEWRIGHT_MARIADB_URL is not set' : undefined
const path = 'docs/adapters/writing-an-adapter.md'

/** Imports the program of the page, as a reader would copy it. */
async function importSample(workspace: string): Promise<MariadbModule> {
  const sample = documents()
    .filter((document) => document.path === path)
    .flatMap(samplesOf)
    .find(({ code }) => code.includes('mysql2'))
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext }
  const file = join(mkdtempSync(join(workspace, 'mariadb-')), 'storage.mjs')
  writeFileSync(file, ts.transpileModule(sample?.code ?? '', { compilerOptions }).outputText)
  return import(file)
}

describe.skipIf(missing)(`the MariaDB storage of ${path} (${missing ?? 'here'})`, () => {
  const workspace = sampleWorkspace()
  const schema = `quotewright_docs_${process.pid}`
  let server: Pool
  let pool: Pool
  let sample: MariadbModule

  beforeAll(async () => {
    sample = await importSample(workspace)
    server = createPool(url ?? '')
    await server.query(`create database ${schema}`)
    const schemaUrl = new URL(url ?? '')
    schemaUrl.pathname = schema
    pool = createPool(schemaUrl.href)
    for (const table of sample.tables) await pool.query(table)
  })

  afterAll(async () => {
    await pool?.end()
    await server?.query(`drop database if exists ${schema}`)
    await server?.end()
    rmSync(workspace, { recursive: true, force: true })
  })

  storageSuite({ describe, it }, async () => {
    for (const table of ['stores', 'records', 'terms', 'history', 'idempotency'])
      await pool.query(`delete from ${table}`)
    return {
      storage: sample.mariadbStorage(pool),
      reopen: () => sample.mariadbStorage(pool),
    }
  })
})
