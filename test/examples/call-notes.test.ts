import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, it } from 'vitest'
import { createCallShop } from '../../docs/examples/call-notes.mjs'
import { toAgent } from '../mcp/support.js'

const path = 'docs/examples/call-notes.mjs'
const seller = { storeId: 'shop', actor: 'grace', role: 'seller' } as const
const maxLines = 120

async function callShop() {
  const secrets = ['a secret of the sample with 32 characters']
  const { engine, desk } = createCallShop({ authenticate: () => seller, secrets })
  const request = { customer: { name: 'Ada Lovelace' }, products: [{ id: 118, qty: 2 }] }
  const { quoteId } = await engine.createQuote(seller, request)
  const show = async (address: string) => (await desk.request(`/desk${address}`)).text()
  return { engine, desk, quoteId, show, notes: engine.features.callNotes }
}

it(`${path} has at most ${maxLines} lines`, () => {
  expect(readFileSync(path, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(maxLines)
})

it(`${path} notes calls, and shows them on the quote and on a page of its own`, async () => {
  const { notes, quoteId, show } = await callShop()
  expect(await show('/pages/calls')).toContain('not called yet')
  const { value } = await notes.addNote(seller, quoteId, { text: ' Wants <oak> ' })
  expect(value.notes).toMatchObject([{ text: 'Wants <oak>', by: 'grace', outcome: 'reached' }])
  expect(await show('/pages/calls')).toContain('Ada Lovelace</a>: Wants &lt;oak&gt;')
  expect(await show(`/quotes/${quoteId}`)).toContain('<li>Wants &lt;oak&gt;')
})

it(`${path} lets only who wrote a note remove it`, async () => {
  const { notes, quoteId } = await callShop()
  const { value } = await notes.addNote(seller, quoteId, { text: 'Hello' })
  const request = { id: value.notes[0]?.id ?? '' }
  const other = { ...seller, actor: 'bob' }
  await expect(notes.removeNote(other, quoteId, request)).rejects.toThrow('only who wrote a note')
  await expect(notes.removeNote(seller, quoteId, { id: '?' })).rejects.toThrow('id must be')
  expect((await notes.removeNote(seller, quoteId, request)).value).toEqual({ notes: [] })
})

it(`${path} has tools for agents`, async () => {
  const { engine, quoteId } = await callShop()
  // Schemas belong to the copy of the package that made them, which is the build.
  const { createMcpServer } = await import('quotewright/mcp')
  const [own, other] = InMemoryTransport.createLinkedPair()
  await createMcpServer({ engine, context: seller }).connect(own)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(other)
  const agent = toAgent(client)
  await agent.get('callNotes_addNote', { quote_id: quoteId, text: 'Hi', outcome: 'voicemail' })
  expect(await agent.get('callNotes_get', { quote_id: quoteId })).toMatchObject({
    value: { notes: [{ text: 'Hi', outcome: 'voicemail', by: 'grace' }] },
  })
})
