import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as z from 'zod'
import { isFeatureName, kindOf } from '../engine/features.js'
import { internalRoles } from '../engine/operation.js'
import { QuoteError } from '../errors.js'
import { createValidate, parseField } from '../quote/model/field-rules.js'
import { isStandardSchema } from '../quote/model/own-fields.js'
import { roles } from '../quote/model/transitions.js'
import { FieldErrorCollector, parseOrThrow } from '../validation/field-errors.js'
import { isPlainObject } from '../validation/json-value.js'
import { lazy } from '../validation/lazy.js'
import { requiredFunction, withReceived } from '../validation/schemas/scalars.js'
import {
  commandOperation,
  getOperation,
  historyOperation,
  maxValueLength,
} from './feature-operations.js'
import type { Feature, FeatureDeclaration, FeatureMethods, FeatureOwner } from './feature-types.js'

/**
 * Declares a feature of your own: a record for each quote, or one for each store, and the
 * operations that change it. Pass it to `createQuoteEngine` as one of `features`.
 *
 * @throws QuoteError `invalid_options` with every part that is missing, invalid or unknown
 *
 * @example
 * const callNotes = defineFeature({
 *   name: 'callNotes',
 *   of: 'quote',
 *   schema: z.array(z.object({ text: z.string().max(2000), by: z.string().optional() })).max(500),
 *   empty: [],
 *   operations: {
 *     addNote: {
 *       summary: 'Add a call note',
 *       request: z.object({ text: z.string().min(1).max(2000) }),
 *       decide: ({ value, request, actor }) => [...value, { ...request, by: actor }],
 *     },
 *   },
 * })
 * const engine = createQuoteEngine({ storage, catalog, features: [callNotes] })
 * await engine.features.callNotes.addNote(context, quoteId, { text: 'Calls back on Monday' })
 */
export function defineFeature<
  const Name extends string,
  const Owner extends FeatureOwner,
  Schema extends StandardSchemaV1<unknown, object>,
  const Requests extends Readonly<Record<string, StandardSchemaV1>>,
>(
  declaration: FeatureDeclaration<Name, Owner, Schema, Requests>,
): Feature<Name, FeatureMethods<Owner, StandardSchemaV1.InferOutput<Schema>, Requests>> {
  const parsed = parseOrThrow(declarationSchema(), declaration, 'invalid_options')
  const { name, of, schema, operations: declared, roles = internalRoles } = parsed
  const kind = kindOf({ name, of })
  const validate = createValidate(`features.${name}.schema`, schema)
  const feature = { of, kind, roles, schema, validate, empty: parseEmpty(parsed.empty, validate) }
  const commands = Object.entries(declared).map(([operation, each]) => [
    operation,
    commandOperation(feature, {
      ...each,
      name: operation,
      option: `features.${name}.${operation}`,
    }),
  ])
  const reads = {
    get: getOperation(feature, { name, tool: parsed.tool }),
    listHistory: historyOperation(feature, name),
  }
  const operations = Object.freeze({ ...reads, ...Object.fromEntries(commands) })
  return Object.freeze({ name: name as Name, of, kind, operations })
}

/** @throws QuoteError `invalid_options` at `empty`, or `callback_failed` if the schema throws */
function parseEmpty(empty: unknown, validate: ReturnType<typeof createValidate>): object {
  const errors = new FieldErrorCollector()
  const parsed = parseField(validate, empty, maxValueLength, ['empty'], errors)
  if (parsed !== undefined && (typeof parsed.value !== 'object' || parsed.value === null))
    errors.add(['empty'], 'must be an object or an array')
  if (!errors.isEmpty) throw new QuoteError('invalid_options', { errors: errors.toFieldErrors() })
  return parsed?.value as object
}

const nameMessage =
  'must be a lower-case letter, and up to 29 letters and digits after it, such as callNotes'

/** What each feature has, and what would make its methods a promise. */
const reservedNames = ['get', 'listHistory', 'then']

const standardSchema = lazy(() =>
  z.custom<StandardSchemaV1>(isStandardSchema, {
    error: withReceived('must be a Standard Schema, such as one of zod, valibot or arktype'),
  }),
)

const rolesSchema = lazy(() =>
  z
    .union([z.literal('all'), z.array(z.enum(roles)).min(1)], {
      error: withReceived("must be 'all', or an array of seller, buyer and system"),
    })
    .optional(),
)

const tool = lazy(() =>
  z
    .union([z.boolean(), z.string().max(500)], {
      error: withReceived('must be true or false, or a hint of at most 500 characters'),
    })
    .optional(),
)

const summaryError = { error: withReceived('must be a string of 1 to 120 characters') }

const operationSchema = lazy(() =>
  z.strictObject(
    {
      summary: z.string(summaryError).min(1, summaryError).max(120, summaryError),
      request: standardSchema(),
      roles: rolesSchema(),
      tool: tool(),
      decide: requiredFunction,
    },
    { error: withReceived('must be an object with summary, request and decide') },
  ),
)

/** A name such as `__proto__` is one of the object, and none of a copy of it. */
const operationsSchema = lazy(() =>
  z
    .custom<object>(isPlainObject, { error: withReceived('must be an object of operations') })
    .superRefine((operations, context) => {
      for (const name of Object.getOwnPropertyNames(operations)) {
        if (!isFeatureName(name))
          context.addIssue({ code: 'custom', path: [name], message: `its name ${nameMessage}` })
        else if (reservedNames.includes(name))
          context.addIssue({
            code: 'custom',
            path: [name],
            message: `must have another name than ${reservedNames.join(', ')}`,
          })
      }
    })
    .pipe(z.record(z.string(), operationSchema())),
)

const declarationSchema = lazy(() =>
  z.strictObject(
    {
      name: z.custom<string>(isFeatureName, { error: withReceived(nameMessage) }),
      of: z.enum(['quote', 'store'], { error: withReceived("must be 'quote' or 'store'") }),
      schema: standardSchema(),
      empty: z.unknown(),
      roles: rolesSchema(),
      tool: tool(),
      operations: operationsSchema(),
    },
    { error: withReceived('must be an object with name, of, schema, empty and operations') },
  ),
)
