import { v7 } from 'uuid'
import * as z from 'zod'
import {
  type CallOptions,
  type CommandOptions,
  parseCallOptions,
  parseCommandOptions,
  parseContext,
  parseUpdateOptions,
  type StoreContext,
  type UpdateOptions,
} from '../../engine/arguments.js'
import { currencyOfStore, getPricing } from '../../engine/commands/pricing.js'
import { assertVersion, runRecordCommand } from '../../engine/commands/run-command.js'
import { requireQuote, runNewQuoteCommand } from '../../engine/commands/run-quote-command.js'
import {
  createPagedResult,
  cursorFields,
  decodeCursor,
  defaultCursorLimit,
  encodeCursor,
  type Page,
  type PagedResult,
} from '../../engine/execution/pages.js'
import {
  defineOperation,
  errorsOfPort,
  internalRoles,
  type OperationsOf,
} from '../../engine/operation.js'
import { currentTime, type EngineRuntime } from '../../engine/runtime.js'
import { QuoteError } from '../../errors.js'
import type { FieldTypes } from '../../quote/model/own-fields.js'
import { documentedLimits } from '../../quote/model/policy.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import { quoteRef, toQuoteRecord } from '../../quote/model/quote-record.js'
import { loadRegions } from '../../quote/regions/resolve-state.js'
import { quoteFilterFields, searchText } from '../../quote/search/quote-filter.js'
import type { RecordChange } from '../../record/commit.js'
import type { StoredRecord } from '../../record/record.js'
import type { OrderPosition, RecordFilter } from '../../record/search/find-query.js'
import { parseOrThrow } from '../../validation/field-errors.js'
import { isValidId, truncate } from '../../validation/identifiers.js'
import { lazy } from '../../validation/lazy.js'
import { mustBeObject, optionalSignal } from '../../validation/schemas/scalars.js'
import {
  haveOwnAmounts,
  type Template,
  type TemplateRecord,
  templateKind,
  templateRef,
  toTemplateRecord,
} from './template.js'
import {
  type CreateQuoteFromTemplateRequest,
  type CreateTemplateRequest,
  createTemplate,
  createTemplateSchema,
  currencyFromQuote,
  currencyOfNewQuote,
  deleteTemplate,
  fromTemplateSchema,
  linesOfNewQuote,
  linesOfQuote,
  mergeScalars,
  quoteFromTemplate,
  type UpdateTemplateRequest,
  updateTemplate,
  updateTemplateSchema,
} from './template-changes.js'

interface CreateTemplate<Fields extends FieldTypes = FieldTypes> {
  /**
   * Creates a template: named lines and defaults for new quotes. Takes the lines from the request,
   * or from a quote. Does not call the catalog: its products are checked once a quote is created.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at
   * `quote_id` if the store has no such quote
   *
   * @example
   * const { templateId } = await engine.createTemplate(context, {
   *   name: 'Office, 10 desks',
   *   products: [{ id: 118, qty: 10, quote: '180.00' }],
   *   tag_list: ['Office'],
   * })
   */
  createTemplate(
    context: StoreContext,
    request: CreateTemplateRequest<Fields>,
    options?: CommandOptions,
  ): Promise<TemplateRecord<Fields>>
}

const createTemplateOperation = defineOperation<CreateTemplate['createTemplate']>({
  roles: internalRoles,
  route: {
    method: 'POST',
    path: '/templates',
    summary: 'Create a template',
    body: () => createTemplateSchema(documentedLimits),
    example: { name: 'Office, 10 desks', products: [{ id: 118, qty: 10, quote: '180.00' }] },
    status: 201,
    response: 'createdTemplate',
  },

  create: (runtime, operation) => async (context, request, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseCommandOptions(options)
    const parsed = runtime.parseRequest(createTemplateSchema, request)
    const { storeId, actor } = caller
    const { products = [], quote_id: quoteId } = parsed
    let source: QuoteRecord | undefined
    const record = await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [parsed],
      otherRefs: quoteId === undefined ? [] : [quoteRef(quoteId)],
      source: () => source,
      decide(_, [loaded]) {
        const input = { templateId: v7(), actor, now: currentTime(runtime.options) }
        if (quoteId === undefined) {
          const ofStore = haveOwnAmounts(products) ? currencyOfStore(runtime, storeId) : undefined
          return createTemplate(parsed, products, {
            ...input,
            currency: parsed.currency ?? ofStore,
          })
        }
        source = toQuoteRecord(storeId, requireSource(loaded, quoteId))
        const lines = linesOfQuote(source.quote, runtime.options)
        const currency = currencyFromQuote(parsed, source.quote, lines)
        const wording = mergeScalars(source.quote, parsed)
        const { sections, choices } = source.quote
        const request = { ...parsed, ...wording, sections, choices }
        return createTemplate(request, lines, { ...input, currency })
      },
    })
    return toTemplateRecord(storeId, requireContent(record as StoredRecord))
  },
})

