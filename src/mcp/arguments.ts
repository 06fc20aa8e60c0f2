import * as z from 'zod'
import { QuoteError } from '../errors.js'
import {
  isCommand,
  pathParameters,
  rejectHostFields,
  takesIdempotencyKey,
  takesIfMatch,
} from '../http/routes/route.js'
import { describeValue } from '../validation/describe-value.js'
import { FieldErrorCollector } from '../validation/field-errors.js'
import { idSchema, optionalPositiveInteger } from '../validation/schemas/scalars.js'
import { argumentName, defaultPageLimit, type NamedOperation, takesLinesFrom } from './tools.js'

/** The arguments of a tool, as an agent sends them. */
export type ToolArguments = Readonly<Record<string, unknown>>

/** Parses the arguments of a tool to those of the method, after the context. */
export type ParseArguments = (args: ToolArguments) => {
  /** The values of the path, and the body if the method takes one. */
  readonly values: readonly unknown[]
  readonly options: Readonly<Record<string, unknown>>
  /** Which line of a quote the result begins with: 1 is the first. */
  readonly linesFrom: number
}

const optionSchemas = {
  expected_version: optionalPositiveInteger,
  idempotency_key: idSchema.optional(),
}

const optionNames = { expected_version: 'expectedVersion', idempotency_key: 'idempotencyKey' }

type OptionName = keyof typeof optionNames

/**
 * Creates the parser of a tool's arguments. What is neither an id in the path nor an option is
 * part of the body, which the method parses.
 *
 * The parser throws a QuoteError `invalid_request` with one error per invalid argument.
 */
export function createArgumentsParser({ route, isPaged = false }: NamedOperation): ParseArguments {
  const inPath = pathParameters(route).map(argumentName)
  const options: readonly OptionName[] = [
    ...(takesIfMatch(route) ? (['expected_version'] as const) : []),
    ...(takesIdempotencyKey(route) ? (['idempotency_key'] as const) : []),
  ]
  const querySchema = isCommand(route) ? undefined : (route.query?.() ?? z.strictObject({}))
  return (args) => {
    const errors = new FieldErrorCollector()
    const rest = new Map(Object.entries(args))
    const take = (name: string): unknown => {
      const value = rest.get(name)
      rest.delete(name)
      return value
    }
    const ids = inPath.map((name) => {
      const value = take(name)
      if (typeof value !== 'string')
        errors.add([name], `must be a string, received ${describeValue(value)}`)
      return value
    })
    const parseOption = <Value>(name: string, schema: z.ZodType<Value>): Value | undefined => {
      const { data, error } = schema.safeParse(take(name))
      errors.addIssues(error?.issues ?? [], [name])
      return data
    }
    const taken = options.map((name): [string, unknown] => [
      optionNames[name],
      parseOption<string | number | undefined>(name, optionSchemas[name]),
    ])
    const linesFrom = takesLinesFrom(route) && parseOption('lines_from', optionalPositiveInteger)
    const sent = Object.fromEntries(rest)
    const query = querySchema && parseQuery(querySchema, sent, isPaged, errors)
    if (query === undefined && route.body === undefined)
      for (const name of rest.keys()) errors.add([name], 'is not an argument of this tool')
    rejectHostFields(route, sent)
    if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
    return {
      values: route.body === undefined ? ids : [...ids, sent],
      options: query ?? Object.fromEntries(taken.filter(([, value]) => value !== undefined)),
      linesFrom: linesFrom || 1,
    }
  }
}

function parseQuery(
  schema: z.ZodType<object>,
  sent: ToolArguments,
  isPaged: boolean,
  errors: FieldErrorCollector,
): Readonly<Record<string, unknown>> {
  const { data, error } = schema.safeParse(isPaged ? { limit: defaultPageLimit, ...sent } : sent)
  errors.addIssues(error?.issues ?? [], [], schema)
  return { ...data }
}
