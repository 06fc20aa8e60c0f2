import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { commands } from '../../src/cli/commands.js'
import { createQuoteEngine } from '../../src/engine/quote-engine.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { runCli } from './run-cli.js'

let folder: string
const file = (name: string) => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quotewright-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Creates quotes in a SQLite file. */
async function createQuotes(name: string, count: number) {
  const database = new Database(file(name))
  const catalog = memoryCatalog({ s: [{ id: 1, price: '2.00' }] })
  const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
  const request = { customer: { name: '=Ada' }, products: [{ id: 1, qty: 2 }] }
  await Promise.all(
    Array.from({ length: count }, () => engine.createQuote({ storeId: 's' }, request)),
  )
  database.close()
}

const config = `
export default { catalog: { findProducts: () => [{ id: 1, price: '2.00' }] } }
`

describe('the program', () => {
  it('exports, imports again without repeating, and moves a store', async () => {
    await createQuotes('a.sqlite', 3)
    writeFileSync(file('config.mjs'), config)
    const store = ['--store', 's']
    const from = ['--database', file('a.sqlite'), ...store]
    const exported = await runCli(['export', ...from])
    expect(exported).toMatchObject({ code: 0, stderr: 'Exported 3 quotes.\n' })
    expect(exported.stdout.trim().split('\n')).toHaveLength(3)

    expect(await runCli(['migrate', '--database', file('b.sqlite')])).toMatchObject({ code: 0 })
    const to = ['--database', file('b.sqlite'), ...store, '--config', file('config.mjs')]
    for (const counts of [{ created: 3 }, { repeated: 3 }]) {
      const args = ['import', '-', ...to, '--id', 'first']
      const imported = await runCli(args, { input: exported.stdout })
      expect(imported).toMatchObject({ code: 0, stderr: '' })
      expect(JSON.parse(imported.stdout)).toMatchObject(counts)
    }

    const move = ['move-store', '--from', file('b.sqlite'), '--to', file('c.sqlite'), ...store]
    const moved = await runCli(move)
    expect(moved).toMatchObject({ code: 0 })
    expect(JSON.parse(moved.stdout)).toMatchObject({ events: 3, records: 3, keys: 3 })
    const verify = ['verify', '--database', file('c.sqlite'), ...store]
    expect(await runCli(verify)).toMatchObject({
      code: 0,
      stdout: '{"events":3,"records":3,"findingCount":0}\n',
    })
    const damaged = new Database(file('c.sqlite'))
    damaged.exec(`update quotewright_records set updated = updated + 1 where number = 1`)
    damaged.close()
    const found = await runCli(verify)
    expect(found.code).toBe(1)
    expect(JSON.parse(found.stdout.split('\n')[0] ?? '')).toMatchObject({ path: 'updated' })

    const csv = await runCli(
      ['export', ...store, '--format', 'csv', '--fields', 'customer.name,quote_total'],
      { env: { QUOTEWRIGHT_DATABASE_URL: file('c.sqlite') } },
    )
    expect(parse(csv.stdout)).toEqual([
      ['customer.name', 'quote_total'],
      ...Array.from({ length: 3 }, () => ["'=Ada", '4.00']),
    ])
  })

  it('move-store leaves a store as it was that cannot be moved, and unfreeze gives it back', async () => {
    await createQuotes('a.sqlite', 1)
    const move = (from: string, to: string, store = 's') =>
      runCli(['move-store', '--from', file(from), '--to', to, '--store', store])
    const unfreeze = (store: string) =>
      runCli(['unfreeze', '--database', file('a.sqlite'), '--store', store])
    symlinkSync(file('a.sqlite'), file('same.sqlite'))
    for (const same of [file('a.sqlite'), `${folder}/./a.sqlite`, file('same.sqlite')])
      expect(await move('a.sqlite', same)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('have the same database'),
      })
    expect(await move('a.sqlite', file('b.sqlite'), 'nope')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no store "nope"'),
    })
    expect(await unfreeze('s')).toMatchObject({
      code: 0,
      stderr: 'The store "s" was not frozen.\n',
    })
    expect(await unfreeze('nope')).toMatchObject({
      code: 1,
      stderr: 'There is no store "nope".\n',
    })

    expect(await move('a.sqlite', file('b.sqlite'))).toMatchObject({ code: 0 })
    expect(await move('a.sqlite', file('c.sqlite'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('moved away'),
    })
    const line = '{"customer":{},"products":[{"name":"Chair","price":"1.00","qty":1}]}\n'
    const importInto = (name: string) => {
      const args = ['import', '-', '--database', file(name), '--store', 's', '--id', 'i']
      return runCli(args, { input: line })
    }
    expect((await importInto('a.sqlite')).code).toBe(1)
    expect(await unfreeze('s')).toMatchObject({
      code: 0,
      stderr: 'The store "s" can be changed again.\n',
    })
    expect((await importInto('a.sqlite')).code).toBe(0)
  })

  it('writes to a file, with a filter', async () => {
    await createQuotes('a.sqlite', 2)
    const args = ['export', '--database', file('a.sqlite'), '--store', 's', '--output', file('x')]
    expect(await runCli([...args, '--filter', '{"status":"sent"}'])).toMatchObject({ stdout: '' })
    expect(readFileSync(file('x'), 'utf8')).toBe('')
    expect(await runCli(args)).toMatchObject({ code: 0 })
    expect(readFileSync(file('x'), 'utf8').trim().split('\n')).toHaveLength(2)
  })

  it('exits with 1 and prints the errors if rows fail', async () => {
    await createQuotes('a.sqlite', 0)
    const args = ['import', '-', '--database', file('a.sqlite'), '--store', 's', '--id', 'i']
    const { code, stdout } = await runCli(args, { input: '{"customer":{}}\n{\n' })
    expect(code).toBe(1)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([{ row: 1, path: 'products' }, { row: 2 }, { failed: 2 }])
  })

  it('shows progress with --progress, and ends cleanly on SIGINT', async () => {
    await createQuotes('a.sqlite', 1_000)
    const args = ['export', '--database', file('a.sqlite'), '--store', 's', '--progress']
    let isSent = false
    writeFileSync(
      file('slow.mjs'),
      `let calls = 0
       export default { scope: async () => (calls++ > 0 ? new Promise(() => setTimeout(() => {}, 1e6)) : 'all') }`,
    )
    const { code, stderr } = await runCli([...args, '--config', file('slow.mjs')], {
      onStderr(child) {
        if (isSent) return
        isSent = true
        child.kill('SIGINT')
      },
    })
    expect(stderr).toMatch(/^\d+ quotes\n/)
    expect(stderr).toContain('Interrupted.')
    expect(code).toBe(130)
  })

  const usage: readonly [string, readonly string[], string][] = [
    ['an unknown command', ['exprot'], 'did you mean export?'],
    ['an unknown option', ['export', '--stor', 's'], '--stor'],
    ['a missing option', ['migrate'], '--database is required'],
    ['a missing argument', ['import', '--database', 'a', '--store', 's', '--id', 'i'], '<file>'],
    ['another argument', ['migrate', 'x', '--database', 'a'], 'Unexpected argument "x"'],
    ['a choice', ['export', '--database', 'a', '--store', 's', '--format', 'xml'], 'jsonl, csv'],
    ['a missing file', ['export', '--database', 'a', '--store', 's'], 'no SQLite file a'],
    ['another database', ['migrate', '--database', 'mssql://a'], 'received mssql:'],
    [
      'a config that is missing',
      ['export', '--database', 'a', '--store', 's', '--config', 'x.mjs'],
      '--config x.mjs cannot be loaded',
    ],
  ]
  it.each(usage)('exits with 2 for %s', async (_, args, message) => {
    const { code, stdout, stderr } = await runCli(args, { env: { QUOTEWRIGHT_DATABASE_URL: '' } })
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('names the drivers that are missing', async () => {
    for (const [url, name] of [
      ['postgres://localhost/a', 'npm install pg'],
      ['mysql://localhost/a', 'npm install mysql2'],
    ] as const) {
      const { code, stderr } = await runCli(['migrate', '--database', url], { cwd: folder })
      expect(stderr).toContain(name)
      expect(code).toBe(2)
    }
  })

  it('has help for each command that names all of its options', async () => {
    const { code, stdout } = await runCli(['--help'])
    expect(code).toBe(0)
    expect(readFileSync('docs/files.md', 'utf8')).toContain(stdout)
    for (const { name, summary, options } of commands) {
      expect(stdout).toContain(`${name} `)
      expect(stdout).toContain(summary)
      const help = await runCli([name, '--help'])
      expect(help.code).toBe(0)
      for (const option of Object.keys(options)) expect(help.stdout).toContain(`--${option}`)
    }
  })
})