/** @throws QuoteError `invalid_request` at `quote_id` if there is no such quote */
function requireSource(record: StoredRecord | undefined, quoteId: string) {
  try {
    return requireQuote(record, quoteId)
  } catch (cause) {
    const errors = { quote_id: 'must be the id of a quote of the store' }
    throw new QuoteError('invalid_request', { errors }, { cause })
  }
}

interface GetTemplate<Fields extends FieldTypes = FieldTypes> {
  /**
   * Returns the current version of a template.
   */
  getTemplate(
    context: StoreContext,
    templateId: string,
    options?: CallOptions,
  ): Promise<TemplateRecord<Fields>>
}

const getTemplateOperation = defineOperation<GetTemplate['getTemplate']>({
  roles: internalRoles,
  route: {
    method: 'GET',
    path: '/templates/{templateId}',
    summary: 'Get a template',
    status: 200,
    response: 'template',
  },

  create:
    ({ storage, permit, run }, operation) =>
    async (context, templateId, options) => {
      const caller = parseContext(context)
      const { signal } = parseCallOptions(options)
      assertTemplateId(templateId)
      const { storeId } = caller
      return run(signal, async () => {
        await permit?.({ caller, operation, signal })
        const [record] = await storage.load(storeId, [templateRef(templateId)], signal)
        return toTemplateRecord(storeId, requireTemplate(record, templateId))
      })
    },
})

/** Selects the templates that `listTemplates` returns. */
export interface ListTemplatesOptions extends CallOptions {
  /**
   * Words to search for in the name. Each must be the beginning of a word there, in any order,
   * regardless of case and accents. 1 to 200 characters with at most 10 words.
   */
  readonly text?: string | undefined
  /** The `next` of the previous page. `text` must be the same as for that page. */
  readonly after?: string | undefined
  /**
   * Maximum number of templates of one page, from 1 to 200. A page has fewer templates if their
   * JSON reaches the limit `maxPageBytes`.
   *
   * @default 50
   */
  readonly limit?: number | undefined
}

interface ListTemplates<Fields extends FieldTypes = FieldTypes> {
  /**
   * Lists the templates of a store, the newest first. Await the result for one page, or iterate
   * over all templates.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at `after`
   * if it is not the `next` of a page with the same `text`
   *
   * @example
   * for await (const { templateId, template } of engine.listTemplates(context, { text: 'office' }))
   *   console.log(templateId, template.name)
   */
  listTemplates(
    context: StoreContext,
    options?: ListTemplatesOptions,
  ): PagedResult<TemplateRecord<Fields>, string>
}

const listTemplatesSchema = lazy(() =>
  z.strictObject(
    { ...cursorFields(), text: quoteFilterFields().text, signal: optionalSignal },
    mustBeObject,
  ),
)

const listTemplatesOperation = defineOperation<ListTemplates['listTemplates']>({
  roles: internalRoles,
  isPaged: true,
  tool: {},
  route: {
    method: 'GET',
    path: '/templates',
    summary: 'List templates',
    query: () =>
      z.strictObject({
        text: searchText().optional().describe('Beginnings of words in the name'),
        ...cursorFields(),
      }),
    status: 200,
    response: 'templates',
  },

  create: (runtime, operation) => (context, options) =>
    createPagedResult(() => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(listTemplatesSchema(), options ?? {}, 'invalid_request')
      const { text, after, limit = defaultCursorLimit, signal } = parsed
      const words = text?.words ?? []
      const list: TemplateList = { storeId: caller.storeId, words, limit, signal }
      const start = after === undefined ? undefined : getPosition(after, list)
      const loadPage = async (position: OrderPosition | undefined) => {
        await runtime.permit?.({ caller, operation, signal })
        return loadTemplates(runtime, list, position)
      }
      return (cursor) => {
        const position = cursor === undefined ? start : getPosition(cursor, list)
        return runtime.run(signal, () => loadPage(position))
      }
    }),
})

interface TemplateList {
  readonly storeId: string
  readonly words: readonly string[]
  readonly limit: number
  readonly signal: AbortSignal | undefined
}

