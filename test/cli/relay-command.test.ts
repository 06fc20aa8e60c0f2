import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryCatalog } from '../../src/catalog/memory.js'
import { createQuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { createSecret } from '../../src/relay/index.js'
import { sqliteStorage } from '../../src/storage/sqlite/index.js'
import { runCli } from './run-cli.js'

const secret = createSecret()
const env = { QUOTEWRIGHT_WEBHOOK_SECRET: secret }
let folder: string
let receiver: Server
let status: number
let received: { readonly id: string; readonly type: string }[]
const file = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quotewright-relay-'))
  status = 204
  received = []
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = request.headers as Record<string, string>
    const { type } = new Webhook(secret).verify(body, headers) as { type: string }
    received.push({ id: headers['webhook-id'] ?? '', type })
    response.writeHead(status).end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const database = new Database(file('a.sqlite'))
  const catalog = memoryCatalog({ s: [{ id: 1, price: '2.00' }] })
  const engine = createQuoteEngine({ storage: sqliteStorage(database), catalog })
  const request = { customer: { name: 'Ada' }, products: [{ id: 1, qty: 2 }] }
  const { quoteId } = await engine.createQuote({ storeId: 's' }, request)
  await engine.sendQuote({ storeId: 's' }, quoteId)
  database.close()
})
afterEach(() => {
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const database = () => ['relay', '--database', file('a.sqlite'), '--stores', 's']

function toWebhook() {
  const { port } = receiver.address() as AddressInfo
  return [...database(), '--webhook', `http://127.0.0.1:${port}/`, '--allow-private-addresses']
}

/** Returns the outcomes and types of the lines that the program prints for deliveries. */
function deliveries(stdout: string) {
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return lines
    .filter(({ outcome }) => outcome !== undefined)
    .map(({ outcome, type }) => [outcome, type])
}

describe('quotewright relay', () => {
  it('delivers what is due to a webhook with --once, and then nothing more', async () => {
    const first = await runCli([...toWebhook(), '--once'], { env })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(deliveries(first.stdout)).toEqual([
      ['delivered', 'quote.create'],
      ['delivered', 'quote.send'],
    ])
    expect(received.map(({ type }) => type)).toEqual(['quote.create', 'quote.send'])
    const second = await runCli([...toWebhook(), '--once'], { env })
    expect(second).toMatchObject({ code: 0 })
    expect(deliveries(second.stdout)).toEqual([])
    expect(received).toHaveLength(2)
  })

  it('exits with 1 with --once while deliveries fail, and repeats the same id', async () => {
    status = 503
    const failed = await runCli([...toWebhook(), '--once'], { env })
    expect(failed.code).toBe(1)
    expect(deliveries(failed.stdout)).toEqual([['failed', 'quote.create']])
    expect(failed.stdout).toContain('503')
    expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  })

  it('runs until SIGTERM, and ends with 0 after what is in flight', async () => {
    const config = `export const relay = {
      stores: ['s'],
      destinations: { log: { deliver: ({ type }) => console.error('got', type) } },
    }`
    writeFileSync(file('relay.mjs'), config)
    const args = ['relay', '--database', file('a.sqlite'), '--config', file('relay.mjs')]
    let isSent = false
    const { code, stdout, stderr } = await runCli(args, {
      onStderr(child, written) {
        if (isSent || !written.includes('got quote.send')) return
        isSent = true
        child.kill('SIGTERM')
      },
    })
    expect(stderr).toContain('Stopping')
    expect(code).toBe(0)
    expect(deliveries(stdout)).toEqual([
      ['delivered', 'quote.create'],
      ['delivered', 'quote.send'],
    ])
    expect(await runCli([...args, '--once'])).toMatchObject({ code: 0 })
  })

  const usage: readonly [string, () => readonly string[], NodeJS.ProcessEnv, string][] = [
    ['no stores', () => ['relay', '--database', file('a.sqlite')], env, '--stores is required'],
    ['no destination', database, env, '--webhook is required'],
    [
      'no secret',
      toWebhook,
      { QUOTEWRIGHT_WEBHOOK_SECRET: '' },
      'QUOTEWRIGHT_WEBHOOK_SECRET is not',
    ],
    ['an invalid secret', toWebhook, { QUOTEWRIGHT_WEBHOOK_SECRET: 'abc' }, 'secret'],
    ['an unknown type', () => [...toWebhook(), '--types', 'quote.sent'], env, 'types'],
  ]
  it.each(usage)('exits with 2 for %s', async (_, getArgs, variables, message) => {
    const { code, stdout, stderr } = await runCli([...getArgs(), '--once'], { env: variables })
    expect(stderr).toContain(message)
    expect(stdout).toBe('')
    expect(code).toBe(2)
    expect(received).toEqual([])
  })

  it('says which deliveries fail, and which store has nothing, on the standard error', async () => {
    status = 500
    const args = toWebhook().map((arg) => (arg === 's' ? 's,typo' : arg))
    const { code, stderr } = await runCli([...args, '--once'], { env })
    expect(code).toBe(1)
    expect(stderr).toContain('quotewright: webhook of s: status 500')
    expect(stderr).toContain(
      'typo: Invalid options: stores has the string "typo", a store in which',
    )
  })
})
