import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, it } from 'vitest'
import { sampleWorkspace } from '../docs/sample-workspace.js'
import { samplesOf } from '../docs/samples.js'
import { toAgent } from './support.js'

it('the first program of docs/mcp.md serves a client that has started it', async () => {
  const path = 'docs/mcp.md'
  const [{ code = '' } = {}] = samplesOf({ path, markdown: readFileSync(path, 'utf8') })
  const workspace = sampleWorkspace()
  try {
    writeFileSync(join(workspace, 'server.mjs'), code)
    const client = new Client({ name: 'test', version: '1' })
    const args = [join(workspace, 'server.mjs')]
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    const { get, listNames } = toAgent(client)
    expect(await listNames()).toContain('sendQuote')
    const lines = { customer: { name: 'Zoë' }, products: [{ id: 118, qty: 2 }] }
    const { quote_id } = await get('createQuote', lines)
    expect(await get('sendQuote', { quote_id })).toMatchObject({
      status: 'sent',
      quote_total: '400.00',
    })
    await client.close()
  } finally {
    rmSync(workspace, { recursive: true, force: true })
  }
})
