import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createMcpServer, type McpServerOptions } from '../../src/mcp/index.js'

/** Connects a client of the SDK to a server in the same process. */
export async function connect(options: McpServerOptions) {
  const [own, other] = InMemoryTransport.createLinkedPair()
  const server = createMcpServer(options)
  const client = new Client({ name: 'test', version: '1' })
  await server.connect(own)
  await client.connect(other)
  return toAgent(client)
}

/** Returns what tests need of a client. */
export function toAgent(client: Client) {
  const callTool = async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
    (await client.callTool({ name, arguments: args })) as CallToolResult

  return {
    client,
    callTool,
    listNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** Returns the JSON of a result that is no error. */
    async get(name: string, args: Readonly<Record<string, unknown>> = {}) {
      const result = await callTool(name, args)
      if (result.isError) throw new Error(textOf(result))
      return JSON.parse(textOf(result))
    },
    /** Returns the JSON of a result that is an error. */
    async getError(name: string, args: Readonly<Record<string, unknown>> = {}) {
      const result = await callTool(name, args)
      if (!result.isError) throw new Error(`no error: ${textOf(result)}`)
      return JSON.parse(textOf(result))
    },
  }
}

export function textOf({ content }: CallToolResult): string {
  const [first] = content
  if (content.length !== 1 || first?.type !== 'text') throw new Error('must be one text')
  return first.text
}
