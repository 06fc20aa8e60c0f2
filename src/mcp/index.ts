/**
 * The operations of an engine as tools of the Model Context Protocol, for agents.
 *
 * @module quotewright/mcp
 */
export { createMcpApp } from './app.js'
export { defaultTools } from './default-tools.js'
export type { McpAppOptions, McpServerOptions, ToolOptions } from './options.js'
export { createMcpServer } from './server.js'
