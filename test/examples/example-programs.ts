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

/** A program under way. It is killed with the test that started it. */
export interface Running {
  readonly child: ChildProcess
  /** All that it has written to its standard output once this much is there. Rejects where the program ends before. */
  printed(text: string): Promise<string>
  readonly ended: Promise<Ended>
}

/** Variables that would change what the programs do, whoever runs the tests. */
const cleared = {
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  PORT: undefined,
  npm_lifecycle_event: undefined,
  QUOTEWRIGHT_DATABASE: undefined,
}

/** Starts a program of docs/examples (or of the folder given) on this very Node. */
export function startExample(
  file: string,
  environment?: Readonly<Record<string, string>>,
  folder = 'docs/examples',
): Running {
  return startProgram(process.execPath, [join(folder, file)], environment)
}

/** Starts any program; as the leader of a group, whatever it started is killed with it. */
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
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  const printed = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve(stdout)
      }
      look()
      child.stdout.on('data', look)
      ended.then(
        () => reject(new Error(`ended before it printed "${text}":\n${stdout}${stderr}`)),
        reject,
      )
    })
  return { child, printed, ended }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

export function runExample(
  file: string,
  environment?: Readonly<Record<string, string>>,
  folder?: string,
): Promise<Ended> {
  return startExample(file, environment, folder).ended
}

/** An empty folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quotewright-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
