import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { checkSamples } from './check-samples.js'
import { runSample, runSamples } from './run-sample.js'
import { sampleWorkspace } from './sample-workspace.js'
import { type Sample, samplesOf } from './samples.js'

const workspace = sampleWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

function onlySample(markdown: string): Sample {
  const [sample, ...others] = samplesOf({ path: 'docs/page.md', markdown })
  if (sample === undefined || others.length > 0) throw new Error('expected exactly one sample')
  return sample
}

function run(markdown: string): Promise<void> {
  return runSample(onlySample(markdown), workspace)
}

describe('samplesOf', () => {
  it('returns every ts and js block with the text block that directly follows', () => {
    const markdown = '```ts\na\n```\n```text\n1\n```\n```js\nb\n```\nProse.\n```text\n2\n```\n'
    expect(samplesOf({ path: 'docs/page.md', markdown })).toMatchObject([
      { place: 'docs/page.md:2', language: 'ts', isRun: true, output: '1\n' },
      { place: 'docs/page.md:8', language: 'js', isRun: true, output: undefined },
    ])
  })

  it('ignores other languages', () => {
    expect(samplesOf({ path: 'a.md', markdown: '```sh\nls\n```\n```json\n{}\n```\n' })).toEqual([])
  })

  it.each([
    ['```ts norun\na\n```\n', 'a.md:2: unknown mark "norun"'],
    ['```js no-run\na\n```\n', 'a.md:2: unknown mark "no-run"'],
    ['\n```typescript\na\n```\n', 'a.md:3: unknown language typescript'],
    ['```ts no-run\na\n```\n```text\n1\n```\n', 'a.md:2: a no-run block cannot have output'],
  ])('rejects %j', (markdown, message) => {
    expect(() => samplesOf({ path: 'a.md', markdown })).toThrow(message)
  })
})

describe('runSamples', () => {
  const sample = (code: string, output: string) =>
    onlySample(`\`\`\`js\n${code}\n\`\`\`\n\`\`\`text\n${output}\`\`\`\n`)
  const one = 'console.log(1)'

  it('runs samples that print while others run, and some that end their process', async () => {
    const late = sample("setTimeout(() => console.log('late'), 50)", 'late\n')
    const ends = sample("console.log('end')\nprocess.exit()", 'end\n')
    await runSamples([late, ends, sample(one, '1\n')], workspace)
  })

  it.each([
    ['prints something else', one, '2\n', 'prints something else'],
    ['throws', "throw new Error('broken')", '', 'broken'],
  ])('rejects if one of several %s', async (_, code, output, message) => {
    const valid = sample(one, '1\n')
    const all = [valid, sample(code, output), valid]
    await expect(runSamples(all, workspace)).rejects.toThrow(message)
  })
})

describe('runSample', () => {
  it('runs a program with the build of this package', async () => {
    await run(
      `\`\`\`ts
import { isQuoteError, QuoteError, type QuoteErrorCode } from 'quotewright'
const code: QuoteErrorCode = 'quote_not_found'
console.log(isQuoteError(new QuoteError(code, { quoteId: '1' })))
\`\`\`
\`\`\`text
true
\`\`\`
`,
    )
  })

  it.each([
    ['different output', "console.log('1.00')", '2.00\n'],
    ['more than documented', "console.log('1.00')\nconsole.log('2.00')", '1.00\n'],
    ['nothing', '', '1.00\n'],
    ['different whitespace', "console.log(' 1.00')", '1.00\n'],
    ['no newline at the end', "process.stdout.write('1.00')", '1.00\n'],
  ])('rejects with the place if a program prints %s', async (_, program, output) => {
    const markdown = `\`\`\`ts\n${program}\n\`\`\`\n\`\`\`text\n${output}\`\`\`\n`
    await expect(run(markdown)).rejects.toThrow('docs/page.md:2 prints something else')
  })

  it('rejects with the place and the reason if a program throws', async () => {
    const failure = run("```js\nthrow new Error('no such thing')\n```\n")
    await expect(failure).rejects.toThrow(/docs\/page\.md:2 fails: exit code 1[\s\S]*no such thing/)
  })

  it('accepts different UUIDs and times', async () => {
    await run(
      "```js\nconsole.log(crypto.randomUUID(), Date.now(), '1.00')\n```\n```text\n" +
        '0198c0de-0000-7000-8000-000000000000 1700000000000 1.00\n```\n',
    )
  })

  it('rejects other different numbers', async () => {
    const failure = run("```js\nconsole.log('170000000000')\n```\n```text\n170000000001\n```\n")
    await expect(failure).rejects.toThrow('prints something else')
  })
})

describe('checkSamples', () => {
  it('returns the line of each error, and accepts valid blocks', () => {
    const valid = "```ts no-run\nimport { QuoteError } from 'quotewright'\nQuoteError.name\n```\n"
    const invalid =
      "```ts no-run\nimport { createQuoteEngine } from 'quotewright'\n\ncreateQuoteEngine(1)\n```\n"
    const errors = checkSamples([onlySample(valid), onlySample(invalid)], workspace)
    expect(errors).toEqual([expect.stringMatching(/^docs\/page\.md:4 .*number.*assignable/)])
  })
})
