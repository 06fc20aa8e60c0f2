import { Worker } from 'node:worker_threads'
import { QuoteError } from '../../errors.js'
import { jobKey } from './job-key.js'
import type { PdfJob, WorkerAnswer, WorkerSetup } from './pdf-job.js'

const maxReasonLength = 300

/** Compiles jobs one after the other in a thread, which is started for the first one. */
export class PdfWorker {
  readonly #setup: WorkerSetup
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  /** The files that are compiled or wait, by the keys of their jobs. */
  readonly #files = new Map<string, Promise<Uint8Array>>()
  /** The end of the last thread that was dropped, as one thread at a time may run. */
  #dropped: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(setup: WorkerSetup) {
    this.#setup = setup
  }

  /**
   * Compiles a file when all jobs before it are done. Equal jobs are compiled once.
   *
   * @throws QuoteError `pdf_failed` if the file cannot be compiled, too many files wait, or the
   * thread ends; `timeout` if it takes too long, including the time that it waits
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

  /** Waits for the jobs, and ends the thread. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  #enqueue(job: PdfJob): Promise<Uint8Array> {
    const { timeoutMs } = this.#setup
    const deadline = new AbortController()
    const { signal } = deadline
    const onTimeout = () =>
      deadline.abort(new QuoteError('timeout', { operation: 'renderPdf', timeoutMs }))
    const timer = setTimeout(onTimeout, timeoutMs)
    const file = this.#last
      .then(() => this.#dropped)
      .then(() => {
        signal.throwIfAborted()
        return this.#run(job, signal)
      })
    const inTime = Promise.race([file, rejectionOf(signal)]).finally(() => clearTimeout(timer))
    this.#last = inTime.catch(() => undefined)
    return inTime
  }

  async #run(job: PdfJob, signal: AbortSignal): Promise<Uint8Array> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    // A call keeps the process alive, an idle thread doesn't.
    worker.ref()
    try {
      return await this.#answer(worker, job, signal)
    } finally {
      worker.unref()
    }
  }

  #start(): Worker {
    const { findCompiler, code, template, fontFiles, fontFolders } = this.#setup
    const workerData = { compilerPath: findCompiler(), template, fontFiles, fontFolders }
    const worker = new Worker(code, {
      eval: true,
      workerData,
      execArgv: [],
      name: 'quotewright-pdf',
    })
    // An error without a listener would end the process.
    worker.on('error', () => this.#drop(worker))
    worker.on('exit', () => this.#drop(worker))
    return worker
  }

  #drop(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
  }

  #answer(worker: Worker, job: PdfJob, signal: AbortSignal): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        signal.removeEventListener('abort', onAbort)
        worker.off('message', onMessage).off('error', onError).off('exit', onExit)
        finish()
      }
      const onMessage = (answer: WorkerAnswer) =>
        settle(() => ('file' in answer ? resolve(answer.file) : reject(failed(answer.reason))))
      const onError = (cause: unknown) =>
        settle(() => reject(failed('its thread failed; retry', cause)))
      const onExit = (code: number) =>
        settle(() => reject(failed(`its thread ended with the exit code ${code}; retry`)))
      const onAbort = () =>
        settle(() => {
          this.#drop(worker)
          // Resolves after the compiler returns, which cannot be interrupted, so don't wait.
          this.#dropped = worker.terminate()
          reject(signal.reason)
        })
      signal.addEventListener('abort', onAbort)
      worker.on('message', onMessage).on('error', onError).on('exit', onExit)
      worker.postMessage(job)
    })
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
