import * as z from 'zod'
import { QuoteError } from '../../../errors.js'
import { quoteFilterFields, searchText } from '../../../quote/search/quote-filter.js'
import type { StoredRecord } from '../../../record/record.js'
import type { OrderPosition, RecordFilter } from '../../../record/search/find-query.js'
import {
  type Template,
  type TemplateRecord,
  templateKind,
  toTemplateRecord,
} from '../../../store/templates/template.js'
import { parseOrThrow } from '../../../validation/field-errors.js'
import {
  optionalIntegerBetween,
  optionalSignal,
  received,
} from '../../../validation/schemas/scalars.js'
import type { CallOptions } from '../../call-options.js'
import { parseContext, type StoreContext } from '../../context.js'
import { decodeCursor, encodeCursor } from '../../execution/cursor.js'
import { createPagedResult, type Page, type PagedResult } from '../../execution/pages.js'
import type { EngineRuntime } from '../../runtime.js'
import { defineOperation, sellers } from '../operation.js'

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

export interface ListTemplates {
  /**
   * Lists the templates of a store, the newest first. Await the result for one page, or iterate
   * over all templates.
   *
   * @throws QuoteError `invalid_request` with one error per invalid field, for example at `after`
   * if it is not the `next` of a page with the same `text`
   * @throws QuoteError `not_permitted` if it is not for the caller's role, or `permit` rejects it
   *
   * @example
   * for await (const { templateId, template } of engine.listTemplates(context, { text: 'office' }))
   *   console.log(templateId, template.name)
   */
  listTemplates(
    context: StoreContext,
    options?: ListTemplatesOptions,
  ): PagedResult<TemplateRecord, string>
}

const maxTemplates = 200

const listFields = {
  after: z
    .string({ error: received('must be the next of a page') })
    .optional()
    .describe('The next of the previous page, whose other parameters were the same'),
  limit: optionalIntegerBetween(1, maxTemplates).describe(
    'Maximum number of templates; 50 by default',
  ),
}

const listTemplatesSchema = z.strictObject(
  { ...listFields, text: quoteFilterFields.text, signal: optionalSignal },
  { error: 'must be an object' },
)

export const listTemplatesOperation = defineOperation<ListTemplates['listTemplates']>({
  roles: sellers,
  isPaged: true,
  route: {
    method: 'GET',
    path: '/templates',
    summary: 'List templates',
    query: z.strictObject({
      text: searchText.optional().describe('Beginnings of words in the name'),
      ...listFields,
    }),
    status: 200,
    response: 'templates',
  },

  create: (runtime, operation) => (context, options) =>
    createPagedResult(() => {
      const caller = parseContext(context)
      const parsed = parseOrThrow(listTemplatesSchema, options ?? {}, 'invalid_request')
      const { text: words = [], after, limit = 50, signal } = parsed
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
