import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, so that none of them runs alone at the end. */
const longest = [
  'test/docs/samples.test.ts',
  'test/storage/postgres/partitioned.test.ts',
  'test/storage/model.property.test.ts',
  'test/storage/postgres/postgres.test.ts',
  'test/storage/postgres/plans.test.ts',
  'test/http/request-cost.test.ts',
]

/** Starts with the longest test files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longest.findIndex((path) => moduleId.endsWith(path))
      return index === -1 ? longest.length : index
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
