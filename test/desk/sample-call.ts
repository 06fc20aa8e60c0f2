import type { DeskCall } from '../../src/desk/desk-call.js'
import type { DeskOptions, DeskUser } from '../../src/desk/options.js'
import { getShownFields } from '../../src/desk/parts/own-fields.js'
import { deskStrings } from '../../src/desk/strings.js'
import { getFormats } from '../../src/document/model/formats.js'
import { typedNumbers } from '../../src/pages/forms/typed-numbers.js'
import type { QuoteEngine } from '../../src/quote-engine/quote-engine.js'

/** A call of a page by a user, for parts of pages that are tested without the pages. */
export function sampleCall(
  engine: QuoteEngine,
  user: DeskUser,
  {
    options = {},
    query = {},
  }: {
    readonly options?: Partial<DeskOptions>
    readonly query?: Readonly<Record<string, string>>
  } = {},
): DeskCall {
  const call: Partial<DeskCall> = {
    engine,
    user,
    options: { engine, authenticate: () => user, secrets: [], ...options },
    formats: getFormats('en', 'UTC'),
    strings: deskStrings,
    lang: 'en',
    numbers: typedNumbers('en'),
    ownFields: getShownFields(engine.fields),
    timelineParts: [],
    url: (path) => `/desk${path}`,
    assets: {},
    token: 'token',
    query: (name) => query[name] ?? '',
  }
  return call as DeskCall
}
