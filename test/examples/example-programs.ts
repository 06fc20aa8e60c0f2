import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A running program. It is killed at the end of the test. */
export interface Running {
  readonly child: ChildProcess
  /** Resolves to stdout once it contains this string. Rejects if the program exits before. */
  printed(expected: string): Promise<string>
  readonly ended: Promise<Ended>
}

/** Variables that would change the programs' behaviour. */
const cleared = {
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  PORT: undefined,
  npm_lifecycle_event: undefined,
  QUOTEWRIGHT_DATABASE: undefined,
}

/** Starts a program of docs/examples or another folder with the Node that runs the tests. */
export function startExample(
  file: string,
  environment?: Readonly<Record<string, string>>,
  folder = 'docs/examples',
): Running {
  return startProgram(process.execPath, [join(folder, file)], environment)
}

/** Starts a program. With `leadsGroup`, its child processes are killed with it. */
export function startProgram(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  leadsGroup = false,
): Running {
  const temporary = temporaryFolder()
  const child = spawn(command, parameters, {
    env: { ...process.env, ...cleared, TMPDIR: temporary, TEMP: temporary, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: leadsGroup,
  })
  onTestFinished(async () => {
    if (leadsGroup && child.pid !== undefined) killGroup(child.pid)
    else child.kill('SIGKILL')
    await ended
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  const printed = (expected: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (stdout.includes(expected)) resolve(stdout)
      }
      check()
      child.stdout.on('data', check)
      ended.then(
        () =>
          reject(
            new Error(
              `expected "${expected}" on stdout, but the program exited:\n${stdout}${stderr}`,
            ),
          ),
        reject,
      )
    })
  return { child, printed, ended }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All processes of the group have exited.
  }
}

export function runExample(
  file: string,
  environment?: Readonly<Record<string, string>>,
  folder?: string,
): Promise<Ended> {
  return startExample(file, environment, folder).ended
}

/** Creates a folder that is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