async function loadTemplates(
  { storage }: EngineRuntime,
  list: TemplateList,
  after: OrderPosition | undefined,
): Promise<Page<TemplateRecord, string>> {
  const { storeId, words, limit, signal } = list
  const filter: RecordFilter = { kind: templateKind, deleted: false, terms: [], words, times: {} }
  const query = { ...filter, order: 'newest', after, limit } as const
  const { items, hasMore } = await storage.find(storeId, query, signal)
  const templates = items as readonly StoredRecord<Template>[]
  const records = templates.map((record) => toTemplateRecord(storeId, record))
  const page = { items: Object.freeze(records) }
  const last = templates.at(-1)
  if (!hasMore || last === undefined) return Object.freeze(page)
  const position = { time: last.value.created, id: last.id }
  return Object.freeze({ ...page, next: encodeCursor(position, getIdentity(list)) })
}

function getIdentity({ storeId, words }: TemplateList): readonly unknown[] {
  return [storeId, templateKind, words]
}

/** @throws QuoteError `invalid_request` if this is no cursor of the list */
function getPosition(cursor: string, list: TemplateList): OrderPosition {
  const position = decodeCursor(cursor, getIdentity(list))
  if (position !== undefined) return position
  const message = 'must be the next of a page that was listed with the same text'
  throw new QuoteError('invalid_request', { errors: { after: message } })
}

interface UpdateTemplate<Fields extends FieldTypes = FieldTypes> {
  /**
   * Merges changes into a template. Absent fields keep their values. Returns the stored record if
   * nothing changes. Quotes that were created from the template stay as they are.
   */
  updateTemplate(
    context: StoreContext,
    templateId: string,
    changes: UpdateTemplateRequest<Fields>,
    options?: UpdateOptions,
  ): Promise<TemplateRecord<Fields>>
}

const updateTemplateOperation = defineOperation<UpdateTemplate['updateTemplate']>({
  roles: internalRoles,
  route: {
    method: 'PUT',
    path: '/templates/{templateId}',
    summary: 'Update a template',
    body: () => updateTemplateSchema(documentedLimits),
    example: { name: 'Office, 12 desks', products: [{ id: 118, qty: 12 }] },
    status: 200,
    response: 'template',
  },

  create: (runtime, operation) => async (context, templateId, changes, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    const parsed = runtime.parseRequest(updateTemplateSchema, changes)
    assertTemplateId(templateId)
    const record = await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [templateId, parsed, parsedOptions.expectedVersion],
      ref: templateRef(templateId),
      assertExists: (stored) => void requireTemplate(stored, templateId),
      decide(stored) {
        const { storeId, actor } = caller
        const input = {
          actor,
          now: currentTime(runtime.options),
          currencyOfStore: () => currencyOfStore(runtime, storeId),
        }
        const { limits } = runtime.options
        return updateTemplate(stored as StoredRecord<Template>, parsed, input, limits)
      },
    })
    return toTemplateRecord(caller.storeId, requireContent(record as StoredRecord))
  },
})

interface DeleteTemplate {
  /**
   * Deletes a template for good: its content and its history are erased. Quotes that were created
   * from it stay as they are.
   */
  deleteTemplate(context: StoreContext, templateId: string, options?: UpdateOptions): Promise<void>
}

const deleteTemplateOperation = defineOperation<DeleteTemplate['deleteTemplate']>({
  roles: internalRoles,
  route: {
    method: 'DELETE',
    path: '/templates/{templateId}',
    summary: 'Delete a template',
    status: 204,
    response: 'none',
  },

  create: (runtime, operation) => async (context, templateId, options) => {
    const caller = parseContext(context)
    const parsedOptions = parseUpdateOptions(options)
    assertTemplateId(templateId)
    await runRecordCommand<Template>(runtime, {
      operation,
      caller,
      options: parsedOptions,
      payload: [templateId, parsedOptions.expectedVersion],
      ref: templateRef(templateId),
      assertExists: (stored) => void requireTemplate(stored, templateId),
      decide(stored) {
        const input = { actor: caller.actor, now: currentTime(runtime.options) }
        const change: RecordChange = deleteTemplate(stored as StoredRecord<Template>, input)
        return change as RecordChange<Template>
      },
    })
  },
})

