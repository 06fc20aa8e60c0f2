import type { StandardSchemaV1 } from '@standard-schema/spec'
import { v7 } from 'uuid'
import * as z from 'zod'
import {
  type CallOptions,
  type CommandOptions,
  parseCallOptions,
  parseCommandOptions,
  parseContext,
  type StoreContext,
} from '../engine/arguments.js'
import { runRecordCommand } from '../engine/commands/run-command.js'
import { assertQuoteId, requireQuote } from '../engine/commands/run-quote-command.js'
import {
  createPagedResult,
  pageQuery,
  parsePageRequest,
  toPage,
} from '../engine/execution/pages.js'
import { internalRoles, type Operation } from '../engine/operation.js'
import { currentTime, type EngineRuntime } from '../engine/runtime.js'
import { isQuoteError, QuoteError } from '../errors.js'
import { createValidate, parseField } from '../quote/model/field-rules.js'
import type { QuoteRecord } from '../quote/model/quote.js'
import { quoteRef, toQuoteRecord } from '../quote/model/quote-record.js'
import type { Role } from '../quote/model/transitions.js'
import { type ChangeInput, createChange, updateChange } from '../record/change.js'
import type { RecordChange } from '../record/commit.js'
import type { RecordRef, StoredRecord } from '../record/record.js'
import { deepFreeze } from '../validation/deep-freeze.js'
import { describeValue } from '../validation/describe-value.js'
import { FieldErrorCollector, guardRead, type PathError } from '../validation/field-errors.js'
import { jsonEqual } from '../validation/json-equal.js'
import { estimateJsonLength } from '../validation/json-length.js'
import { copyJson, type JsonValue } from '../validation/json-value.js'
import { type SchemaDirection, toStandardJsonSchema } from '../validation/standard-json-schema.js'
import { wrapCallback } from '../validation/wrap-callback.js'
import type { FeatureInput, FeatureOwner, FeatureRecord } from './feature-types.js'

type Validate = ReturnType<typeof createValidate>

/** A feature, as its declaration was parsed. */
export interface ParsedFeature {
  readonly of: FeatureOwner
  readonly kind: string
  readonly roles: readonly Role[] | 'all'
  readonly schema: StandardSchemaV1
  readonly validate: Validate
  readonly empty: object
}

/** An operation of a feature, as its declaration was parsed. */
export interface ParsedCommand {
  readonly name: string
  /** What errors of its functions name. */
  readonly option: string
  readonly summary: string
  readonly request: StandardSchemaV1
  readonly roles?: ParsedFeature['roles'] | undefined
  readonly tool?: boolean | string | undefined
  readonly decide: (...args: never) => unknown
}

type Method = (context: StoreContext, ...args: readonly unknown[]) => Promise<FeatureRecord<object>>

/** Whose record a method is called for: `quoteId` is the second argument, if it is of a quote. */
interface Call {
  readonly caller: StoreContext
  readonly ref: RecordRef
  readonly quoteId: string | undefined
  readonly refs: readonly RecordRef[]
}

/** Returns the operation that reads the record of a feature. */
export function getOperation(
  feature: ParsedFeature,
  { name, tool }: { readonly name: string; readonly tool?: boolean | string | undefined },
): Operation<Method> {
  return {
    roles: feature.roles,
    ...toTool(tool),
    route: {
      method: 'GET',
      path: pathOf(feature, name),
      summary: feature.of === 'quote' ? `Get the ${name} of a quote` : `Get the ${name}`,
      status: 200,
      response: 'featureRecord',
      value: () => toValueSchema(feature),
    },
    create:
      (runtime, operation) =>
      async (context, ...args) => {
        const call = parseCall(feature, context, args)
        const { signal } = parseCallOptions(afterIds(call, args)[0] as CallOptions | undefined)
        return runtime.run(signal, async () => {
          const record = await loadPermitted(runtime, operation, call, signal)
          return toResult(record, feature)
        })
      },
  }
}

/** Returns the operation that lists the changes of the record of a feature. */
export function historyOperation(feature: ParsedFeature, name: string): Operation<Method> {
  return {
    roles: internalRoles,
    isPaged: true,
    route: {
      method: 'GET',
      path: `${pathOf(feature, name)}/history`,
      summary: `List the changes of the ${name}${feature.of === 'quote' ? ' of a quote' : ''}`,
      query: pageQuery,
      status: 200,
      response: 'featureHistory',
    },
    create: ((runtime: EngineRuntime, operation: string) =>
      (context: StoreContext, ...args: readonly unknown[]) =>
        createPagedResult(() => {
          const call = parseCall(feature, context, args)
          const { after: start, limit, signal } = parsePageRequest(afterIds(call, args)[0])
          return (after: number = start) =>
            runtime.run(signal, async () => {
              await loadPermitted(runtime, operation, call, signal)
              const range = { afterVersion: after, limit }
              const { storeId } = call.caller
              return toPage(
                await runtime.storage.listHistory(storeId, call.ref, range, signal),
                after,
              )
            })
        })) as never,
  } as never
}

