import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { checkSamples } from './check-samples.js'
import { documents } from './documents.js'
import { runSample } from './run-sample.js'
import { sampleWorkspace } from './sample-workspace.js'
import { type Sample, samplesOf } from './samples.js'

const samples = documents().flatMap(samplesOf)
/** The types of frameworks take long to check. `test/recipes` runs recipes everywhere. */
const recipes = process.env.CI ? '' : ' (takes 20 s, set CI=true)'
const isRecipe = ({ path }: Sample) => path.startsWith('docs/recipes/')
const workspace = sampleWorkspace()
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

describe('the samples in the documentation', () => {
  it('exist in the README', () => {
    expect(samples.filter(({ path, isRun }) => path === 'README.md' && isRun)).not.toEqual([])
  })

  it('pass the type check', () => {
    const checked = samples.filter((sample) => recipes === '' || !isRecipe(sample))
    expect(checkSamples(checked, workspace)).toEqual([])
  })

  for (const sample of samples.filter(({ isRun }) => isRun)) {
    const isSkipped = recipes !== '' && isRecipe(sample)
    const reason = isSkipped ? recipes : ''
    it.skipIf(isSkipped)(`${sample.place} runs as documented${reason}`, () =>
      runSample(sample, workspace),
    )
  }
})
