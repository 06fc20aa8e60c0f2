import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ActionTransition, actionNames } from '../../../src/desk/lifecycle/actions.js'
import type { Transition } from '../../../src/quote/model/transitions.js'

const sources = readdirSync('src/desk', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(?:css|js)\.ts$/.test(path))
  .map((path) => ({ path, code: readFileSync(`src/desk/${path}`, 'utf8') }))

function filesWith(pattern: RegExp): readonly string[] {
  return sources
    .filter(({ code }) => pattern.test(code))
    .map(({ path }) => path)
    .sort()
}

describe('actions', () => {
  it('stands for every operation that changes the status', () => {
    expectTypeOf<Transition['operation']>().toEqualTypeOf<ActionTransition>()
  })

  it.each(actionNames)('declares %s in one file, and no other treats it by its name', (name) => {
    const declared = String.raw`^ {2}'?${name}'?: defineAction\(`
    const treated = String.raw`\bactions(?:\.${name}\b|\['${name}'\])`
    const files = filesWith(new RegExp(`${declared}|${treated}`, 'm'))
    expect(files).toEqual([expect.stringMatching(/^lifecycle\/\w+-actions\.ts$/)])
  })
  it('takes two files of the desk for an action: its declaration, and its strings', () => {
    const files = filesWith(/^ {2,4}cancel: \w*\(?\{|'cancel'|\bcancelQuote\b/m)
    // Each language besides English is one file.
    expect(files.filter((path) => !/^strings\/[a-z]{2}\.ts$/.test(path))).toEqual([
      'lifecycle/quote-actions.ts',
      'strings/actions.ts',
    ])
  })
})
