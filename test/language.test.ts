import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bannedWords, findBannedWords } from './language-rules.js'
import { longLines, maxColumns } from './long-lines.js'

const folders = ['src', 'test', 'bench', '.ci', 'docs']
const pages = ['README.md', 'CHANGELOG.md', 'llms.txt']

/**
 * The rules have the words themselves; the API reference and the profiles are generated, names of
 * states are those of others, and some French words look like English ones.
 */
const exempt =
  /^test\/language|^docs\/(?:api|profiles)\/|^src\/quote\/regions\/states|strings\/fr\.ts$/

const files = [...folders.flatMap(filesBelow), ...pages]
  .filter((path) => !exempt.test(path) && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

describe('the language of the project', () => {
  const findings = files.flatMap(({ path, text }) =>
    findBannedWords(path, text).map((finding) => ({ path, ...finding })),
  )

  it.each(bannedWords)('has no $word, but $replacement', ({ word }) => {
    const messages = findings
      .filter((finding) => finding.word === word)
      .map(({ path, line, found, replacement }) => {
        const place = line === 0 ? `${path} (its name)` : `${path}:${line}`
        return `${place} "${found}": write ${replacement}`
      })
    expectNone(messages)
  })

  it(`has no line of more than ${maxColumns} columns in code and comments`, () => {
    const messages = files
      .filter(({ path }) => /\.[mc]?[jt]s$/.test(path))
      .flatMap(({ path, text }) => longLines(path, text).map((line) => `${path}:${line}`))
    expectNone(messages)
  })
})

describe('the rules', () => {
  it.each([
    ['the catalogue', ['catalogue']],
    ['readFaults(faultsIn(quote))', ['Faults', 'faults']],
    ['by default, with fault injection', []],
    ['it refuses the refused refusal', ['refuses', 'refused', 'refusal']],
    ['connection refused: ECONNREFUSED', []],
    ['isSound(soundQuote)', ['Sound', 'sound']],
    ['the command is carried\n * out anew', ['anew', 'carried * out']],
    ['const longestRun = mostCents', ['longestRun', 'mostCents']],
    ['most callers, the longest run', []],
    ['it lets the host down', ['lets the host down']],
  ])('find in %j: %j', (text, expected) => {
    expect(findBannedWords('', text).map(({ found }) => found)).toEqual(expected)
  })

  it('find long comments and code, but no long literals', () => {
    const long = 'a'.repeat(maxColumns)
    const program = `// ${long}\nf('${long}')\nconst b = \`\n${long} \${1}\`\nconst ${long} = 1\n`
    expect(longLines('a.ts', program)).toEqual([1, 5])
  })
})

/** Fails with every message, which a comparison of lists would cut short. */
function expectNone(messages: readonly string[]): void {
  if (messages.length > 0) expect.fail(`${messages.length} to change:\n${messages.join('\n')}`)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[mc]?[jt]s|md)$|^run$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll('\\', '/'))
}
