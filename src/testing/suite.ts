import { QuoteError } from '../errors.js'
import type { MaybePromise } from '../ports/storage.js'

/**
 * Test functions of a framework. Those of vitest, jest, mocha and `node:test` can be passed as is.
 */
export interface TestFunctions {
  /** Groups the tests that `body` registers. */
  describe(name: string, body: () => void): unknown
  /** Registers a test. It fails if the promise of `body` rejects. */
  it(name: string, body: () => Promise<void>): unknown
}

/** One clause of a contract. `check` rejects if the implementation violates it. */
export interface ContractCase<Fixture> {
  readonly name: string
  check(fixture: Fixture): Promise<void>
}

/** The cases of one area of a contract. */
export interface ContractArea<Fixture> {
  readonly name: string
  readonly cases: readonly ContractCase<Fixture>[]
}

export interface Disposable {
  /** Releases what was created for one test. Called after every test, including failed ones. */
  dispose?(): MaybePromise<void>
}

/**
 * Registers each case as a test with its own fixture. Disposes of the fixture even if the case
 * fails.
 */
export function registerSuite<Fixture extends Disposable>(
  testFunctions: TestFunctions,
  name: string,
  areas: readonly ContractArea<Fixture>[],
  createFixture: () => MaybePromise<Fixture>,
): void {
  const { describe, it } = Object(testFunctions) as TestFunctions
  assertFunctions({ describe, it, createFixture })
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

/** @throws QuoteError `invalid_options` */
function assertFunctions(functions: Readonly<Record<string, unknown>>): void {
  const errors = Object.entries(functions).flatMap(([name, value]) =>
    typeof value === 'function'
      ? []
      : [[name, `must be a function: pass { describe, it } and a function that returns a fixture`]],
  )
  if (errors.length > 0)
    throw new QuoteError('invalid_options', { errors: Object.fromEntries(errors) })
}
