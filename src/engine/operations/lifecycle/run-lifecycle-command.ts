import type * as z from 'zod'
import { QuoteError } from '../../../errors.js'
import type { LifecycleInput } from '../../../quote/lifecycle/change-status.js'
import type { QuotePolicy } from '../../../quote/policy.js'
import type { Quote, QuoteRecord } from '../../../quote/quote.js'
import type { QuoteChange } from '../../../quote/quote-record.js'
import type { StoredRecord } from '../../../record/record.js'
import { describeKind } from '../../../validation/describe-value.js'
import { parseOrThrow } from '../../../validation/field-errors.js'
import { isPlainObject } from '../../../validation/schemas/record-schema.js'
import { parseUpdateOptions, type UpdateOptions } from '../../call-options.js'
import { requireQuote } from '../../commands/require-quote.js'
import { type QuoteCommand, runQuoteCommand } from '../../commands/run-quote-command.js'
import { parseContext, type StoreContext } from '../../context.js'
import { currentTime, type EngineRuntime } from '../../runtime.js'

/** A call of an operation that changes one quote by a pure function. */
export interface LifecycleCommand<Request> {
  readonly operation: string
  readonly schema: z.ZodType<Request>
  /** Returns the change. Throws what the operation throws. */
  decide(
    record: StoredRecord<Quote>,
    request: Request,
    input: LifecycleInput,
    policy: QuotePolicy,
  ): QuoteChange | undefined
}

/** The arguments of a method: the context, the id, the request and the options. */
export type LifecycleArguments = readonly [
  context: StoreContext,
  quoteId: string,
  request: unknown,
  options: UpdateOptions | undefined,
]

/** Returns a method that changes a quote by a pure function of its request. */
export function lifecycleMethod<Request>(
  runtime: EngineRuntime,
  { operation, schema, decide }: LifecycleCommand<Request>,
) {
  return async (...args: LifecycleArguments): Promise<QuoteRecord> => {
    const { request, command } = parseCall(operation, schema, args)
    const { options } = runtime
    return runQuoteCommand(runtime, {
      ...command,
      decide: (record) => decide(record, request, toInput(runtime, command.caller), options),
    })
  }
}

/** What all commands of a quote have in common. */
export type ParsedCommand = Omit<QuoteCommand, 'decide'>

/**
 * Parses the arguments of a method.
 *
 * @throws QuoteError `invalid_context`, `invalid_options` or `invalid_request`
 */
export function parseCall<Request>(
  operation: string,
  schema: z.ZodType<Request>,
  [context, quoteId, request, options]: LifecycleArguments,
): { readonly request: Request; readonly command: ParsedCommand } {
  const caller = parseContext(context)
  const parsedOptions = parseUpdateOptions(options)
  const parsed = parseRequest(schema, request)
  const command = {
    operation,
    caller,
    quoteId,
    options: parsedOptions,
    payload: [operation, quoteId, parsed, parsedOptions.expectedVersion],
    require: requireQuote,
  }
  return { request: parsed, command }
}

/**
 * Parses a request, which can be absent if all of its fields can be.
 *
 * @throws QuoteError `invalid_request`
 */
export function parseRequest<Request>(schema: z.ZodType<Request>, request: unknown): Request {
  if (request === undefined) return parseOrThrow(schema, {}, 'invalid_request')
  // To the schema, a Date or a Map is an object without fields.
  if (typeof request !== 'object' || isPlainObject(request))
    return parseOrThrow(schema, request, 'invalid_request')
  const message = `must be an object, received ${describeKind(request)}`
  throw new QuoteError('invalid_request', { errors: { '': message } })
}

/** Returns who makes a call, and when. */
export function toInput({ options }: EngineRuntime, { actor, role }: StoreContext): LifecycleInput {
  return { actor, role, now: currentTime(options) }
}
