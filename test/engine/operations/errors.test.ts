import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { QuoteErrorCode } from '../../../src/errors.js'
import { quoteErrorCodes } from '../../../src/errors.js'
import { problemCodes } from '../../../src/http/openapi/problem-responses.js'
import { type OperationMethods, operations } from '../../../src/quote-engine/operations.js'

type Name = keyof OperationMethods

const src = new URL('../../../src/', import.meta.url)
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(?:engine|features)\b.*\.ts$/.test(path))
  .map((path) => readFileSync(new URL(path, src), 'utf8'))

/** Returns what the documentation of a method says of its errors, without the other parts. */
function throwsOf(name: string): string {
  const documented = new RegExp(String.raw`/\*\*((?:(?!\*/)[^])*)\*/\s+${name}\(\s*context:`)
  const [comment] = sources.flatMap((source) => documented.exec(source)?.[1] ?? [])
  if (comment === undefined) throw new Error(`${name} has no documentation`)
  const parts = comment
    .replaceAll(/\s*\n\s*\*\s*/g, ' ')
    .trim()
    .split(/\s(?=@\w)/)
  return parts.filter((part) => part.startsWith('@throws')).join(' ')
}

/** Returns the codes that the documentation of a method names, also by naming another method. */
function documentedCodes(name: string): ReadonlySet<QuoteErrorCode> {
  const text = throwsOf(name)
  const own = quoteErrorCodes.filter((code) => text.includes(`\`${code}\``))
  const others = [...text.matchAll(/what (?:else )?`(\w+)` throws/g)]
  return new Set([...own, ...others.flatMap(([, other = '']) => [...documentedCodes(other)])])
}

describe('defineOperation', () => {
  it.each(Object.keys(operations) as Name[])('declares the errors that %s documents', (name) => {
    const { route, errors = [] } = operations[name]
    const common = new Set<string>(problemCodes({ name, route }))
    const own = [...documentedCodes(name)].filter((code) => !common.has(code))
    expect([...errors].sort()).toEqual(own.sort())
  })

  it.each(Object.keys(operations) as Name[])(
    'does not repeat what is said at the engine: %s',
    (name) => {
      for (const { code, condition } of saidAtTheEngine)
        expect(throwsOf(name)).not.toMatch(new RegExp(`\`${code}\` ${condition}(?= @|$)`))
    },
  )
})

/** What each method documented once, before it was said at the engine. */
const saidAtTheEngine = [
  {
    code: 'not_permitted',
    condition:
      "if (?:it is not for the caller's role, or |the option )`permit` rejects (?:it|the call)",
  },
  { code: 'quote_not_found', condition: 'if this store has no such quote(?:, or it is deleted)?' },
  { code: 'version_mismatch', condition: 'if `expectedVersion` is not the stored version' },
  { code: 'idempotency_key_reused', condition: 'if the key was used for a different request' },
  { code: 'conflict', condition: 'if other writers committed first in all `maxAttempts` attempts' },
]
