import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { transitions } from '../src/quote/model/transitions.js'
import { operations } from '../src/quote-engine/operations.js'

/** Other users of the engine, and what only tests run. They call some of its operations. */
const callers = /^src\/(?:customer-page|desk|features\/[^/]+\/desk|mail|testing)\//

/** The files of the operations, each with those of one subject. */
const definitions = /^src\/(?:engine\/operations\/|features\/[^/]+\/operations\.ts$)/

/** The code of each file of the library, without comments. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.ts') && !callers.test(path))
  .map((path) => ({ path, code: withoutComments(readFileSync(path, 'utf8')) }))

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

function filesWith(pattern: RegExp): readonly string[] {
  return sources.filter(({ code }) => pattern.test(code)).map(({ path }) => path)
}

/** Matches the name of an operation as a string, a key or its definition. */
const nameOf = (operation: string) =>
  new RegExp(`'${operation}'|\\b${operation}\\??:|\\b${operation}Operation\\b`)

describe('an operation', () => {
  it.each([
    ['restoreQuote', ['src/engine/operations/write-quotes.ts', 'src/quote-engine/operations.ts']],
    [
      'declineQuote',
      [
        'src/engine/operations/lifecycle.ts',
        'src/quote-engine/operations.ts',
        // What changes the status is a transition too.
        'src/quote/model/transitions.ts',
        'src/quote/operations/edit-rules.ts',
        'src/quote/operations/offer.ts',
      ],
    ],
  ])(
    'such as %s is in the file of its subject and in the list, and is named nowhere else',
    (name, files) => {
      expect(filesWith(nameOf(name)).toSorted()).toEqual(files)
    },
  )

  it('is in no other list, except for changes of status, approvals and stored entries', () => {
    const ofStatus = new Set<string>(['updateQuote', ...transitions.map((each) => each.operation)])
    const names = Object.keys(operations).filter((name) => !ofStatus.has(name))
    const patterns = names.map(nameOf)
    const lists = sources.filter(
      ({ path, code }) =>
        !definitions.test(path) && patterns.filter((pattern) => pattern.test(code)).length > 2,
    )
    expect(lists.map(({ path }) => path).toSorted()).toEqual([
      // What each of a few functions calls.
      'src/files/routes.ts',
      'src/quote-engine/operations.ts',
      // What `possibleOperations` says of approvals.
      'src/quote/operations/approvals.ts',
      'src/record/history/entry-operations.ts',
    ])
  })
})

describe('an option of the engine', () => {
  it.each([
    ['idempotencyTtlMs', 'src/engine/options.ts'],
    ['taxExemptPrices', 'src/engine/pricing-options.ts'],
    ['shipFrom', 'src/engine/options.ts'],
  ])('such as %s has its documentation, check and default in one file', (option, file) => {
    expect(filesWith(new RegExp(`\\b${option}\\??:`))).toEqual([file])
  })
})
