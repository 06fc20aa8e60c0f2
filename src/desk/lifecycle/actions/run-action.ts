import { isQuoteError } from '../../../errors.js'
import type { Form } from '../../../pages/forms/form.js'
import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'
import { getKey, getVersion } from '../../forms/form-fields.js'
import { fieldName } from './action-form.js'
import { type ActionName, actions } from './actions.js'

/** The form of an action, as it was sent. */
export interface SentAction {
  readonly name: ActionName
  readonly quoteId: string
  readonly form: Form
}

/**
 * Does what the form of an action asks for, and redirects to the quote.
 *
 * @throws QuoteError what the method of the engine throws
 */
export async function runAction(
  call: DeskCall,
  { name, quoteId, form }: SentAction,
): Promise<Response> {
  const read = (field: string) => form.get(fieldName(name, field)) || undefined
  const version = getVersion(form, 'expectedVersion')
  const idempotencyKey = getKey(form)
  const run = async (expectedVersion: number) => {
    const options = { expectedVersion, idempotencyKey }
    const { done, path } = await actions[name].run({ call, quoteId, read, options })
    return call.redirect(path ?? `/quotes/${encodeURIComponent(quoteId)}`, done)
  }
  try {
    return await run(version)
  } catch (error) {
    if (!isQuoteError(error) || !otherVersionCodes.has(error.code)) throw error
    const latest = await latestWithSameOffer(call, quoteId, version)
    if (latest === version) throw error
    return run(latest)
  }
}

/** A key is reused if the action was done already, on a later version than that of the form. */
const otherVersionCodes: ReadonlySet<string> = new Set([
  'version_mismatch',
  'idempotency_key_reused',
])

const maxVersions = 20

/**
 * Returns the last of the versions after one in which only the reports of deliveries, the tags and
 * the owner have changed, so that an action is about the same. Returns the version itself if the
 * next one has changed more, or does not exist.
 */
async function latestWithSameOffer(
  { engine, user }: DeskCall,
  quoteId: string,
  version: number,
): Promise<number> {
  const current = await engine.getQuote(user, quoteId)
  const last = Math.min(current.version, version + maxVersions)
  if (version >= last) return version
  const contentAt = async (each: number) =>
    getContent((await engine.getQuote(user, quoteId, { version: each })).quote)
  const content = await contentAt(version)
  let latest = version
  while (latest < last && (await contentAt(latest + 1)) === content) latest += 1
  return latest
}

function getContent(quote: Quote): string {
  const { delivery: _, tags: _tags, owner: _owner, customer_id: _customer, ...content } = quote
  return JSON.stringify(content)
}
