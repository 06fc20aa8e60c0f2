import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { describe, expect, it } from 'vitest'
import { QuoteError } from '../../../src/errors.js'
import { findCompiler } from '../../../src/pdf/worker/find-compiler.js'
import type { PdfJob, WorkerSetup } from '../../../src/pdf/worker/pdf-job.js'
import { PdfWorker } from '../../../src/pdf/worker/pdf-worker.js'

const minute = 60_000

/** A program of a worker that does what a job says. */
const code = `
const { parentPort, threadId } = require('node:worker_threads')
parentPort.on('message', ({ inputs }) => {
  if (inputs.do === 'exit') process.exit(7)
  if (inputs.do === 'throw') throw new Error('out of memory')
  if (inputs.do === 'hang') for (;;);
  // Like the compiler, it cannot be interrupted.
  if (inputs.do === 'read') require('node:fs').readFileSync(inputs.path)
  if (inputs.do === 'reject') parentPort.postMessage({ reason: 'x'.repeat(1000) })
  else parentPort.postMessage({ file: Uint8Array.of(threadId) })
})`

/** A program that says how many files it has made. */
const countingCode = `
const { parentPort } = require('node:worker_threads')
let count = 0
parentPort.on('message', () => parentPort.postMessage({ file: Uint8Array.of(++count) }))`

const setup: WorkerSetup = {
  findCompiler: () => '/no/compiler',
  code,
  template: '',
  fontFiles: [],
  fontFolders: [],
  timeoutMs: minute,
  maxQueue: 100,
}

const jobTo = (action: string): PdfJob => ({
  inputs: { do: action },
  standard: 'ua-1',
  rejectsBoxes: false,
})

describe('PdfWorker', () => {
  it('compiles all jobs in one thread', async () => {
    const worker = new PdfWorker(setup)
    const jobs = ['a', 'b', 'c'].map((action) => worker.compile(jobTo(action)))
    const threads = (await Promise.all(jobs)).map(([thread]) => thread)
    expect(new Set(threads).size).toBe(1)
    await worker.close()
  })

  it.each([
    ['ends', 'exit', 'pdf_failed', /its thread ended with the exit code 7; retry/],
    ['throws', 'throw', 'pdf_failed', /its thread failed; retry/],
  ])('rejects if its thread %s, and starts another one', async (_, action, code, message) => {
    const worker = new PdfWorker(setup)
    const results = await Promise.allSettled([
      worker.compile(jobTo('a')),
      worker.compile(jobTo(action)),
      worker.compile(jobTo('b')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { code, message: expect.stringMatching(message) } })
    await worker.close()
  })

  it('rejects with timeout if a job takes too long, and starts another thread', async () => {
    const worker = new PdfWorker({ ...setup, timeoutMs: 1_000 })
    const hung = worker.compile(jobTo('hang'))
    await expect(hung).rejects.toMatchObject({
      code: 'timeout',
      details: { operation: 'renderPdf', timeoutMs: 1_000 },
    })
    await expect(worker.compile(jobTo('a'))).resolves.toBeDefined()
    await worker.close()
  })

  it('counts the time that a job waits, and compiles the one after it', async () => {
    const worker = new PdfWorker({ ...setup, timeoutMs: 1_000 })
    const results = await Promise.allSettled([
      worker.compile(jobTo('hang')),
      worker.compile(jobTo('a')),
    ])
    expect(results).toMatchObject([
      { reason: { code: 'timeout' } },
      { reason: { code: 'timeout' } },
    ])
    await expect(worker.compile(jobTo('b'))).resolves.toBeDefined()
    await worker.close()
  })

  it.skipIf(platform === 'win32')(
    'starts no thread while one that was dropped still runs',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'quotewright-pdf-'))
      const pipe = join(folder, 'pipe')
      execFileSync('mkfifo', [pipe])
      const worker = new PdfWorker({ ...setup, timeoutMs: 1_000 })
      const blocked = { ...jobTo('read'), inputs: { do: 'read', path: pipe } }
      await expect(worker.compile(blocked)).rejects.toMatchObject({ code: 'timeout' })
      await expect(worker.compile(jobTo('a'))).rejects.toMatchObject({ code: 'timeout' })
      // Ends the read, so that the thread can end.
      await writeFile(pipe, '')
      await expect(worker.compile(jobTo('a'))).resolves.toBeDefined()
      await worker.close()
      rmSync(folder, { recursive: true })
    },
  )

  it('compiles equal jobs once, and gives each caller bytes of its own', async () => {
    const worker = new PdfWorker({ ...setup, code: countingCode, maxQueue: 1 })
    const [first, second] = await Promise.all([
      worker.compile(jobTo('a')),
      worker.compile(jobTo('a')),
    ])
    expect([first, second]).toEqual([Uint8Array.of(1), Uint8Array.of(1)])
    expect(first).not.toBe(second)
    expect(await worker.compile(jobTo('a'))).toEqual(Uint8Array.of(2))
    await worker.close()
  })

  it('rejects more jobs than maxQueue, and takes others when one is done', async () => {
    const worker = new PdfWorker({ ...setup, maxQueue: 2 })
    const jobs = [worker.compile(jobTo('a')), worker.compile(jobTo('b'))]
    await expect(worker.compile(jobTo('c'))).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('2 files are waiting already; retry later'),
    })
    await Promise.all(jobs)
    await expect(worker.compile(jobTo('c'))).resolves.toBeDefined()
    await worker.close()
  })

  it('cuts the reason of the compiler', async () => {
    const worker = new PdfWorker(setup)
    const error = await worker.compile(jobTo('reject')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(QuoteError)
    expect((error as QuoteError<'pdf_failed'>).details.reason).toHaveLength(300)
    await worker.close()
  })

  it('waits for its jobs when it is closed, and rejects later ones', async () => {
    const worker = new PdfWorker(setup)
    const job = worker.compile(jobTo('a'))
    await Promise.all([worker.close(), worker.close()])
    await expect(job).resolves.toBeDefined()
    await expect(worker.compile(jobTo('b'))).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('closed; create a new one with createPdfRenderer'),
    })
  })

  it('can be closed before its first job', async () => {
    await expect(new PdfWorker(setup).close()).resolves.toBeUndefined()
  })

  it('rejects as findCompiler throws, and finds the compiler once it is installed', async () => {
    let isInstalled = false
    const worker = new PdfWorker({
      ...setup,
      findCompiler() {
        if (!isInstalled) throw new QuoteError('pdf_failed', { reason: 'install it' })
        return '/compiler'
      },
    })
    await expect(worker.compile(jobTo('a'))).rejects.toMatchObject({ code: 'pdf_failed' })
    isInstalled = true
    await expect(worker.compile(jobTo('a'))).resolves.toBeDefined()
    await worker.close()
  })
})

describe('findCompiler', () => {
  it('returns the path of the installed package', () => {
    expect(findCompiler()).toMatch(/typst-ts-node-compiler.index\.js$/)
  })
})
