import { describe, expect, it } from 'vitest'
import { createHttpApp } from '../../src/http/index.js'
import { createMcpServer } from '../../src/mcp/index.js'
import { context, request } from '../engine/ports.js'
import { connect } from '../mcp/support.js'
import { engineWithFeatures } from './call-notes.js'

async function withQuote() {
  const engine = engineWithFeatures()
  const { quoteId } = await engine.createQuote(context, request)
  return { engine, quoteId }
}

type AppOptions = Partial<Parameters<typeof createHttpApp>[0]>

async function served(options: AppOptions = {}) {
  const { engine, quoteId } = await withQuote()
  const authenticate = () => ({ ...context, role: 'seller' as const })
  const app = createHttpApp({ engine, authenticate, prefix: '', ...options })
  const call = async (method: string, path: string, body?: object, headers: object = {}) => {
    const response = await app.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { call, quoteId, path: `/quotes/${quoteId}/features/callNotes` }
}

describe('createHttpApp with features', () => {
  it('serves what reads and changes the record of a quote', async () => {
    const { call, path } = await served()
    expect(await call('GET', path)).toEqual({
      status: 200,
      body: { version: 0, value: [], success: true },
    })
    const added = { text: 'Hello', time: 5_000, by: 'ann' }
    expect(await call('POST', `${path}/addNote?preview=true`, { text: 'Hello' })).toMatchObject({
      status: 200,
      body: { version: 1, value: [added] },
    })
    const key = { 'idempotency-key': 'k' }
    for (let time = 0; time < 2; time += 1)
      expect(await call('POST', `${path}/addNote`, { text: 'Hello' }, key)).toMatchObject({
        body: { version: 1, updated: 5_000, value: [added] },
      })
    expect((await call('GET', `${path}/history`)).body).toMatchObject({
      entries: [{ version: 1, operation: 'addNote', by: 'ann' }],
    })
  })

  it('serves the record of the store', async () => {
    const { call } = await served()
    const { body } = await call('POST', '/features/callTimes/setFrom', { from: '09:00' })
    expect(body).toMatchObject({ version: 1, value: { from: '09:00', to: '18:00' } })
    expect((await call('GET', '/features/callTimes')).body).toMatchObject({ version: 1 })
  })

  it.each([
    ['POST', '/addNote', { text: '' }, 422],
    ['POST', '/addNote', undefined, 400],
    ['POST', '/removeNote', { index: 0 }, 403],
    ['POST', '/toString', {}, 404],
    ['POST', '/__proto__', {}, 404],
    ['PUT', '', {}, 405],
  ])('answers %s %s with %o with its problem', async (method, operation, body, status) => {
    const { call, path } = await served()
    const { body: problem, ...response } = await call(method, `${path}${operation}`, body)
    expect(response.status).toBe(status)
    expect(problem.success).toBe(false)
  })

  it('answers 404 for a quote of another store', async () => {
    const { call } = await served()
    expect((await call('GET', '/quotes/other/features/callNotes')).status).toBe(404)
  })

  it('describes them in the OpenAPI document, with the schemas of the feature', async () => {
    const { call } = await served()
    const { body } = await call('GET', '/openapi.json')
    const note = { type: 'object', properties: { text: { type: 'string', maxLength: 2_000 } } }
    expect(body).toMatchObject({
      paths: {
        '/quotes/{quoteId}/features/callNotes/addNote': {
          post: {
            operationId: 'callNotes.addNote',
            summary: 'Add a call note',
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { properties: { value: { type: 'array', maxItems: 3, items: note } } },
                  },
                },
              },
            },
          },
        },
        '/features/callTimes': { get: { operationId: 'callTimes.get' } },
      },
      components: { schemas: { CallNotesAddNoteRequest: note } },
    })
  })

  it('serves those only that the option operations names', async () => {
    const { call, path } = await served({ operations: ['callNotes.get', 'getQuote'] })
    expect((await call('GET', path)).status).toBe(200)
    expect((await call('POST', `${path}/addNote`, { text: 'A' })).status).toBe(404)
    await expect(served({ operations: ['callNotes.addNotes'] })).rejects.toThrow('operations')
  })
})

describe('createMcpServer with features', () => {
  const agent = async (tools?: readonly ['callNotes.removeNote']) => {
    const { engine, quoteId } = await withQuote()
    const seller = { ...context, role: 'system' as const }
    return { ...(await connect({ engine, context: seller, ...(tools && { tools }) })), quoteId }
  }

  it('has the tools that the feature declares, and no others', async () => {
    const { client } = await agent()
    const { tools } = await client.listTools()
    const named = tools.filter(({ name }) => name.startsWith('call'))
    expect(named.map(({ name }) => name)).toEqual(['callNotes_get', 'callNotes_addNote'])
    expect(named[1]).toMatchObject({
      description: 'Add a call note. What was said on the phone',
      inputSchema: { required: ['quote_id', 'text'] },
    })
  })

  it('calls them, with a preview', async () => {
    const { get: call, getError, quoteId } = await agent()
    const sent = { quote_id: quoteId, text: 'Hello' }
    const preview = { tool: 'callNotes_addNote', arguments: sent }
    expect(await call('preview', preview)).toMatchObject({ is_preview: true, version: 1 })
    expect(await call('callNotes_addNote', sent)).toMatchObject({ version: 1 })
    expect(await call('callNotes_get', { quote_id: quoteId })).toMatchObject({
      value: [{ text: 'Hello' }],
    })
    expect(await getError('callNotes_addNote', { quote_id: quoteId, text: '' })).toMatchObject({
      code: 'invalid_request',
    })
  })

  it('takes their names in the option tools', async () => {
    const { listNames } = await agent(['callNotes.removeNote'])
    expect(await listNames()).toEqual(['callNotes_removeNote', 'preview'])
    const { engine } = await withQuote()
    const tools2 = ['callNotes_removeNote'] as never
    expect(() => createMcpServer({ engine, context, tools: tools2 })).toThrow('tools')
  })
})
