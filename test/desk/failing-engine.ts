import { QuoteError } from '../../src/errors.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'
import { sampleEngine } from './sample-desk.js'

/** An engine one of whose methods always fails as if the storage were down. */
export function failingEngine(name: keyof QuoteEngine): QuoteEngine {
  const fail = () => Promise.reject(new QuoteError('storage_failed', {} as never))
  return { ...sampleEngine(), [name]: fail }
}