/** Returns the operation that changes the record of a feature. */
export function commandOperation(
  feature: ParsedFeature,
  command: ParsedCommand,
): Operation<Method> {
  const { name, option, summary, request, roles = feature.roles, tool } = command
  const parseRequest = createRequestParser(`${option}.request`, command)
  const decide = createDecide(option, command.decide)
  const [featureName = ''] = option.split('.').slice(1)
  return {
    roles,
    ...toTool(tool),
    route: {
      method: 'POST',
      path: `${pathOf(feature, featureName)}/${name}`,
      summary,
      body: () => toBodySchema(request),
      takesNo: ['expectedVersion'],
      status: 200,
      response: 'featureRecord',
      value: () => toValueSchema(feature),
    },
    create:
      (runtime, operation) =>
      async (context, ...args) => {
        const call = parseCall(feature, context, args)
        const { caller, ref, quoteId } = call
        const [sentRequest, options] = afterIds(call, args)
        const parsedOptions = parseCommandOptions(options as CommandOptions | undefined)
        const { sent, parsed } = parseRequest(sentRequest)
        const { storeId, actor, role } = caller
        let source: QuoteRecord | undefined
        const record = await runRecordCommand<object>(runtime, {
          operation,
          caller,
          options: parsedOptions,
          payload: [ref.id, sent],
          ref,
          otherRefs: quoteId === undefined ? [] : [quoteRef(quoteId)],
          empty: emptyRecord(ref, feature),
          source: () => source,
          decide(stored, [quote]) {
            if (quoteId !== undefined) source = toQuoteRecord(storeId, requireQuote(quote, quoteId))
            const value = requireContent(stored, ref)?.value ?? feature.empty
            const now = currentTime(runtime.options)
            const newId = v7()
            const decided = decide({
              ...{ value, request: parsed, quote: source?.quote, now, newId, actor, role },
            } as FeatureInput<FeatureOwner, object, unknown>)
            const next = decided === value ? value : parseValue(feature, option, decided)
            return toChange(stored, ref, next, { value, operation: name, actor, now })
          },
        })
        return toResult(requireContent(record as StoredRecord<object>, ref), feature)
      },
  }
}

function toTool(tool: boolean | string | undefined): Pick<Operation<Method>, 'tool'> {
  if (tool === undefined || tool === false) return {}
  return { tool: typeof tool === 'string' ? { hint: tool } : {} }
}

function pathOf({ of }: ParsedFeature, name: string): string {
  return `${of === 'quote' ? '/quotes/{quoteId}' : ''}/features/${name}`
}

/** @throws QuoteError `invalid_context`, or `quote_not_found` for what can be no id */
function parseCall(
  { of, kind }: ParsedFeature,
  context: StoreContext,
  [first]: readonly unknown[],
): Call {
  const caller = parseContext(context)
  if (of === 'store') {
    const ref = { kind, id: kind }
    return { caller, ref, quoteId: undefined, refs: [ref] }
  }
  assertQuoteId(first)
  const quoteId = first as string
  const ref = { kind, id: quoteId }
  return { caller, ref, quoteId, refs: [ref, quoteRef(quoteId)] }
}

/** Returns the arguments after the context and the id of the quote. */
function afterIds({ quoteId }: Call, args: readonly unknown[]): readonly unknown[] {
  return quoteId === undefined ? args : args.slice(1)
}

/** @throws QuoteError `quote_not_found`, or `not_permitted` for what the caller must not read */
async function loadPermitted(
  { storage, permit }: EngineRuntime,
  operation: string,
  { caller, ref, quoteId, refs }: Call,
  signal: AbortSignal | undefined,
): Promise<StoredRecord<object> | undefined> {
  const { storeId } = caller
  const [stored, loaded] = await storage.load(storeId, refs, signal)
  const quote =
    quoteId === undefined ? undefined : toQuoteRecord(storeId, requireQuote(loaded, quoteId))
  const record = requireContent(stored as StoredRecord<object> | undefined, ref)
  await permit?.({ caller, operation, record: quote, signal })
  return record
}

/** @throws QuoteError `quote_not_found` if the record was erased with its quote */
function requireContent(
  record: StoredRecord<object | null> | undefined,
  { id: quoteId }: RecordRef,
): StoredRecord<object> | undefined {
  if (record?.value === null) throw new QuoteError('quote_not_found', { quoteId })
  return record as StoredRecord<object> | undefined
}

function emptyRecord(ref: RecordRef, { empty }: ParsedFeature): StoredRecord<object> {
  return { ...ref, version: 0, updated: 0, replay: { base: 0, size: 0 }, value: empty }
}

function toResult(
  record: StoredRecord<object> | undefined,
  { empty }: ParsedFeature,
): FeatureRecord<object> {
  if (record === undefined || record.version === 0)
    return Object.freeze({ version: 0, value: empty })
  const { version, updated, value } = record
  return Object.freeze({ version, updated, value })
}

