import type { QuoteEngine } from '../../src/engine/quote-engine.js'
import { QuoteError } from '../../src/errors.js'
import { sampleEngine } from './sample-desk.js'

/** An engine one of whose methods always fails as if the storage were down. */
export function failingEngine(name: keyof QuoteEngine): QuoteEngine {
  const fail = () => Promise.reject(new QuoteError('storage_failed', {} as never))
  return { ...sampleEngine(), [name]: fail }
}
