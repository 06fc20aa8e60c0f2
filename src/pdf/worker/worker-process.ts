import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { CompilerSetup, PdfJob, WorkerRequest, WorkerResponse } from './pdf-job.js'

/** The limit of the process's heap in MiB. The memory of the compiler is not part of it. */
const maxHeapMiB = 256
const maxErrorLength = 2_000

/**
 * The variables that the process gets: where the fonts of a user and libraries are, and what
 * Windows needs. Others may be secrets, or change how Node starts, such as NODE_OPTIONS.
 */
const passedVariables =
  /^(?:HOME|USERPROFILE|(?:LOCAL)?APPDATA|SYSTEMROOT|WINDIR|TE?MP|TMPDIR|XDG_\w+|FONTCONFIG_\w+|(?:DY)?LD_LIBRARY_PATH)$/i

/** How a process ended. */
interface WorkerEnd {
  /** `SIGABRT`, `the exit code 7` or a message of the system. */
  readonly end: string
  /** What it wrote to its standard error, or the error of the system. */
  readonly cause: unknown
}

/** What became of a job. */
export type WorkerResult =
  | { readonly type: 'file'; readonly file: Uint8Array }
  | { readonly type: 'failed'; readonly reason: string }
  | ({ readonly type: 'ended' | 'not begun' } & WorkerEnd)

/**
 * A process that compiles files. The compiler is native code: it can abort, overflow the stack or
 * run forever, and no thread of the host could be kept from ending the host with it.
 *
 * The process ends when the host ends, and doesn't keep it alive while it is idle.
 */
export class WorkerProcess {
  readonly #child: ChildProcess | undefined
  /** Resolves when the process has ended, and all that it has sent was received. */
  readonly #ended: Promise<WorkerEnd>
  #isRunning = true
  /** Listeners of the job. A listener of each job for the end would keep all files in memory. */
  #onResponse: (response: WorkerResponse) => void = () => undefined
  #onEnd: (end: WorkerEnd) => void = () => undefined

  /** Starts a process. If that fails, it is one that has ended. */
  constructor(code: string, setup: CompilerSetup) {
    try {
      const child = startProcess(code)
      this.#child = child
      letHostEnd(child)
      this.#ended = getEnd(child)
      child.on('message', (response: WorkerResponse) => this.#onResponse(response))
      send(child, setup)
    } catch (cause) {
      // For example, the permissions of the host allow no process.
      this.#ended = Promise.resolve({ end: (cause as Error).message, cause })
    }
    this.#ended.then((end) => {
      this.#isRunning = false
      this.#onEnd(end)
    })
  }

  /** False once the process is known to have ended, or was killed. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /**
   * Compiles a file.
   *
   * @throws the reason of the signal if it is aborted, after the process has been killed
   */
  async compile(job: PdfJob, signal: AbortSignal): Promise<WorkerResult> {
    const onAbort = () => this.kill()
    signal.addEventListener('abort', onAbort)
    keepHostAlive(this.#child)
    try {
      const result = await this.#resultOf(job)
      signal.throwIfAborted()
      return result
    } finally {
      this.#onResponse = () => undefined
      this.#onEnd = () => undefined
      signal.removeEventListener('abort', onAbort)
      letHostEnd(this.#child)
    }
  }

  /** Ends the process, whatever it does, and resolves when it has ended. */
  async kill(): Promise<void> {
    this.#isRunning = false
    this.#child?.kill('SIGKILL')
    keepHostAlive(this.#child)
    await this.#ended
  }

  /** Sends a job to a process whose end was not noticed yet. */
  #resultOf(job: PdfJob): Promise<WorkerResult> {
    return new Promise((resolve) => {
      let hasBegun = false
      this.#onResponse = (response) => {
        if ('hasBegun' in response) hasBegun = true
        else if ('reason' in response) resolve({ type: 'failed', reason: response.reason })
        // A copy, as the bytes are part of the message.
        else resolve({ type: 'file', file: new Uint8Array(response.file) })
      }
      this.#onEnd = (end) => resolve({ type: hasBegun ? 'ended' : 'not begun', ...end })
      if (this.#child !== undefined) send(this.#child, job)
    })
  }
}

function startProcess(code: string): ChildProcess {
  const passed = Object.entries(process.env).filter(([name]) => passedVariables.test(name))
  const args = [`--max-old-space-size=${maxHeapMiB}`, '--input-type=commonjs', '-e', code]
  return spawn(process.execPath, args, {
    // Not the host's, which can be removed.
    cwd: dirname(process.execPath),
    // Without ELECTRON_RUN_AS_NODE, Electron would start the application again.
    env: { ...Object.fromEntries(passed), ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    windowsHide: true,
  })
}

/** Resolves when a process has ended, to how it ended and what it wrote to its standard error. */
function getEnd(child: ChildProcess): Promise<WorkerEnd> {
  let written = ''
  child.stdin?.on('error', () => undefined)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(0, maxErrorLength)
  })
  return new Promise((resolve) => {
    child.on('error', (cause) => {
      if (child.pid === undefined) resolve({ end: cause.message, cause })
    })
    child.on('close', (exitCode, signal) => {
      const cause = written === '' ? undefined : new Error(written.trim().toWellFormed())
      resolve({ end: signal ?? `the exit code ${exitCode}`, cause })
    })
  })
}

function send(child: ChildProcess, message: WorkerRequest): void {
  // If it cannot be sent, the process has ended, which has an event of its own.
  if (child.connected) child.send(message, () => undefined)
}

/** Called when a call begins. Bun counts these calls, so each has one of `letHostEnd` before it. */
function keepHostAlive(child: ChildProcess | undefined): void {
  for (const handle of getHandles(child)) handle?.ref?.()
}

/** Called when the process becomes idle. */
function letHostEnd(child: ChildProcess | undefined): void {
  for (const handle of getHandles(child)) handle?.unref?.()
}

/** Returns what can keep the host alive. In Bun, some of it has no such methods. */
function getHandles(child: ChildProcess | undefined) {
  const { stdin, stderr, channel } = child ?? {}
  return [child, channel, stdin as Socket | undefined, stderr as Socket | undefined]
}
