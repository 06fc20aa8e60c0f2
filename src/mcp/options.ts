import * as z from 'zod'
import type { StoreContext } from '../engine/arguments.js'
import type { FeatureOperationName } from '../engine/features.js'
import type { Authenticate } from '../http/authenticate.js'
import type { RateLimit } from '../http/options.js'
import type { OperationName, QuoteEngine } from '../quote-engine/quote-engine.js'
import {
  appOptionsSchema,
  engineSchema,
  optionalPrefix,
} from '../validation/schemas/app-options.js'
import {
  optionalFunction,
  optionalPositiveInteger,
  requiredFunction,
  withReceived,
} from '../validation/schemas/scalars.js'

/** What agents get, over every transport. */
export interface ToolOptions {
  /** The engine whose operations are tools. */
  readonly engine: QuoteEngine
  /**
   * The operations that are tools, by the names of the engine's methods. Each is listed for the
   * roles that can call it.
   *
   * @default {@link defaultTools}, and what features declare as tools
   */
  readonly tools?: readonly (OperationName | FeatureOperationName)[] | undefined
  /**
   * Text for the agent, after the instructions of this package: what your shop sells, when to ask
   * a person.
   */
  readonly instructions?: string | undefined
  /**
   * Maximum size of a result in bytes of JSON, at least 1,000. A longer page gets fewer items. In
   * anything else, long lists and strings are shortened, and `is_shortened` is true.
   *
   * @default 40000 (about 10,000 tokens)
   */
  readonly maxResultBytes?: number | undefined
}

/** Options of `createMcpServer`. */
export interface McpServerOptions extends ToolOptions {
  /** The store, the actor and the role of every call. */
  readonly context: StoreContext
  /**
   * Receives every error of the server, with its cause and the name of the tool,
   * for your log. The result doesn't wait for it. An error that it throws is ignored.
   */
  readonly onError?: ((error: unknown, tool: string) => unknown) | undefined
}

/**
 * Options of `createMcpApp`.
 *
 * @typeParam Raw The request of the server, which is inferred from `authenticate`.
 */
export interface McpAppOptions<Raw = unknown> extends ToolOptions {
  /** Identifies the caller of a request, as for `createHttpApp`. */
  readonly authenticate: Authenticate<Raw>
  /**
   * The path of the app.
   *
   * @default '/mcp'
   */
  readonly path?: string | undefined
  /**
   * Maximum size of a request body in bytes.
   *
   * @default 1048576 (1 MiB)
   */
  readonly maxBodyBytes?: number | undefined
  /** Limits the rate of requests, each of which has one message. By default, there is no limit. */
  readonly rateLimit?: RateLimit | undefined
  /**
   * Receives every error of the server, with its cause, for your log. The response
   * doesn't wait for it. An error that it throws is ignored.
   */
  readonly onError?: ((error: unknown, request: Request) => unknown) | undefined
  /**
   * Value of the `WWW-Authenticate` header of a 401 response, for example
   * `Bearer resource_metadata="https://shop.example/.well-known/oauth-protected-resource"`.
   *
   * @default 'Bearer'
   */
  readonly challenge?: string | undefined
}

export const defaultPath = '/mcp'
export const defaultMaxResultBytes = 40_000
const minResultBytes = 1_000

/** @param operationNames The names that the option `tools` can have. */
function toolFields(operationNames: readonly string[]) {
  const bytes = withReceived(`must be an integer of at least ${minResultBytes}`)
  return {
    engine: engineSchema,
    tools: z
      .custom<readonly string[]>(
        (value) => Array.isArray(value) && value.every((name) => operationNames.includes(name)),
        { error: `must be an array of names of: ${operationNames.join(', ')}` },
      )
      .optional(),
    instructions: z.string({ error: withReceived('must be a string') }).optional(),
    maxResultBytes: z.int({ error: bytes }).min(minResultBytes, { error: bytes }).optional(),
    onError: optionalFunction,
  }
}

export function mcpServerOptionsSchema(operationNames: readonly string[]) {
  return appOptionsSchema<McpServerOptions>({
    ...toolFields(operationNames),
    context: z.custom<StoreContext>((value) => typeof value === 'object' && value !== null, {
      error: withReceived("must be an object such as { storeId: 'store-1', role: 'seller' }"),
    }),
  })
}

export function mcpAppOptionsSchema(operationNames: readonly string[]) {
  return appOptionsSchema<McpAppOptions>({
    ...toolFields(operationNames),
    authenticate: requiredFunction,
    path: optionalPrefix(defaultPath),
    maxBodyBytes: optionalPositiveInteger,
    rateLimit: optionalFunction,
    challenge: z.string({ error: withReceived('must be a string') }).optional(),
  })
}
