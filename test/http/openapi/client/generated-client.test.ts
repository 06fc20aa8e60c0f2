import { once } from 'node:events'
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, expect, it } from 'vitest'
import { createHttpApp } from '../../../../src/http/app.js'
import { tokenAuthenticator } from '../../../../src/http/authenticate.js'
import { sampleEngine } from '../../sample-app.js'
import { sampleDocument } from '../document.js'
import { compileClient, generateClient } from './generated-client.js'

const folder = await generateClient(sampleDocument())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a client generated from the document compiles, and works', async () => {
  expect(compileClient(folder)).toEqual([])
  const { useClient } = await import(pathToFileURL(join(folder, 'use-client.js')).href)
  const authenticate = tokenAuthenticator({ 'store-1': ['token-a'] })
  const app = createHttpApp({ engine: sampleEngine(), authenticate })
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const log = await useClient(`http://127.0.0.1:${port}/v3/bc/public`)
  server.close()
  expect(log).toEqual([
    ['created', 201, '299.90'],
    ['created', 201, '299.90'],
    ['created', 201, '299.90'],
    ['updated', '"2"', '300.00'],
    ['stale', 412, 'version_mismatch'],
    ['tagged', ['VIP']],
    ['listed', ['Ada', 'Grace', 'Joan']],
    ['deleted', 204],
    ['gone', 'quote_not_found'],
    ['restored', true],
    ['first', '299.90'],
    ['history', ['create', 'update', 'delete', 'restore']],
    ['priced', 'Set-up', '379.43'],
    ['erased', 204],
    ['count', 2, false],
    ['events', ['quote'], 1],
    ['removed', 204],
  ])
})
