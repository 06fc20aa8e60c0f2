// Type-checked with `skipLibCheck`: the declarations of the SDK need those of browsers.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createQuoteEngine, memoryCatalog, memoryStorage } from 'quotewright'
import { tokenAuthenticator } from 'quotewright/http'
import { createMcpApp, createMcpServer, defaultTools, type McpServerOptions } from 'quotewright/mcp'

const engine = createQuoteEngine({ storage: memoryStorage(), catalog: memoryCatalog({}) })
const forAgent: McpServerOptions = { engine, context: { storeId: 's' }, tools: defaultTools }
const server = createMcpServer(forAgent)
export const connected: Promise<void> = server.connect(new StdioServerTransport())
// @ts-expect-error a server has no such method, and is not "any"
void server.listen
const authenticate = tokenAuthenticator({ 'store-1': ['token'] })
const { fetch } = createMcpApp({ engine, authenticate })
export const response: Response | Promise<Response> = fetch(new Request('http://quotes.test/mcp'))
