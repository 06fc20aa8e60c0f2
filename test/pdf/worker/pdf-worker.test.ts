import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill, platform } from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { QuoteError } from '../../../src/errors.js'
import { findCompiler } from '../../../src/pdf/create-pdf-renderer.js'
import type { PdfJob, WorkerSetup } from '../../../src/pdf/worker/pdf-job.js'
import { PdfWorker } from '../../../src/pdf/worker/pdf-worker.js'

const minute = 60_000

/** A program of a worker that does what a job says, and responds with a JSON file. */
const code = `
const { appendFileSync } = require('node:fs')
let count = 0
process.on('message', (message) => {
  if ('template' in message) return
  const { inputs } = message
  process.send({ hasBegun: true })
  if (inputs.path) appendFileSync(inputs.path, 'begun ')
  if (inputs.do === 'exit') process.exit(7)
  if (inputs.do === 'abort') process.abort()
  if (inputs.do === 'throw') throw new Error('out of order')
  if (inputs.do === 'fill') for (const all = []; ; ) all.push(new Array(1e6).fill(0.5))
  // Like the compiler, it cannot be interrupted.
  if (inputs.do === 'hang') for (;;);
  const { pid, env, execArgv } = process
  if (inputs.do === 'reject') return process.send({ reason: 'x'.repeat(1000) })
  const response = { pid, count: ++count, env, execArgv, cwd: process.cwd() }
  process.send({ file: Buffer.from(JSON.stringify(response)) })
})`

interface JobResult {
  readonly pid: number
  readonly count: number
  readonly env: Record<string, string>
  readonly execArgv: string[]
  readonly cwd: string
}

const setup: WorkerSetup = {
  findCompiler: () => '/no/compiler',
  code,
  template: '',
  fontFiles: [],
  fontFolders: [],
  timeoutMs: minute,
  maxQueue: 100,
}

const jobTo = (action: string, path = ''): PdfJob => ({
  inputs: { do: action, path },
  standard: 'ua-1',
  rejectsBoxes: false,
})

const read = (file: Uint8Array): JobResult => JSON.parse(Buffer.from(file).toString())

function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

