import type { Quote } from '../../../quote/quote.js'
import type { DeskCall } from '../../desk-call.js'

const maxVersions = 20

/**
 * Returns the last of the versions after one in which only the reports of deliveries, the tags and
 * the owner have changed, so that an action is about the same. Returns the version itself if the
 * next one has changed more, or does not exist.
 */
export async function latestWithSameOffer(
  { engine, user }: DeskCall,
  quoteId: string,
  version: number,
): Promise<number> {
  const current = await engine.getQuote(user, quoteId)
  const last = Math.min(current.version, version + maxVersions)
  if (version >= last) return version
  const contentAt = async (each: number) =>
    contentOf((await engine.getQuote(user, quoteId, { version: each })).quote)
  const content = await contentAt(version)
  let latest = version
  while (latest < last && (await contentAt(latest + 1)) === content) latest += 1
  return latest
}

function contentOf(quote: Quote): string {
  const { delivery: _, tags: _tags, owner: _owner, customer_id: _customer, ...content } = quote
  return JSON.stringify(content)
}
