import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { commands } from '../../src/cli/commands.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
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
      expect(imported.stderr).toMatch(
        /^Created [03], repeated [03], failed 0, in .* s \(\d+ a second\)\.\n$/,
      )
      expect(imported).toMatchObject({ code: 0 })
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
      ['export', ...store, '--format', 'csv', '--columns', 'customer.name,quote_total'],
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

  it('shows the total at the end of its progress', async () => {
    await createQuotes('a.sqlite', 450)
    const args = ['export', '--database', file('a.sqlite'), '--store', 's', '--progress']
    const { stderr } = await runCli([...args, '--output', file('x')])
    expect(stderr).toMatch(/(^|\n)450 quotes\nExported 450 quotes\.\n$/)
  })

  /** Exports with an engine that never lists the second page, until the process is killed. */
  async function interruptExport(output: string, signal: 'SIGTERM' | 'SIGINT') {
    writeFileSync(
      file('slow.mjs'),
      `let calls = 0
       export default { scope: async () => (calls++ > 0 ? new Promise(() => setTimeout(() => {}, 1e6)) : 'all') }`,
    )
    let isSent = false
    const args = ['export', '--database', file('a.sqlite'), '--store', 's', '--progress']
    return runCli([...args, '--config', file('slow.mjs'), '--output', output], {
      onStderr(child) {
        if (!isSent) child.kill(signal)
        isSent = true
      },
    })
  }

  const filesIn = () => readdirSync(folder).filter((name) => !name.includes('.sqlite'))

  it.each(['SIGTERM', 'SIGINT'] as const)('keeps the file if %s ends an export', async (signal) => {
    await createQuotes('a.sqlite', 1_000)
    writeFileSync(file('old.jsonl'), 'yesterday')
    const { code, stderr } = await interruptExport(file('old.jsonl'), signal)
    expect(stderr).toMatch(/^\d+ quotes\n/)
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(readFileSync(file('old.jsonl'), 'utf8')).toBe('yesterday')
    expect(filesIn().sort()).toEqual(['old.jsonl', 'slow.mjs'])
    await interruptExport(file('new.jsonl'), signal)
    expect(filesIn().sort()).toEqual(['old.jsonl', 'slow.mjs'])
  })

  it.each([
    ['a column that is unknown', ['--format', 'csv', '--columns', 'foo'], 2],
    ['a filter that is unknown', ['--filter', '{"statuz":"new"}'], 2],
    ['a function of the host', ['--config', 'broken.mjs'], 1],
  ])('keeps the file if an export fails at %s', async (_, args, expected) => {
    await createQuotes('a.sqlite', 1)
    writeFileSync(file('old.csv'), 'yesterday')
    writeFileSync(file('broken.mjs'), 'export default { scope() { throw new Error("down") } }')
    const output = ['--output', file('old.csv')]
    const more = args.map((arg) => (arg === 'broken.mjs' ? file(arg) : arg))
    const store = ['--database', file('a.sqlite'), '--store', 's']
    const { code } = await runCli(['export', ...store, ...output, ...more])
    expect(readFileSync(file('old.csv'), 'utf8')).toBe('yesterday')
    expect(filesIn().sort()).toEqual(['broken.mjs', 'old.csv'])
    expect(code).toBe(expected)
  })

  it('replaces what a link leads to, with its permissions, and writes to devices', async () => {
    await createQuotes('a.sqlite', 2)
    mkdirSync(file('real'))
    writeFileSync(file('real/quotes.csv'), 'yesterday')
    chmodSync(file('real/quotes.csv'), 0o640)
    symlinkSync('real/quotes.csv', file('link.csv'))
    symlinkSync('real/other.csv', file('new.csv'))
    const args = ['export', '--database', file('a.sqlite'), '--store', 's', '--columns', 'status']
    for (const [link, target] of [
      ['link.csv', 'real/quotes.csv'],
      ['new.csv', 'real/other.csv'],
    ] as const) {
      expect(await runCli([...args, '--output', file(link)])).toMatchObject({ code: 0 })
      expect(lstatSync(file(link)).isSymbolicLink()).toBe(true)
      expect(readFileSync(file(target), 'utf8')).toBe('status\r\nnew\r\nnew\r\n')
    }
    expect(statSync(file('real/quotes.csv')).mode & 0o777).toBe(0o640)
    const csv = [...args, '--format', 'csv', '--output']
    expect(await runCli([...csv, '/dev/stdout'])).toMatchObject({
      code: 0,
      stdout: 'status\r\nnew\r\nnew\r\n',
    })
    expect(await runCli([...csv, '/dev/null'])).toMatchObject({ code: 0, stdout: '' })
    const full = await runCli([...csv, '/dev/full'])
    expect(full).toMatchObject({ code: 1 })
    expect(full.stderr).toContain('ENOSPC')
  })

  const importTo = ['--store', 's', '--id', 'i']

  it('reads files of other systems, by the names of their columns', async () => {
    await createQuotes('a.sqlite', 0)
    const rows = [
      'No;Client;E=Mail;Item;Price;Junk',
      '1;Ada;a@b.example;Desk;12,05;x',
      ';;;Lamp;5;',
    ]
    writeFileSync(file('orders.CSV'), rows.join('\r\n'))
    const names = ['No=quoteId', 'Client=customer.name', 'E=Mail=customer.email']
    const others = ['Item=products.name', 'Price=products.price', 'Junk=']
    const columns = [...names, ...others].flatMap((column) => ['--columns', column])
    const database = ['--database', file('a.sqlite')]
    const args = ['import', file('orders.CSV'), ...database, ...importTo, ...columns]
    const dialect = ['--delimiter', ';', '--decimal-separator', ',']
    const qty = [...args, ...dialect, '--empty-keys', 'continue']
    const failed = await runCli(qty)
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.stdout).toContain('products[0].qty')
    writeFileSync(
      file('orders.CSV'),
      rows
        .map((row, i) => `${row};${i && '2'}`)
        .join('\n')
        .replace(';0', ';Qty'),
    )
    const imported = await runCli([...qty, '--columns', 'Qty=products.qty'])
    expect(imported).toMatchObject({ code: 0 })
    const csv = ['export', ...database, '--store', 's', '--format', 'csv', '--rows', 'lines']
    const fields = ['--columns', 'customer.email,quote_total,products.price', ...dialect]
    expect((await runCli([...csv, ...fields])).stdout).toBe(
      'customer.email;quote_total;products.price\r\n' +
        'a@b.example;34,10;12,05\r\na@b.example;34,10;5,00\r\n',
    )
    const rejected = await runCli([...args, ...dialect, '--skip-other-columns'])
    expect(rejected.stdout).toContain('--empty-keys continue')
  })

  it('says how many errors it leaves out, and leaves out columns', async () => {
    await createQuotes('a.sqlite', 0)
    const rows = Array.from({ length: 150 }, () => 'Desk\tx\ty')
    const input = ['products.name\tproducts.price\tOther', ...rows].join('\n')
    const args = ['import', '-', '--database', file('a.sqlite'), ...importTo, '--format', 'csv']
    const tabs = [...args, '--delimiter', 'tab']
    const { code, stdout, stderr } = await runCli([...tabs, '--skip-other-columns'], { input })
    expect(code).toBe(1)
    expect(stdout.trim().split('\n')).toHaveLength(101)
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ errorCount: 300 })
    expect(stderr).toContain('The first 100 of 300 errors are shown.')
    const unknown = await runCli(tabs, { input })
    expect(unknown).toMatchObject({ code: 2 })
    expect(unknown.stderr).toContain('--skip-other-columns')
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('ends on %s while the input of an import stays open', async (signal, expected) => {
    await createQuotes('a.sqlite', 0)
    const row = '{"customer":{},"products":[{"name":"Work","price":"1","qty":1}]}\n'
    const args = ['import', '-', '--database', file('a.sqlite'), ...importTo, '--progress']
    const { code, stdout, stderr } = await runCli(args, {
      input: row,
      isInputOpen: true,
      onStderr: (child, text) => !text.includes('Created') && child.kill(signal),
    })
    expect(code).toBe(expected)
    expect(stderr).toContain('Interrupted.')
    expect(JSON.parse(stdout)).toMatchObject({ created: 1 })
  })

  it('says what it has created if the file ends in the middle', async () => {
    await createQuotes('a.sqlite', 0)
    const input = 'products.name,products.price,products.qty\nDesk,1,1\nLamp,1,1\nLamp,"1\n'
    const args = ['import', '-', '--database', file('a.sqlite'), ...importTo, '--format', 'csv']
    const { code, stdout, stderr } = await runCli(args, { input })
    expect(code).toBe(1)
    expect(stderr).toContain('must be valid CSV')
    expect(JSON.parse(stdout).created).toBeGreaterThan(0)
  })

  it('finds a store wrong that has no events', async () => {
    await createQuotes('a.sqlite', 1)
    const args = ['verify', '--database', file('a.sqlite'), '--store', 'nope']
    const { code, stdout } = await runCli(args)
    expect(code).toBe(1)
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ kind: 'store_empty' })
    expect(await runCli([...args, '--allow-empty'])).toMatchObject({ code: 0 })
  })

  const usage: readonly [string, readonly string[], string][] = [
    ['an unknown command', ['exprot'], 'did you mean export?'],
    ['an unknown option', ['export', '--stor', 's'], '--stor'],
    ['a missing option', ['migrate'], '--database is required'],
    ['a missing argument', ['import', '--database', 'a', '--store', 's', '--id', 'i'], '<file>'],
    ['another argument', ['migrate', 'x', '--database', 'a'], 'Unexpected argument "x"'],
    ['a choice', ['export', '--database', 'a', '--store', 's', '--format', 'xml'], 'jsonl, csv'],
    [
      'a missing input',
      ['import', 'no.csv', '--database', 'a', '--store', 's', '--id', 'i'],
      'no.csv',
    ],
    ['a folder', ['import', '.', '--database', 'a', '--store', 's', '--id', 'i'], 'is a folder'],
    [
      'an output without a folder',
      ['export', '--database', 'a', '--store', 's', '--output', 'no/x.csv'],
      'there must be a folder',
    ],
    ['an output', ['export', '--database', 'a', '--store', 's', '--output', '.'], 'is a folder'],
    ['a missing file', ['export', '--database', 'a', '--store', 's'], 'no SQLite file a'],
    ['another database', ['migrate', '--database', 'mssql://a'], 'received mssql:'],
    [
      'a config that is missing',
      ['export', '--database', 'a', '--store', 's', '--config', 'x.mjs'],
      '--config x.mjs cannot be loaded',
    ],
  ]
  for (const args of [
    ['--rows', 'lines'],
    ['--columns', 'quoteId'],
    ['--bom'],
    ['--delimiter', ';'],
  ])
    it(`exits with 2 for an export of JSON Lines with ${args.join(' ')}`, async () => {
      await createQuotes('a.sqlite', 0)
      const command = ['export', '--database', file('a.sqlite'), '--store', 's', ...args]
      const { code, stderr } = await runCli(command)
      expect(stderr).toContain('is for files of CSV only')
      expect(code).toBe(2)
    })

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
    expect(await runCli(['-h'])).toMatchObject({ code: 0, stdout })
    expect((await runCli(['export', '-h'])).stdout).toContain('Usage: quotewright export')
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
    expect(readFileSync('docs/operating/command-line.md', 'utf8')).toContain(stdout)
    for (const { name, summary, options } of commands) {
      expect(stdout).toContain(`${name} `)
      expect(stdout).toContain(summary)
      const help = await runCli([name, '--help'])
      expect(help.code).toBe(0)
      for (const option of Object.keys(options)) expect(help.stdout).toContain(`--${option}`)
    }
  })
})
