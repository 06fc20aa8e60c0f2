import { basename, dirname } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs the tests of the mutated file first, then those of its folder. Stryker stops at the first
 * test that fails, and that is most often one of these.
 */
export class OwnTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Stryker sets it to the mutated file.
    const mutated = this.ctx.config.related?.[0]
    if (mutated === undefined) return files
    const name = basename(mutated, '.ts')
    const folder = basename(dirname(mutated))
    const distance = ({ moduleId }: TestSpecification): number => {
      if (basename(moduleId).startsWith(`${name}.`)) return 0
      return basename(dirname(moduleId)) === folder ? 1 : 2
    }
    return files.toSorted((one, other) => distance(one) - distance(other))
  }
}
