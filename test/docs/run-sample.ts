import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { isExpectedOutput } from './expected-output.js'
import type { Sample } from './samples.js'

const maxRunMs = 600_000

/** Runs a sample in its own folder. Rejects if it fails or prints other output than documented. */
export async function runSample(sample: Sample, workspace: string): Promise<void> {
  const folder = mkdtempSync(join(workspace, 'run-'))
  const program = join(folder, 'sample.mjs')
  writeFileSync(program, toJavaScript(sample))
  const printed = await runProgram(program, folder).catch((error: Error) => {
    throw new Error(`${sample.place} fails: ${error.message}`)
  })
  if (sample.output !== undefined && !isExpectedOutput(sample.output, printed))
    throw new Error(
      `${sample.place} prints something else\n--- documented\n${sample.output}--- printed\n${printed}`,
    )
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
