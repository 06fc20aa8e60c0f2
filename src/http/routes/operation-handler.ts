import type { Context } from 'hono'
import type { StoreContext } from '../../engine/arguments.js'
import type { ResponseBody } from '../../engine/operation.js'
import type { RepricedQuote } from '../../engine/operations/pricing.js'
import { isQuoteError, QuoteError } from '../../errors.js'
import type { TemplateRecord } from '../../features/templates/template.js'
import type { QuoteRecord } from '../../quote/model/quote.js'
import type { QuoteEngine } from '../../quote-engine/quote-engine.js'
import { authenticateRequest } from '../authenticate-request.js'
import type { WithClientSignal } from '../client-signal.js'
import type { HttpAppOptions } from '../options.js'
import { HttpProblem } from '../problem-details.js'
import { hasBody, loadJsonBody } from '../request/body.js'
import { hostHasReadBody } from '../request/host-body.js'
import { commandQuery, createQueryParser, emptyQuery } from '../request/query.js'
import { jsonResponse, noStore } from './json-response.js'
import { rejectHeaders } from './reject-headers.js'
import {
  isCommand,
  methodOf,
  type NamedRoute,
  pathParameters,
  rejectHostFields,
  takesIdempotencyKey,
  takesIfMatch,
  type VersionedParameter,
  versionedParameter,
} from './route.js'
import { serializers, stripResponseFields } from './serializers.js'

/** What all routes of an app share. */
export interface RouteRuntime {
  readonly options: HttpAppOptions
  readonly maxBodyBytes: number
  /** Everything before the path of a route, for `Location`. */
  readonly location: string
  readonly withClientSignal: WithClientSignal
}

type Method = (context: StoreContext, ...rest: readonly unknown[]) => Promise<unknown>

/** Creates the handler of an operation's requests. */
export function operationHandler(
  { name, route }: NamedRoute,
  { options, maxBodyBytes, location, withClientSignal }: RouteRuntime,
): (c: Context) => Promise<Response> {
  const { engine } = options
  const method = methodOf(engine, name) as Method
  const parameters = pathParameters(route)
  const isWriting = isCommand(route)
  const hasKey = takesIdempotencyKey(route)
  const versioned = takesIfMatch(route) ? versionedParameter(route) : undefined
  const parseQuery = createQueryParser(isWriting ? commandQuery : (route.query?.() ?? emptyQuery))
  const bodySchema = route.body?.()
  const isBodyRequired = bodySchema?.safeParse(undefined).success === false

  async function parseBody(c: Context, hostHasRead: boolean, id: string | undefined) {
    if (!isBodyRequired && !hasBody(c.req.raw.headers)) return undefined
    const body = await loadJsonBody(c, maxBodyBytes, { hostHasRead, isOptional: !isBodyRequired })
    rejectHostFields(route, body)
    return route.method === 'PUT' ? stripResponseFields(body, route.response, id) : body
  }

  return async (c) => {
    const hostHasRead = bodySchema !== undefined && hostHasReadBody(c)
    const context = await authenticateRequest(c, options)
    const values = pathArguments(c, parameters)
    const id = versioned === undefined ? undefined : values[0]
    const query = parseQuery(c.req.url)
    rejectHeaders(c, route, ['If-Match'])
    const args =
      bodySchema === undefined ? values : [...values, await parseBody(c, hostHasRead, id)]
    const command = hasKey ? parseCommand(c, query) : query
    const ifMatch = versioned === undefined ? undefined : c.req.header('if-match')
    const result = await withClientSignal(c.req.raw, async (signal) => {
      if (versioned === undefined || id === undefined || ifMatch === undefined)
        return method(context, ...args, { ...command, signal })
      const load = () => versionGetters[versioned](engine)(context, id, { signal })
      const expectedVersion = await parseIfMatch(ifMatch, load)
      return method(context, ...args, { ...command, expectedVersion, signal })
    })
    return toResponse(result, route, query.preview === true, location)
  }
}

/**
 * Returns the options of a command.
 *
 * @throws HttpProblem with status 400 if the idempotency key is invalid
 * @throws QuoteError `invalid_request` if a preview has a key
 */
function parseCommand(c: Context, query: Readonly<Record<string, unknown>>) {
  const idempotencyKey = parseIdempotencyKey(c.req.header('idempotency-key'))
  if (idempotencyKey === undefined) return query
  if (query.preview !== true) return { ...query, idempotencyKey }
  const message = 'cannot be combined with Idempotency-Key; send one of them'
  throw new QuoteError('invalid_request', { errors: { preview: message } })
}

