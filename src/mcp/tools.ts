import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { DefaultTool, OperationRoles, Route } from '../engine/operation.js'
import { type JsonSchema, toJsonSchema } from '../http/json-schema.js'
import { declaredFields, fieldParameters } from '../http/openapi/declared-fields.js'
import {
  isCommand,
  pathParameters,
  takesIdempotencyKey,
  takesIfMatch,
} from '../http/routes/route.js'
import type { Role } from '../quote/model/transitions.js'
import type { QuoteEngine } from '../quote-engine/quote-engine.js'
import { compactSchema } from './compact-schema.js'

/** What an operation declares. */
export interface DeclaredOperation {
  readonly roles: OperationRoles
  readonly route: Route
  readonly isPaged?: boolean
  readonly tool?: DefaultTool
}

/** An operation with its name. */
export interface NamedOperation extends DeclaredOperation {
  readonly name: string
}

/** How many items a page has by default. Agents read every item. */
export const defaultPageLimit = 20

/** Returns true for a tool that gets one quote, whose lines can be read part by part. */
export function takesLinesFrom(route: Route): boolean {
  return !isCommand(route) && route.response === 'quote'
}

/** The name of an argument for a parameter of a path: `quoteId` is `quote_id`. */
export function argumentName(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Returns the name of a tool: that of `callNotes.addNote` is `callNotes_addNote`. */
export function toolName(operation: string): string {
  return operation.replace('.', '_')
}

/** Returns true if callers of a role can call an operation. Without a role, all can. */
export function isForRole(
  { name, roles, tool }: NamedOperation,
  role: Role | undefined,
  { transitions, requiresApprovals }: QuoteEngine,
): boolean {
  if (tool?.needsApprovals && !requiresApprovals) return false
  if (role === undefined || roles === 'all') return true
  if (roles !== 'transitions') return roles.includes(role)
  return transitions.some(({ operation, by }) => operation === name && by.includes(role))
}

/** Returns the tool of an operation, as a caller of a role sees it. */
export function toTool(
  { name, route, tool }: NamedOperation,
  engine: QuoteEngine,
  role: Role | undefined,
): Tool {
  const { properties, required } = toInputSchema(route, engine, role)
  return {
    name: toolName(name),
    description: [route.summary, tool?.hint].filter((text) => text !== undefined).join('. '),
    inputSchema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    annotations: toAnnotations(route),
  } as Tool
}

function toAnnotations(route: Route): NonNullable<Tool['annotations']> {
  if (!isCommand(route)) return { readOnlyHint: true, openWorldHint: false }
  return {
    readOnlyHint: false,
    // What creates something changes nothing that exists.
    destructiveHint: route.status !== 201,
    idempotentHint: route.method === 'DELETE' || !takesIdempotencyKey(route),
    openWorldHint: false,
  }
}

interface InputSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
}

function toInputSchema(route: Route, { fields }: QuoteEngine, role: Role | undefined): InputSchema {
  const inPath = pathParameters(route).map(argumentName)
  const toDeclared = (place: string) =>
    role === 'buyer' && place.endsWith('.internal_fields')
      ? undefined
      : declaredFields(fields, place, 'input')
  const body = route.body && compactSchema(toJsonSchema(route.body(), { toDeclared }))
  const { fields: ownFields, ...query } = queryProperties(route)
  const properties = {
    ...Object.fromEntries(inPath.map((name) => [name, { type: 'string' }])),
    ...body?.properties,
    ...compactSchema({ properties: query }).properties,
    ...(query.limit && {
      limit: { type: 'integer', description: `${defaultPageLimit} by default` },
    }),
    ...(ownFields && fieldFilter(fields)),
    ...(takesLinesFrom(route) && {
      lines_from: { type: 'integer', description: 'The first line to get: 1 by default' },
    }),
    ...(takesIfMatch(route) && { expected_version: { type: 'integer' } }),
    ...(takesIdempotencyKey(route) && { idempotency_key: { type: 'string' } }),
  }
  return { properties, required: [...inPath, ...((body?.required as readonly string[]) ?? [])] }
}

function queryProperties({ query }: Route): Readonly<Record<string, JsonSchema>> {
  return query === undefined ? {} : (toJsonSchema(query()).properties ?? {})
}

/** Returns the filter by own fields, of those that are searched. */
function fieldFilter(fields: QuoteEngine['fields']) {
  const parameters = fieldParameters(fields).map(([name, schema]) => [
    name.replace('fields.', ''),
    compactSchema(schema),
  ])
  if (parameters.length === 0) return undefined
  return { fields: { type: 'object', properties: Object.fromEntries(parameters) } }
}
