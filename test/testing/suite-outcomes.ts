import type { TestFunctions } from '../../src/testing/suite.js'

/** The names of the cases, and of those that fail, when a suite is run by a framework of ten lines instead of by vitest. */
export async function failingCases(
  register: (testFunctions: TestFunctions) => void,
): Promise<{ readonly failing: readonly string[]; readonly cases: readonly string[] }> {
  const cases: { name: string; body: () => Promise<void> }[] = []
  register({
    describe: (_name, body) => body(),
    it: (name, body) => cases.push({ name, body }),
  })
  const failing: string[] = []
  for (const { name, body } of cases) {
    await body().catch(() => failing.push(name))
  }
  return { failing, cases: cases.map(({ name }) => name) }
}
