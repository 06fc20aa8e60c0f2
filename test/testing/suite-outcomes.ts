import type { TestFunctions } from '../../src/testing/suite.js'

export interface SuiteOutcome {
  readonly cases: readonly string[]
  readonly failing: readonly string[]
  /** The error of each failing case. */
  readonly errors: ReadonlyMap<string, Error>
}

/**
 * Runs a suite without a framework, and returns its case names and the errors of failed cases.
 *
 * @param only The names of the cases to run; undefined for all.
 */
export async function runSuite(
  register: (testFunctions: TestFunctions) => void,
  only?: readonly string[],
): Promise<SuiteOutcome> {
  const cases: { name: string; body: () => Promise<void> }[] = []
  register({
    describe: (_name, body) => body(),
    it: (name, body) => cases.push({ name, body }),
  })
  const errors = new Map<string, Error>()
  for (const { name, body } of cases) {
    if (only !== undefined && !only.includes(name)) continue
    await body().catch((error: Error) => errors.set(name, error))
  }
  return { failing: [...errors.keys()], errors, cases: cases.map(({ name }) => name) }
}
