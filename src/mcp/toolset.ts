import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { StoreContext } from '../engine/arguments.js'
import { QuoteError } from '../errors.js'
import { hasMethod, isCommand, methodOf, operationsOfFeatures } from '../http/routes/route.js'
import type { Role } from '../quote/model/transitions.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { describeValue } from '../validation/describe-value.js'
import { createArgumentsParser, type ToolArguments } from './arguments.js'
import { defaultTools } from './default-tools.js'
import { defaultMaxResultBytes, type ToolOptions } from './options.js'
import { serializeResult, toBoundedJson, toQuoteJson, toTextResult } from './results.js'
import {
  type DeclaredOperation,
  defaultPageLimit,
  isForRole,
  type NamedOperation,
  toolName,
  toTool,
} from './tools.js'

/** A call of a tool. */
export interface ToolCall {
  readonly context: StoreContext
  readonly args: ToolArguments
  readonly signal: AbortSignal
}

/** A tool, and what it does. `call` throws what the engine throws. */
export interface RunnableTool {
  readonly tool: Tool
  readonly call: (call: ToolCall) => Promise<CallToolResult>
}

/** Returns the tools that a role can use, by name. */
export type Toolset = (role: Role | undefined) => ReadonlyMap<string, RunnableTool>

/** Operations by name. */
export type OperationList = Readonly<Record<string, DeclaredOperation>>

/** Creates the tools of a list of operations. The tools of a role are created once. */
export function createToolset(list: OperationList, options: ToolOptions): Toolset {
  const { engine, tools = [...defaultTools, ...toolsOfFeatures(engine)] } = options
  const names: ReadonlySet<string> = new Set(tools)
  const operations = Object.entries(list)
    .filter(([name]) => names.has(name) && hasMethod(engine, name))
    .map(([name, operation]): NamedOperation => ({ ...operation, name }))
  const calls = new Map(operations.map((each) => [each.name, createCall(each, options)]))
  const byRole = new Map<Role | undefined, ReadonlyMap<string, RunnableTool>>()

  function create(role: Role | undefined): ReadonlyMap<string, RunnableTool> {
    const allowed = operations.filter((each) => isForRole(each, role, engine))
    const own = allowed.map((each): [string, RunnableTool] => {
      const call = calls.get(each.name) as Call
      const tool = toTool(each, engine, role)
      return [tool.name, { tool, call: (sent) => call(sent, false) }]
    })
    const commands = new Map(
      allowed
        .filter(({ route }) => isCommand(route))
        .map(({ name }) => [toolName(name), calls.get(name) as Call]),
    )
    return new Map(commands.size === 0 ? own : [...own, ['preview', previewTool(commands)]])
  }

  return (role) => {
    const known = byRole.get(role) ?? create(role)
    byRole.set(role, known)
    return known
  }
}

/** Returns the names of what the features of an engine declare as tools. */
function toolsOfFeatures(engine: QuoteEngine): readonly string[] {
  const declared = Object.entries(operationsOfFeatures<OperationList>(engine))
  return declared.filter(([, { tool }]) => tool !== undefined).map(([name]) => name)
}

type Method = (context: StoreContext, ...rest: readonly unknown[]) => Promise<unknown>
type Call = (call: ToolCall, isPreview: boolean) => Promise<CallToolResult>

function createCall(
  operation: NamedOperation,
  { engine, maxResultBytes = defaultMaxResultBytes }: ToolOptions,
): Call {
  const { name, route, isPaged } = operation
  const method = methodOf(engine, name) as Method
  const parse = createArgumentsParser(operation)
  return async ({ context, args, signal }, isPreview) => {
    const { values, options, linesFrom } = parse(args)
    const run = async (more: object): Promise<object> => {
      const result = await method(context, ...values, { ...more, signal })
      const body = serializeResult(result, route.response)
      if (name !== 'getQuote' || Object.keys(options).length > 0) return body
      return { ...body, possible: possibleOperations(engine, context, result) }
    }
    if (isPaged) return toTextResult(await loadPage(run, options, maxResultBytes))
    if (route.response === 'quote' && !isPreview)
      return toTextResult(toQuoteJson(await run(options), linesFrom, maxResultBytes))
    // A preview has no result to remember by a key.
    const { idempotencyKey: _, ...others } = options
    const body = isPreview
      ? { is_preview: true, ...(await run({ ...others, preview: true })) }
      : await run(options)
    return toTextResult(toBoundedJson(body, maxResultBytes))
  }
}

/** Returns the names of the operations that are possible now, as far as the engine can say. */
function possibleOperations(engine: QuoteEngine, context: StoreContext, record: unknown) {
  const { transitions, canEdit, approvals } = engine.possibleOperations(context, record as never)
  const names = transitions.map(({ operation }) => operation)
  return [...new Set([...names, ...(canEdit ? ['updateQuote'] : []), ...approvals])]
}

/** Loads a page again with fewer items as long as it is too large. */
async function loadPage(
  load: (options: object) => Promise<object>,
  options: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Promise<string> {
  let limit = typeof options.limit === 'number' ? options.limit : defaultPageLimit
  for (;;) {
    const body = await load({ ...options, limit })
    if (limit === 1) return toBoundedJson(body, maxBytes)
    const json = JSON.stringify(body)
    const bytes = Buffer.byteLength(json)
    if (bytes <= maxBytes) return json
    limit = Math.max(1, Math.floor((limit * maxBytes) / bytes / 2))
  }
}

/**
 * Creates the tool that previews every other one. It is a tool of its own, because hosts decide by
 * the annotations of a tool whether to ask a person: they need not ask for a preview.
 */
function previewTool(commands: ReadonlyMap<string, Call>): RunnableTool {
  const names = [...commands.keys()]
  return {
    tool: {
      name: 'preview',
      description: 'Returns what another tool would return, and stores nothing',
      inputSchema: {
        type: 'object',
        properties: {
          tool: { type: 'string', enum: names },
          arguments: { type: 'object', description: 'Those of the tool' },
        },
        required: ['tool', 'arguments'],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async call({ args, ...others }) {
      const { tool, arguments: sent, ...unknown } = args
      const call = typeof tool === 'string' ? commands.get(tool) : undefined
      const errors: [string, string][] = Object.keys(unknown).map((name) => [
        name,
        'is not an argument of this tool; put it in arguments',
      ])
      if (call === undefined)
        errors.push(['tool', `must be one of ${names.join(', ')}, received ${describeValue(tool)}`])
      if (!isObject(sent))
        errors.push(['arguments', `must be an object, received ${describeValue(sent)}`])
      if (call === undefined || !isObject(sent) || errors.length > 0)
        throw new QuoteError('invalid_request', { errors: Object.fromEntries(errors) })
      return call({ ...others, args: sent }, true)
    },
  }
}

function isObject(value: unknown): value is ToolArguments {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