function toResponse(
  result: unknown,
  { status, response }: NamedRoute['route'],
  isPreview: boolean,
  location: string,
): Response {
  if (response === 'none') return new Response(null, { status, headers: noStore })
  const body = serializers[response](result as never)
  if (isPreview) return jsonResponse(body, 200)
  const path = createdPath(result, response)
  const record = getRecord(result, response)
  if (record === undefined) return jsonResponse(body, status)
  const etag = entityTag(record)
  if (path === undefined) return jsonResponse(body, status, { etag })
  return jsonResponse(body, status, { etag, location: `${location}${path}` })
}

const recordResponses: ReadonlySet<ResponseBody> = new Set([
  'quote',
  'template',
  'createdQuote',
  'createdTemplate',
])

/** Returns the record that a response contains; undefined if it contains none. */
function getRecord(
  result: unknown,
  response: ResponseBody,
): QuoteRecord | TemplateRecord | undefined {
  if (response === 'repriced') return (result as RepricedQuote).record
  return recordResponses.has(response) ? (result as QuoteRecord | TemplateRecord) : undefined
}

/** Returns the path of what was created; undefined if nothing was. */
function createdPath(result: unknown, response: ResponseBody): string | undefined {
  if (response === 'createdQuote')
    return `/quotes/${encodeURIComponent((result as QuoteRecord).quoteId)}`
  if (response === 'createdTemplate')
    return `/templates/${encodeURIComponent((result as TemplateRecord).templateId)}`
  return undefined
}

/**
 * Returns the values of the parameters in the path.
 *
 * @throws QuoteError `invalid_request` if the path is not UTF-8 in percent-encoding, except for the
 * id of a quote or a template: none has such an id
 */
function pathArguments(c: Context, names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const value = c.req.param(name) ?? ''
    const isFound = name === 'quoteId' || name === 'templateId'
    if (!isFound && value.includes('%')) checkEncoding(c, name)
    return value
  })
}

/** Hono leaves a malformed path as it is, so that its parameters still have percent signs. */
function checkEncoding(c: Context, name: string): void {
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch (cause) {
    const errors = { [name]: 'must be UTF-8 with percent-encoding in the path' }
    throw new QuoteError('invalid_request', { errors }, { cause })
  }
}

/** Returns the strong entity tag of a version of a quote or a template. */
function entityTag({ version }: Versioned): string {
  return `"${version}"`
}

interface Versioned {
  readonly version: number
}

/** The method that gets the record of each parameter. */
const versionGetters = {
  quoteId: ({ getQuote }: QuoteEngine) => getQuote,
  templateId: ({ getTemplate }: QuoteEngine) => getTemplate,
} satisfies Record<VersionedParameter, unknown>

const versionTag = /^"([1-9][0-9]{0,14})"$/

/**
 * Returns the version that `If-Match` requires; undefined if any version will do. By RFC 9110 the
 * comparison is strong, so weak tags and malformed tags match no version.
 *
 * @param load Returns the current record, which is needed only if there are several tags.
 *
 * @throws HttpProblem with status 412 if none of several tags is the stored version
 */
async function parseIfMatch(
  header: string | undefined,
  load: () => Promise<Versioned>,
): Promise<number | undefined> {
  if (header === undefined || header.trim() === '*') return undefined
  const versions = header
    .split(',')
    .flatMap((tag) => versionTag.exec(tag.trim())?.[1] ?? [])
    .map(Number)
  if (versions.length === 1) return versions[0]
  const version = await currentVersion(load)
  // Only the operation itself finds a deleted record: it must be at the last of these versions.
  if (version === undefined) return versions.at(-1) ?? noVersion
  if (versions.includes(version)) return version
  throw new HttpProblem(
    'precondition_failed',
    'If-Match does not match the current version; reload it and retry',
  )
}

/** A version that no record has. */
const noVersion = Number.MAX_SAFE_INTEGER

/** Returns undefined if there is no such record, or it is deleted. */
async function currentVersion(load: () => Promise<Versioned>): Promise<number | undefined> {
  try {
    return (await load()).version
  } catch (error) {
    if (isQuoteError(error) && notFoundCodes.includes(error.code)) return undefined
    throw error
  }
}

const notFoundCodes: readonly string[] = ['quote_not_found', 'record_not_found']

const maxKeyLength = 255

/**
 * Returns the `Idempotency-Key` as it was sent, with quotation marks; undefined if absent.
 *
 * @throws HttpProblem with status 400 if it is empty or too long
 */
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || (header.length > 0 && header.length <= maxKeyLength)) return header
  throw new HttpProblem(
    'invalid_idempotency_key',
    `Idempotency-Key must have 1 to ${maxKeyLength} characters`,
  )
}
