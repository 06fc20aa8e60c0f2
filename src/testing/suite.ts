import type { MaybePromise } from '../ports/storage.js'

/** The test functions of a framework: those of vitest, jest, mocha, and `node:test` fit as they are. */
export interface TestFunctions {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** One clause of a contract: its name says what holds, and `check` rejects where it does not. */
export interface ContractCase<Fixture> {
  readonly name: string
  check(fixture: Fixture): Promise<void>
}

/** The clauses of one area of a contract. */
export interface ContractArea<Fixture> {
  readonly name: string
  readonly cases: readonly ContractCase<Fixture>[]
}

/** What a fixture may have: how to put away what was made for one test. */
export interface Disposable {
  dispose?(): MaybePromise<void>
}

/** Registers every case as a test of its own, each with a fresh fixture that is disposed of whatever happens. */
export function registerSuite<Fixture extends Disposable>(
  { describe, it }: TestFunctions,
  name: string,
  areas: readonly ContractArea<Fixture>[],
  createFixture: () => MaybePromise<Fixture>,
): void {
  describe(name, () => {
    for (const area of areas) {
      describe(area.name, () => {
        for (const { name: caseName, check } of area.cases) {
          it(caseName, async () => {
            const fixture = await createFixture()
            try {
              await check(fixture)
            } finally {
              await fixture.dispose?.()
            }
          })
        }
      })
    }
  })
}
