import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from './run-cli.js'

const postgresUrl = process.env.QUOTEWRIGHT_POSTGRES_URL
const mariadbUrl = process.env.QUOTEWRIGHT_MARIADB_URL
const name = `quotewright_cli_${process.pid}`

interface Server {
  readonly name: string
  readonly skipReason: string | undefined
  /** The options of a database of its own. */
  options(): readonly string[]
  create(): Promise<void>
  remove(): Promise<void>
}

async function onPostgres(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function onMariadb(sql: string): Promise<void> {
  const connection = await createConnection(mariadbUrl ?? '')
  await connection.query(sql)
  await connection.end()
}

const servers: readonly Server[] = [
  {
    name: 'PostgreSQL',
    skipReason: postgresUrl === undefined ? 'QUOTEWRIGHT_POSTGRES_URL is not set' : undefined,
    options: () => ['--database', postgresUrl ?? '', '--schema', name],
    create: async () => {},
    remove: () => onPostgres(`drop schema if exists ${name} cascade`),
  },
  {
    name: 'MariaDB',
    skipReason: mariadbUrl === undefined ? 'QUOTEWRIGHT_MARIADB_URL is not set' : undefined,
    options: () => [
      '--database',
      Object.assign(new URL(mariadbUrl ?? ''), { pathname: name }).href,
    ],
    create: () => onMariadb(`create database ${name}`),
    remove: () => onMariadb(`drop database if exists ${name}`),
  },
]

const row = JSON.stringify({
  customer: { name: 'Ada' },
  products: [{ name: 'Work', price: '5.00', qty: 2 }],
})

for (const server of servers)
  describe.skipIf(server.skipReason !== undefined)(
    `the program on ${server.name} (${server.skipReason ?? 'available'})`,
    () => {
      beforeEach(server.create)
      afterEach(server.remove)

      it('migrates, imports once, exports and verifies', async () => {
        const options = server.options()
        const store = ['--store', 's']
        expect(await runCli(['verify', ...options, ...store])).toMatchObject({ code: 1 })
        for (const _ of [1, 2])
          expect(await runCli(['migrate', ...options])).toMatchObject({ code: 0 })
        for (const counts of [{ created: 2 }, { repeated: 2 }]) {
          const args = ['import', '-', ...options, ...store, '--id', 'first']
          const imported = await runCli(args, { input: `${row}\n${row}\n` })
          expect(imported).toMatchObject({ code: 0 })
          expect(JSON.parse(imported.stdout)).toMatchObject(counts)
        }
        const exported = await runCli(['export', ...options, ...store])
        expect(exported).toMatchObject({ code: 0, stderr: 'Exported 2 quotes.\n' })
        const quotes = exported.stdout.trim().split('\n')
        expect(quotes.map((line) => JSON.parse(line).quote.quote_total)).toEqual(['10.00', '10.00'])
        expect(await runCli(['verify', ...options, ...store])).toMatchObject({
          code: 0,
          stdout: '{"events":2,"records":2,"findingCount":0}\n',
        })
      })
    },
  )
