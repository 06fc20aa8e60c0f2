import type { ProvidedContext } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node'
import { type SkippedTest, skippedLines, skipReason } from './skipped-tests.js'

const silenceMs = 5_000

/**
 * Adds to vitest's own reporter: a line every few seconds while no test file ends, and at the end
 * what was skipped, and why, and how to run only what has failed.
 */
export class RunReporter implements Reporter {
  /** The files that run now, and when they began. */
  private readonly running = new Map<string, number>()
  private files = 0
  private ended = 0
  private isFiltered = false
  private vitest: Vitest | undefined
  private timer: NodeJS.Timeout | undefined

  onInit(vitest: Vitest): void {
    this.vitest = vitest
    this.isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.files = specifications.length
    this.ended = 0
    this.running.clear()
    this.startTimer()
  }

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.running.set(relativeModuleId, Date.now())
  }

  onTestModuleEnd({ relativeModuleId }: TestModule): void {
    this.running.delete(relativeModuleId)
    this.ended += 1
    this.startTimer()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    clearInterval(this.timer)
    const failed = modules.filter((module) => !module.ok())
    // With a name pattern, what does not match is skipped too.
    const lines = this.isFiltered ? [] : skippedLines(modules.flatMap(skippedTests))
    if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
    if (failed.length === 0) return
    // Last, because some logs keep only their end.
    const files = failed.map((each) => each.relativeModuleId)
    console.log(`\n${repeatLine(files, this.vitest?.getProvidedContext())}`)
    console.log(`\nFailed:\n${failed.flatMap(failureLines).join('\n')}`)
  }

  /** Restarts the wait for the next file. On a terminal, vitest itself shows what runs. */
  private startTimer(): void {
    clearInterval(this.timer)
    if (process.stdout.isTTY) return
    this.timer = setInterval(() => {
      const running = [...this.running].map(
        ([file, began]) => `${file} (${Math.round((Date.now() - began) / 1000)} s)`,
      )
      console.log(`   ${this.ended} of ${this.files} files done, running: ${running.join(', ')}`)
    }, silenceMs).unref()
  }
}

/** The command that runs the files again, with the same random values. */
function repeatLine(
  files: readonly string[],
  { seed, runs }: Partial<ProvidedContext> = {},
): string {
  const environment = `FC_SEED=${seed} FC_NUM_RUNS=${runs}`
  const command = 'npx vitest run --config test/vitest.config.ts'
  return `To run only what has failed:\n  ${environment} ${command} ${files.join(' ')}`
}

const maxFailures = 20

/** Lists what has failed in a file, each with the first lines of its first error. */
function failureLines(module: TestModule): readonly string[] {
  const failed = [module, ...module.children.allSuites(), ...module.children.allTests('failed')]
  const lines = failed.flatMap((each) => {
    const errors = each.type === 'test' ? each.result().errors : each.errors()
    if (errors === undefined || errors.length === 0) return []
    const name = each.type === 'module' ? '' : ` > ${each.fullName}`
    const message = (errors[0]?.stack ?? errors[0]?.message ?? '').split('\n').slice(0, 12)
    return [[`  ${module.relativeModuleId}${name}`, ...message.map((line) => `    ${line}`)]]
  })
  return lines.slice(0, maxFailures).flat()
}

/** Leaves out the tests of suites that failed before any of them could run. */
function skippedTests(module: TestModule): SkippedTest[] {
  const skipped = [...module.children.allTests('skipped')]
  return skipped
    .filter((test) => !hasFailedSuite(test))
    .map((test) => {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      const file = module.relativeModuleId
      return note === undefined
        ? { file, ...skipReason(namesOf(test)) }
        : { file, subject: test.fullName, reason: note }
    })
}

function hasFailedSuite(test: TestCase): boolean {
  for (let parent: TestSuite | TestModule = test.parent; ; parent = parent.parent) {
    if (parent.errors().length > 0) return true
    if (parent.type !== 'suite') return false
  }
}

/** The names of a test's suites, the outermost first, and its own. */
function namesOf(test: TestCase): string[] {
  const names = [test.name]
  for (
    let parent: TestSuite | TestModule = test.parent;
    parent.type === 'suite';
    parent = parent.parent
  )
    names.unshift(parent.name)
  return names
}