interface CreateQuoteFromTemplate<Fields extends FieldTypes = FieldTypes> {
  /**
   * Creates a quote from a template, at current catalog prices except where a line has an offered
   * price. Its customer has the fields of the template with those of the request merged in, and its
   * tags are those of the template.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at
   * `products[0].id` if the first product has left the catalog
   * @throws QuoteError `catalog_failed`, `catalog_invalid_response` or `timeout` if the catalog
   * fails
   * @throws QuoteError `conflict` if `generateId` returned only ids that are already used
   *
   * @example
   * const { quoteId } = await engine.createQuoteFromTemplate(context, templateId, {
   *   customer: { name: 'Ada', email: 'ada@example.com' },
   * })
   */
  createQuoteFromTemplate(
    context: StoreContext,
    templateId: string,
    request?: CreateQuoteFromTemplateRequest<Fields>,
    options?: UpdateOptions,
  ): Promise<QuoteRecord<Fields>>
}

const createQuoteFromTemplateOperation = defineOperation<
  CreateQuoteFromTemplate['createQuoteFromTemplate']
>({
  roles: internalRoles,
  errors: errorsOfPort('catalog'),
  tool: {},
  route: {
    method: 'POST',
    path: '/templates/{templateId}/quotes',
    summary: 'Create a quote from a template',
    body: () => fromTemplateSchema(documentedLimits).optional(),
    example: { customer: { name: 'Ada', email: 'ada@example.com' } },
    status: 201,
    response: 'createdQuote',
  },

  create:
    (runtime, operation) =>
    async (context, templateId, request = {}, options) => {
      const caller = parseContext(context)
      const { expectedVersion, ...commandOptions } = parseUpdateOptions(options)
      const parsed = runtime.parseRequest(fromTemplateSchema, request)
      assertTemplateId(templateId)
      return runNewQuoteCommand(runtime, {
        operation,
        caller,
        options: commandOptions,
        payload: [operation, templateId, parsed, expectedVersion],
        otherRefs: [templateRef(templateId)],
        async prepare([loaded], idsBefore) {
          const stored = requireTemplate(loaded, templateId)
          assertVersion(stored, expectedVersion)
          const { value: template } = stored
          const ids = new Set(
            linesOfNewQuote(template, parsed).flatMap(({ id }) =>
              id === undefined || id === 0 ? [] : [id],
            ),
          )
          const { signal } = commandOptions
          const { options: policy } = runtime
          const { customer = {} } = template
          const currency = currencyOfNewQuote(template, parsed, () =>
            currencyOfStore(runtime, caller.storeId),
          )
          const customerChanges = parsed.customer
          const input = { currency, customer, customerChanges, ids: {}, idsBefore }
          const pricing = getPricing(runtime, input)
          await loadRegions(policy.resolveRegion, { ...customer, ...customerChanges })
          const products = await runtime.findProducts(caller.storeId, ids, pricing, signal)
          return {
            create: (input) =>
              quoteFromTemplate(template, parsed, { ...input, products, currency }, policy),
          }
        },
      })
    },
})

/**
 * Returns the record, unless the store has no such template, or it is deleted.
 *
 * @throws QuoteError `record_not_found`
 */
function requireTemplate(
  record: StoredRecord | undefined,
  templateId: string,
): StoredRecord<Template> {
  if (record !== undefined && record.deleted === undefined) return record as StoredRecord<Template>
  throw new QuoteError('record_not_found', { kind: templateKind, id: templateId })
}

/**
 * Returns the result of a command. That of a repeated one can be gone: the template is deleted.
 *
 * @throws QuoteError `record_not_found`
 */
function requireContent(record: StoredRecord): StoredRecord<Template> {
  if (record.value !== null) return record as StoredRecord<Template>
  throw new QuoteError('record_not_found', { kind: templateKind, id: record.id })
}

/**
 * Rejects an id that no template can have, so that it never reaches the storage.
 *
 * @throws QuoteError `record_not_found`, with the id cut to 64 characters, or with its type if it
 * is not a string
 */
function assertTemplateId(templateId: unknown): void {
  if (isValidId(templateId)) return
  const id = typeof templateId === 'string' ? truncate(templateId) : typeof templateId
  throw new QuoteError('record_not_found', { kind: templateKind, id })
}

/** The methods of the engine for the templates. */
export interface TemplateMethods<Fields extends FieldTypes = FieldTypes>
  extends CreateTemplate<Fields>,
    GetTemplate<Fields>,
    ListTemplates<Fields>,
    UpdateTemplate<Fields>,
    DeleteTemplate,
    CreateQuoteFromTemplate<Fields> {}

/** What the engine does with the templates. */
export const templateOperations: OperationsOf<TemplateMethods> = {
  createTemplate: createTemplateOperation,
  getTemplate: getTemplateOperation,
  listTemplates: listTemplatesOperation,
  updateTemplate: updateTemplateOperation,
  deleteTemplate: deleteTemplateOperation,
  createQuoteFromTemplate: createQuoteFromTemplateOperation,
}
