import { readFileSync } from 'node:fs'
import { codeBlocks } from '../docs/code-blocks.js'
import { type Sample, samplesOf } from '../docs/samples.js'

/**
 * The programs of a recipe that test/docs does not run, each with the `text` block that follows it
 * as its output.
 */
export function programsOf(recipe: string): readonly Sample[] {
  const path = `docs/recipes/${recipe}.md`
  const markdown = readFileSync(path, 'utf8')
  const outputs = codeBlocks(markdown).filter(({ info }) => info[0] === 'text')
  const programs = samplesOf({ path, markdown }).filter(({ isRun }) => !isRun)
  if (programs.length === 0) throw new Error(`${path} has no program marked "ts no-run"`)
  return programs.map((program) => ({
    ...program,
    output: outputs.find(({ line }) => line > program.line)?.code,
  }))
}
