import { beforeAll, describe, expect, it } from 'vitest'
import { isQuoteError } from '../../src/errors.js'
import type { StoragePort } from '../../src/ports/storage.js'
import type { StoredRecord } from '../../src/record/record.js'
import { memoryStorage } from '../../src/storage/memory/index.js'
import { formatPath } from '../../src/validation/field-errors.js'
import { sampleDocument } from '../http/openapi/document.js'
import { sampleApp, sampleEngine } from '../http/sample-app.js'

/** Strings in which nothing can be seen. */
const blanks = [
  [' ', 'a space'],
  ['\t\n', 'a tab and a line break'],
  ['\u00a0', 'a no-break space'],
  ['\u3000', 'an ideographic space'],
  ['\u200b', 'a zero width space'],
  ['\u2800', 'a braille blank'],
  ['\u202e\u2066', 'direction marks'],
  ['\u3164', 'a Hangul filler'],
  ['\ufeff', 'a byte order mark'],
] as const

/** Names with something around them that cannot be seen. */
const edged = [' VIP', 'VIP ', '\u00a0VIP', 'VIP\u3000', 'VIP\n', 'VIP\u200b', '\u2800VIP']

/** Strings that may be blank, by their last name, and why. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'Ids are compared exactly, as the host spells them': [
    ...['id', 'key', 'owner', 'quote_id', 'customer_id', 'company_id', 'location_id', 'order_id'],
    ...['lines', 'product_order', 'seal', 'requirement', 'hash', 'order_key', 'selected'],
  ],
  'Customers are kept as they are sent, as the published interface says': ['customer', 'email'],
  'Come back with a whole quote as catalogs, providers and earlier releases wrote them': [
    ...['sku', 'unit', 'description', 'image', 'tax_code', 'note', 'label', 'type', 'shipping'],
  ],
  'Computed, and accepted as it is stored': ['amount', 'residue'],
  'Only a status of the quote, or of the host, is accepted': ['status'],
  'What a mail provider reports is recorded, whatever it is': ['recipient', 'detail'],
}

type Path = readonly (string | number)[]

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const document = sampleDocument()

/** Returns the paths of all strings of a schema. */
function stringsOf(schema: Schema | undefined, path: Path = []): readonly Path[] {
  if (schema === undefined || path.length > 6) return []
  const { $ref, type = '', properties = {}, additionalProperties: others, items } = schema
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return stringsOf(document.components.schemas[name], path)
  }
  const isFree = !(schema.enum ?? schema.const ?? schema.format ?? schema.pattern)
  const found: Path[] = isFree && [type].flat().includes('string') ? [path] : []
  for (const [name, property] of Object.entries(properties))
    found.push(...stringsOf(property, [...path, name]))
  if (typeof others === 'object') found.push(...stringsOf(others, [...path, 'anything']))
  found.push(...stringsOf(items, [...path, 0]))
  for (const each of [schema.anyOf, schema.oneOf, schema.allOf].flat())
    found.push(...stringsOf(each, path))
  return [...new Map(found.map((each) => [formatPath(each), each])).values()]
}

/** A line that can have strings: that of a product has those of its product. */
const ownLine = { name: 'Desk', price: '1', qty: 1 }

/** Returns the example of an operation with a text at a path. */
function bodyWith({ example }: Operation, path: Path, text: string): unknown {
  const [list, , field] = path
  const isOfLine = list === 'products' || list === 'product_changes'
  if (!isOfLine || field === 'id' || field === 'key') return withText(example, path, text)
  const { products: _, product_changes: __, ...others } = example as Record<string, unknown>
  return withText({ ...others, [list]: [ownLine] }, path, text)
}

/** Returns a copy of a value with a text at a path. */
function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text
  const inner = (Object(value) as Record<string | number, unknown>)[name]
  const next = withText(inner, rest, text)
  if (typeof name === 'number') return [next]
  return { ...(typeof value === 'object' && !Array.isArray(value) ? value : {}), [name]: next }
}

interface Operation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly example: object
  readonly strings: readonly Path[]
}

interface Documented {
  readonly operationId: string
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly example?: object }>
    >
  }
}

const documented: Readonly<Record<string, Readonly<Record<string, Documented>>>> = document.paths

const operations: readonly Operation[] = Object.entries(documented).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId, requestBody }]) => {
    const body = requestBody?.content['application/json']
    if (body === undefined) return []
    const { schema, example = {} } = body
    const strings = stringsOf(schema).filter((each) => each.length > 0)
    return [{ operationId, method, path, example, strings }]
  }),
)

const cases = operations.flatMap((operation) =>
  operation.strings.map((path) => ({ operation, path, name: formatPath(path) })),
)

function exceptionOf(path: Path): string | undefined {
  const names = path.filter((each) => typeof each === 'string')
  return Object.keys(reasons).find((reason) =>
    names.some((name, index) => {
      const isLast = index === names.length - 1
      const isGroup = ['customer', 'shipping', 'fields', 'internal_fields'].includes(name)
      return (isLast || isGroup) && reasons[reason]?.includes(name)
    }),
  )
}

const caller = { storeId: 'store-1', actor: 'grace' }
const { engine, sendJson } = sampleApp()
const ids = { quoteId: '', templateId: '' }

beforeAll(async () => {
  const request = { customer: {}, products: [{ id: 118, qty: 1 }] }
  ids.quoteId = (await engine.createQuote(caller, request)).quoteId
  const template = { name: 'Office', products: request.products }
  ids.templateId = (await engine.createTemplate(caller, template)).templateId
})

