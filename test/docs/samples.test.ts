import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { checkSamples } from './check-samples.js'
import { documents } from './documents.js'
import { runSamples } from './run-sample.js'
import { sampleWorkspace } from './sample-workspace.js'
import { type Sample, samplesOf } from './samples.js'

const samples = documents().flatMap(samplesOf)
/** The providers of recipes, which are files to copy. */
const paths = ['taxes', 'payments'].flatMap((folder) =>
  readdirSync(`docs/recipes/${folder}`).map((name) => `docs/recipes/${folder}/${name}`),
)
const files = paths.map((path): Sample => {
  const code = readFileSync(path, 'utf8')
  return {
    place: `${path}:1`,
    path,
    line: 1,
    language: 'ts',
    isRun: false,
    code,
    output: undefined,
  }
})
const workspace = sampleWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('the samples in the documentation', () => {
  it('exist in the README', () => {
    expect(samples.filter(({ path, isRun }) => path === 'README.md' && isRun)).not.toEqual([])
  })

  it('pass the type check', () => {
    expect(checkSamples([...samples, ...files], workspace)).toEqual([])
  })

  const run = samples.filter(({ isRun }) => isRun)
  it.each([...new Set(run.map(({ path }) => path))])('run as documented: %s', (path) =>
    runSamples(
      run.filter((sample) => sample.path === path),
      workspace,
    ),
  )
})