/** Maximum length of a request, as JSON. */
const maxRequestLength = 1_000_000

/** Maximum length of what a feature keeps of one quote, or of the store, as JSON. */
export const maxValueLength = 1_000_000

/**
 * Returns a function that copies a request, so that later changes of it have no effect, and parses
 * the copy.
 *
 * @throws QuoteError `invalid_request`; `callback_failed` if the schema throws, or is asynchronous
 */
function createRequestParser(option: string, { request: schema }: ParsedCommand) {
  const validate = createValidate(option, schema)
  return (request: unknown): { readonly sent: JsonValue; readonly parsed: unknown } => {
    const errors = new FieldErrorCollector()
    const copy = guardRead('invalid_request', () =>
      copyJson(request === undefined ? {} : request, { maxLength: maxRequestLength }),
    )
    if (!('value' in copy)) errors.add(copy.path, copy.message)
    else {
      const result = validate(copy.value)
      if ('value' in result)
        return { sent: deepFreeze(copy.value), parsed: deepFreeze(result.value) }
      addIssues(result.issues, errors)
    }
    throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  }
}

/** What a schema rejects is rejected, also if it does not say why. */
function addIssues(issues: readonly PathError[], errors: FieldErrorCollector): void {
  for (const { path, message } of issues) errors.add(path, message)
  if (errors.isEmpty) errors.add([], 'is invalid')
}

/** What a decision can reject. Everything else that it throws is a mistake of the program. */
const rejections: readonly string[] = ['invalid_request', 'not_permitted']

/**
 * Returns a function that decides.
 *
 * @throws QuoteError `invalid_request` or `not_permitted` if the feature throws it;
 * `callback_failed` if it throws anything else, or returns a promise
 */
function createDecide(option: string, decide: ParsedCommand['decide']) {
  const call = wrapCallback(option, (input: unknown) => {
    try {
      const decided = (decide as (input: unknown) => unknown)(Object.freeze(input))
      return isPromise(decided) ? (decided as never) : { decided }
    } catch (cause) {
      if (isQuoteError(cause) && rejections.includes(cause.code)) return { rejection: cause }
      throw cause
    }
  })
  return (input: FeatureInput<FeatureOwner, object, unknown>): unknown => {
    const result = call(input)
    if ('rejection' in result) throw result.rejection
    return result.decided === undefined ? input.value : result.decided
  }
}

function isPromise(value: unknown): boolean {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === 'function'
}

/**
 * Returns a copy of what was decided, as the schema of the feature returns it. Deeply frozen.
 *
 * @throws QuoteError `invalid_request` if the schema rejects it, or it is too long;
 * `callback_failed` if it is no object of JSON
 */
function parseValue({ validate }: ParsedFeature, option: string, decided: unknown): object {
  const copy = wrapCallback(option, () => copyDecided(decided))()
  const errors = new FieldErrorCollector()
  const parsed =
    'value' in copy
      ? parseField(validate, copy.value, maxValueLength, [], errors)
      : errors.add(copy.path, copy.message)
  if (!errors.isEmpty) throw new QuoteError('invalid_request', { errors: errors.toFieldErrors() })
  return wrapCallback(option, () => requireObject(parsed?.value))()
}

/** @throws TypeError if it is not JSON. What is too long is for the caller to know. */
function copyDecided(decided: unknown) {
  const copy = copyJson(requireObject(decided), { maxLength: maxValueLength })
  if ('value' in copy) return copy
  const isJson = 'value' in copyJson(decided, { maxLength: Number.POSITIVE_INFINITY })
  if (isJson) return copy
  throw new TypeError(`it must return JSON; ${copy.path.join('.')} ${copy.message}`)
}

function requireObject(value: unknown): object {
  if (typeof value === 'object' && value !== null) return value
  throw new TypeError(`it must return an object or an array, received ${describeValue(value)}`)
}

/** Returns the change to the next value; undefined if it is the same. Pure. */
function toChange(
  record: StoredRecord<object> | undefined,
  ref: RecordRef,
  next: object,
  { value, ...input }: ChangeInput & { readonly value: object },
): RecordChange<object> | undefined {
  if (record !== undefined)
    return updateChange(record, next, { ...input, lengthOf: estimateJsonLength })
  return jsonEqual(next, value) ? undefined : createChange(ref, next, input)
}

/** Describes a request to clients: the method parses it. */
function toBodySchema(schema: StandardSchemaV1): z.ZodType {
  return z
    .unknown()
    .refine((body) => body !== undefined)
    .meta(describeSchema(schema, 'input'))
}

function toValueSchema({ schema }: ParsedFeature): z.ZodType {
  return z.unknown().meta(describeSchema(schema, 'output'))
}

/** The registry of zod has each `id` once, for all of a process. */
function describeSchema(
  schema: StandardSchemaV1,
  direction: SchemaDirection,
): Readonly<Record<string, unknown>> {
  const { id, ...described } = toStandardJsonSchema(schema, direction)
  return described
}