describe('PdfWorker', () => {
  let worker: PdfWorker
  let folder: string
  const resultOf = async (action: string) => read(await worker.compile(jobTo(action)))

  beforeEach(() => {
    worker = new PdfWorker(setup)
    folder = mkdtempSync(join(tmpdir(), 'quotewright-pdf-'))
  })
  afterEach(async () => {
    await worker.close()
    rmSync(folder, { recursive: true })
  })

  it('compiles all jobs in one process, which is not its own', async () => {
    const responses = await Promise.all(['a', 'b', 'c'].map(resultOf))
    expect(new Set(responses.map(({ pid }) => pid)).size).toBe(1)
    expect(responses[0]?.pid).not.toBe(process.pid)
  })

  it.each([
    ['exits', 'exit', 'the exit code 7'],
    ['aborts', 'abort', platform === 'win32' ? 'the exit code' : 'SIGABRT'],
    ['throws', 'throw', 'the exit code 1'],
    ['has no more memory', 'fill', platform === 'win32' ? 'the exit code' : 'SIGABRT'],
  ])('rejects if its process %s, and starts another one', async (_, action, end) => {
    const results = await Promise.allSettled([
      worker.compile(jobTo('a')),
      worker.compile(jobTo(action)),
      worker.compile(jobTo('b')),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({
      reason: {
        code: 'pdf_failed',
        message: expect.stringContaining(`its process ended with ${end}`),
      },
    })
  })

  it('has what the process wrote before its end as the cause', async () => {
    await expect(worker.compile(jobTo('throw'))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Error: out of order') },
    })
  })

  it('compiles a job that ended its process once, and never again by itself', async () => {
    await worker.compile(jobTo('a'))
    const path = join(folder, 'log')
    const jobs = ['exit', 'exit'].map((action) => worker.compile(jobTo(action, path)))
    await expect(Promise.all(jobs)).rejects.toMatchObject({ code: 'pdf_failed' })
    expect(readFileSync(path, 'utf8')).toBe('begun ')
  })

  it('compiles other jobs while the processes of some end again and again', async () => {
    const jobs = Array.from({ length: 12 }, (_, index) => {
      const isBad = index % 3 === 1
      return worker.compile({ ...jobTo(isBad ? 'exit' : 'a'), logo: Uint8Array.of(index) })
    })
    const results = (await Promise.allSettled(jobs)).map(({ status }) => status)
    const expected = ['fulfilled', 'rejected', 'fulfilled']
    expect(results).toEqual([...expected, ...expected, ...expected, ...expected])
  })

  it('starts another process if the idle one has been ended', async () => {
    const { pid } = await resultOf('a')
    kill(pid, 'SIGKILL')
    const response = await resultOf('b')
    expect(response.pid).not.toBe(pid)
  })

  it('kills its process at the timeout, and starts another one', async () => {
    await worker.close()
    worker = new PdfWorker({ ...setup, timeoutMs: 10_000 })
    const { pid } = await resultOf('a')
    await expect(worker.compile(jobTo('hang'))).rejects.toMatchObject({
      code: 'timeout',
      details: { operation: 'renderPdf', timeoutMs: 10_000 },
    })
    const response = await resultOf('b')
    expect(response.pid).not.toBe(pid)
    expect(isRunning(pid)).toBe(false)
  })

  it('counts the time that a job waits, and compiles the one after it', async () => {
    await worker.close()
    worker = new PdfWorker({ ...setup, timeoutMs: 10_000 })
    const results = await Promise.allSettled([
      worker.compile(jobTo('hang')),
      worker.compile(jobTo('a')),
    ])
    expect(results).toMatchObject([
      { reason: { code: 'timeout' } },
      { reason: { code: 'timeout' } },
    ])
    await expect(worker.compile(jobTo('b'))).resolves.toBeDefined()
  })

  it('compiles equal jobs once, and gives each caller bytes of its own', async () => {
    await worker.close()
    worker = new PdfWorker({ ...setup, maxQueue: 1 })
    const [first, second] = await Promise.all([
      worker.compile(jobTo('a')),
      worker.compile(jobTo('a')),
    ])
    expect([read(first).count, read(second).count]).toEqual([1, 1])
    expect(first.buffer).not.toBe(second.buffer)
    // Not a part of the bytes of a message.
    expect(first.buffer.byteLength).toBe(first.length)
    expect((await resultOf('a')).count).toBe(2)
  })

  it('rejects more jobs than maxQueue, and takes others when one is done', async () => {
    await worker.close()
    worker = new PdfWorker({ ...setup, maxQueue: 2 })
    const jobs = [worker.compile(jobTo('a')), worker.compile(jobTo('b'))]
    await expect(worker.compile(jobTo('c'))).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('2 files are waiting already; retry later'),
    })
    await Promise.all(jobs)
    await expect(worker.compile(jobTo('c'))).resolves.toBeDefined()
  })

  it('cuts the reason of the compiler', async () => {
    const error = await worker.compile(jobTo('reject')).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(QuoteError)
    expect((error as QuoteError<'pdf_failed'>).details.reason).toHaveLength(300)
  })

  it('waits for its jobs when it is closed, ends its process, and rejects later jobs', async () => {
    const job = resultOf('a')
    await Promise.all([worker.close(), worker.close()])
    expect(isRunning((await job).pid)).toBe(false)
    await expect(worker.compile(jobTo('b'))).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringContaining('closed; create a new one with createPdfRenderer'),
    })
  })

  it('can be closed before its first job', async () => {
    await expect(worker.close()).resolves.toBeUndefined()
  })

  it('rejects as findCompiler throws, and finds the compiler once it is installed', async () => {
    let isInstalled = false
    await worker.close()
    worker = new PdfWorker({
      ...setup,
      findCompiler() {
        if (!isInstalled) throw new QuoteError('pdf_failed', { reason: 'install it' })
        return '/compiler'
      },
    })
    await expect(worker.compile(jobTo('a'))).rejects.toMatchObject({ code: 'pdf_failed' })
    isInstalled = true
    await expect(worker.compile(jobTo('a'))).resolves.toBeDefined()
  })

  it.each([
    ['ends at once', `require('node:fs').appendFileSync(PATH, 'start '); process.exit(3)`],
    ['cannot be parsed', `require('node:fs').appendFileSync(PATH, 'start '); eval('a b c')`],
  ])('rejects each job once if its program %s', async (_, program) => {
    await worker.close()
    const path = join(folder, 'starts')
    const own = program.replace('PATH', JSON.stringify(path))
    worker = new PdfWorker({ ...setup, code: own })
    for (const action of ['a', 'b'])
      await expect(worker.compile(jobTo(action))).rejects.toMatchObject({
        code: 'pdf_failed',
        message: expect.stringMatching(/its process could not be started: the exit code \d/),
      })
    expect(readFileSync(path, 'utf8')).toBe('start start ')
  })

  it('rejects if the system cannot start a process', async () => {
    const { execPath } = process
    process.execPath = join(folder, 'no-such-program')
    try {
      await expect(worker.compile(jobTo('a'))).rejects.toMatchObject({
        code: 'pdf_failed',
        message: expect.stringContaining('its process could not be started: spawn'),
      })
    } finally {
      process.execPath = execPath
    }
    await expect(worker.compile(jobTo('a'))).resolves.toBeDefined()
  })

  it('gives its process no secrets, and no options of the host', async () => {
    const { NODE_OPTIONS } = process.env
    process.env.DATABASE_PASSWORD = 'secret'
    process.env.NODE_OPTIONS = '--require=/no/such/file --inspect'
    try {
      const { env, execArgv, cwd } = await resultOf('a')
      expect(env).not.toHaveProperty('DATABASE_PASSWORD')
      expect(env).not.toHaveProperty('NODE_OPTIONS')
      expect(env.HOME).toBe(process.env.HOME)
      expect(execArgv.filter((each) => each.startsWith('--'))).toEqual([
        expect.stringMatching(/^--max-old-space-size=\d+$/),
        '--input-type=commonjs',
      ])
      // The working directory of the host can be removed.
      expect(cwd).not.toBe(process.cwd())
    } finally {
      delete process.env.DATABASE_PASSWORD
      if (NODE_OPTIONS === undefined) delete process.env.NODE_OPTIONS
      else process.env.NODE_OPTIONS = NODE_OPTIONS
    }
  })
})

describe('findCompiler', () => {
  it('returns the path of the installed package', () => {
    expect(findCompiler()).toMatch(/typst-ts-node-compiler.index\.js$/)
  })
})
