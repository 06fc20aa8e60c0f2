import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { isExpectedOutput } from './expected-output.js'
import type { Sample } from './samples.js'

const maxRunMs = 600_000

/**
 * Runs samples one after the other, each in its own folder and as a module of its own. Rejects if
 * one fails or prints other output than documented.
 *
 * Most of the time of a sample goes by until its process has loaded the library, so they share one.
 * If that fails, or a sample prints something while the next one runs, each gets its own.
 */
export async function runSamples(samples: readonly Sample[], workspace: string): Promise<void> {
  const programs = samples.map((sample) => writeProgram(sample, workspace))
  const together = join(mkdtempSync(join(workspace, 'run-')), 'all.mjs')
  const runs = programs.map(
    (program) => `process.chdir(${JSON.stringify(dirname(program))})
await import(${JSON.stringify(pathToFileURL(program).href)})
console.log(${JSON.stringify(separator)})`,
  )
  writeFileSync(together, `${runs.join('\n')}\n`)
  const printed = await runProgram(together, dirname(together)).catch(() => '')
  const parts = printed.split(`${separator}\n`)
  const isAsDocumented =
    parts.pop() === '' &&
    parts.length === samples.length &&
    samples.every(
      ({ output }, index) => output === undefined || isExpectedOutput(output, parts[index] ?? ''),
    )
  if (!isAsDocumented) for (const sample of samples) await runSample(sample, workspace)
}

const separator = '--- the end of a sample ---'

/** Runs a sample in its own folder. Rejects if it fails or prints other output than documented. */
export async function runSample(sample: Sample, workspace: string): Promise<void> {
  const program = writeProgram(sample, workspace)
  const printed = await runProgram(program, dirname(program)).catch((error: Error) => {
    throw new Error(`${sample.place} fails: ${error.message}`)
  })
  if (sample.output !== undefined && !isExpectedOutput(sample.output, printed))
    throw new Error(
      `${sample.place} prints something else\n--- documented\n${sample.output}--- printed\n${printed}`,
    )
}

function writeProgram(sample: Sample, workspace: string): string {
  const program = join(mkdtempSync(join(workspace, 'run-')), 'sample.mjs')
  writeFileSync(program, toJavaScript(sample))
  return program
}

function toJavaScript({ language, code }: Sample): string {
  if (language === 'js') return code
  return ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  }).outputText
}

function runProgram(program: string, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd, timeout: maxRunMs, killSignal: 'SIGKILL' as const }
    const child = execFile(process.execPath, [program], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else if (error.killed) reject(new Error(`timed out after ${maxRunMs} ms\n${stdout}`))
      else reject(new Error(`exit code ${error.code}\n${stdout}${stderr}`))
    })
    child.stdin?.end()
  })
}