function argumentOf(parameter = ''): string {
  return parameter in ids ? ids[parameter as keyof typeof ids] : 'any'
}

/** Returns the error at a path of a call of the engine; undefined if there is none. */
async function engineError({ operationId, path }: Operation, name: string, body: unknown) {
  const args = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => argumentOf(parameter))
  const methods = engine as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  try {
    await methods[operationId]?.(caller, ...args, body, { preview: true })
    return undefined
  } catch (error) {
    if (!isQuoteError(error)) throw error
    return (error.details as { errors?: Record<string, string> }).errors?.[name]
  }
}

async function httpError({ method, path }: Operation, name: string, body: unknown) {
  const url = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => argumentOf(parameter))
  const response = await sendJson(method.toUpperCase(), `/v3/bc/public${url}?preview=true`, body)
  return response.body?.errors?.[name] as string | undefined
}

/** Fields that accept no other string than those of the example, or of which it has none. */
const notTried: readonly string[] = [
  'createQuote products[0].id',
  'createQuote owner',
  'requestQuote products[0].id',
  'requestQuote owner',
  'acceptQuote total',
  'createQuote shipping.type',
  'updateQuote products[0].id',
  'updateQuote products[0].key',
  'updateQuote shipping.type',
  'updateQuote product_order[0]',
  'updateQuote owner',
  'updateQuote quote_id',
  'approveQuote requirement',
  'reviseQuote take.proposal',
  'rejectApproval requirement',
  'repriceQuote lines[0]',
  'setTag value',
  'setUser id',
  'setUser email',
  'createTemplate quote_id',
  'updateTemplate template_id',
]

/** Names that are shown beside others: what looks like another one is not one. */
const names = ['name', 'reference', 'tag_list', 'label', 'rule']

describe('every string of every request', () => {
  it('is known here, with a reason for each that may be blank', () => {
    expect(operations.length).toBeGreaterThan(20)
    expect(cases.length).toBeGreaterThan(100)
    const used = new Set(cases.flatMap(({ path }) => exceptionOf(path) ?? []))
    expect([...used].sort()).toEqual(Object.keys(reasons).sort())
  })

  it.each(cases)('$operation.operationId $name', async ({ operation, path, name }) => {
    const errorOf = (text: string) => engineError(operation, name, bodyWith(operation, path, text))
    const isException = exceptionOf(path) !== undefined
    const isTried = !notTried.includes(`${operation.operationId} ${name}`)
    expect((await errorOf('x')) === undefined, 'accepts other strings').toBe(isTried)
    if (!isTried) return
    for (const [blank, what] of blanks) {
      const error = await errorOf(blank)
      if (!isException) expect(error, what).toEqual(expect.any(String))
      const ofHttp = await httpError(operation, name, bodyWith(operation, path, blank))
      expect(ofHttp, what).toBe(error)
    }
    const last = path.findLast((each) => typeof each === 'string') ?? ''
    // A name in an address is compared with no other.
    const isInAddress = path[0] === 'ship_to'
    if (isException || !names.includes(last) || path.length > 2 || isInAddress) return
    for (const text of edged)
      expect(await errorOf(text), JSON.stringify(text)).toMatch(
        /^must not (?:begin or end|contain)/,
      )
    expect(await errorOf('❤️ VIP ❤️')).toBeUndefined()
  })
})

describe('strings that are stored', () => {
  const parseEarlier = (record: object) =>
    JSON.parse(JSON.stringify(record).replaceAll('"VIP', '" VIP').replaceAll('"Desk"', '"\u200b"'))

  /** A storage of an earlier release: names in it have spaces, or nothing that can be seen. */
  function earlierStorage(): StoragePort {
    const storage = memoryStorage()
    const load: StoragePort['load'] = async (...args) => {
      const records = await storage.load(...args)
      return records.map((record) => record && (parseEarlier(record) as StoredRecord))
    }
    return { ...storage, load }
  }

  it('are read, sent back, copied and removed, whatever they are', async () => {
    const engine = sampleEngine(earlierStorage())
    const request = { customer: {}, products: [ownLine] }
    const { quoteId } = await engine.createQuote(caller, request)
    await engine.updateQuote(caller, quoteId, { tag_list: ['VIP', 'Rush'] })
    const { quote } = await engine.getQuote(caller, quoteId)
    expect([quote.tags, quote.products[0]?.name]).toEqual([[' VIP', 'Rush'], '\u200b'])
    const { products } = quote
    const sentBack = await engine.updateQuote(caller, quoteId, {
      products,
      customer: { city: 'X' },
    })
    expect(sentBack.quote.products[0]?.name).toBe('\u200b')
    expect((await engine.copyQuote(caller, quoteId)).quote.products).toHaveLength(1)
    const untagged = await engine.updateQuote(caller, quoteId, { tag_list: ['Rush'] })
    expect(untagged.quote.tags).toEqual(['Rush'])
    await engine.setTag(caller, 'VIP', {
      backgroundColor: 'rgba(1%, 1%, 1%, 1)',
      color: 'rgb(1%, 1%, 1%)',
    })
    expect(Object.keys(await engine.listTags(caller))).toEqual([' VIP'])
    await engine.removeTag(caller, ' VIP')
    expect(await engine.listTags(caller)).toEqual({})
  })
})
