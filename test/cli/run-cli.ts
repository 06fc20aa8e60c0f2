import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The program as it is built. */
const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly cwd?: string
  readonly input?: string
  /** True if the standard input stays open after the input. */
  readonly isInputOpen?: boolean
  readonly env?: NodeJS.ProcessEnv
  /** Called with the process and what it has written so far to the standard error. */
  readonly onStderr?: (child: ChildProcess, stderr: string) => unknown
}

/** Runs the program in a process of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
    options.onStderr?.(child, stderr)
  })
  if (options.isInputOpen) child.stdin.write(options.input ?? '')
  else child.stdin.end(options.input ?? '')
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
