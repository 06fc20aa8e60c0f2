import { createHash } from 'node:crypto'
import { QuoteError } from '../../errors.js'
import type { PdfJob, WorkerSetup } from './pdf-job.js'
import { WorkerProcess, type WorkerResult } from './worker-process.js'

const maxReasonLength = 300

/** Compiles jobs one after the other in a process, which is started for the first one. */
export class PdfWorker {
  readonly #setup: WorkerSetup
  #process: WorkerProcess | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** The files that are compiled or wait, by the keys of their jobs. */
  readonly #files = new Map<string, Promise<Uint8Array>>()
  #isClosed = false

  constructor(setup: WorkerSetup) {
    this.#setup = setup
  }

  /**
   * Compiles a file when all jobs before it are done. Equal jobs are compiled once.
   *
   * @throws QuoteError `pdf_failed` if the file cannot be compiled, too many files wait, or the
   * process ends while it compiles this file; `timeout` if it takes too long, including the time
   * that it waits
   */
  async compile(job: PdfJob): Promise<Uint8Array> {
    if (this.#isClosed)
      throw failed('the renderer is closed; create a new one with createPdfRenderer')
    const key = jobKey(job)
    const same = this.#files.get(key)
    // A copy, because a caller can change or transfer its bytes.
    if (same !== undefined) return (await same).slice()
    const { maxQueue } = this.#setup
    if (this.#files.size >= maxQueue)
      throw failed(`${maxQueue} files are waiting already; retry later, or raise maxQueue`)
    const file = this.#enqueue(job).finally(() => this.#files.delete(key))
    this.#files.set(key, file)
    return file
  }

  /** Waits for the jobs, and ends the process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    await this.#process?.kill()
  }

  #enqueue(job: PdfJob): Promise<Uint8Array> {
    const { timeoutMs } = this.#setup
    const deadline = new AbortController()
    const { signal } = deadline
    const onTimeout = () =>
      deadline.abort(new QuoteError('timeout', { operation: 'renderPdf', timeoutMs }))
    const timer = setTimeout(onTimeout, timeoutMs)
    const file = this.#last.then(() => {
      signal.throwIfAborted()
      return this.#run(job, signal)
    })
    const inTime = Promise.race([file, rejectionOf(signal)]).finally(() => clearTimeout(timer))
    this.#last = Promise.allSettled([file, inTime])
    return inTime
  }

  async #run(job: PdfJob, signal: AbortSignal): Promise<Uint8Array> {
    const idle = this.#process?.isRunning ? this.#process : undefined
    let result = await (idle ?? this.#start()).compile(job, signal)
    // The system can end an idle process. A job that was begun is not repeated: jobs are compiled
    // one at a time, so none but this one can have ended the process.
    if (result.type === 'not begun' && idle !== undefined)
      result = await this.#start().compile(job, signal)
    return getFile(result)
  }

  #start(): WorkerProcess {
    const { findCompiler, code, template, fontFiles, fontFolders } = this.#setup
    const setup = { compilerPath: findCompiler(), template, fontFiles, fontFolders }
    this.#process = new WorkerProcess(code, setup)
    return this.#process
  }
}

function getFile(result: WorkerResult): Uint8Array {
  switch (result.type) {
    case 'file':
      return result.file
    case 'failed':
      throw failed(result.reason)
    case 'not begun':
      throw failed(`its process could not be started: ${result.end}`, result.cause)
    case 'ended':
      throw failed(
        `its process ended with ${result.end} while it compiled this document; take out the ` +
          `logo or unusual characters. Other documents are not affected`,
        result.cause,
      )
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

function failed(reason: string, cause?: unknown): QuoteError {
  const shown = reason.slice(0, maxReasonLength).toWellFormed()
  const options = cause === undefined ? undefined : { cause }
  return new QuoteError('pdf_failed', { reason: shown }, options)
}

/** Returns a string that is the same for two jobs only if their files are the same. */
function jobKey({ logo, ...others }: PdfJob): string {
  const hash = createHash('sha256').update(JSON.stringify(others)).update('\n')
  return hash.update(logo ?? '').digest('hex')
}
