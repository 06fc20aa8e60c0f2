import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { kill, platform } from 'node:process'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { compileJs } from '../../src/pdf/assets/compile.js.js'
import { pageTyp } from '../../src/pdf/assets/page.typ.js'
import { partsTyp } from '../../src/pdf/assets/parts.typ.js'
import { createPdfRenderer, findCompiler } from '../../src/pdf/create-pdf-renderer.js'
import { createTemplateInput } from '../../src/pdf/template/create-inputs.js'
import type { PdfJob } from '../../src/pdf/worker/pdf-job.js'
import { PdfWorker } from '../../src/pdf/worker/pdf-worker.js'
import { sampleDocument } from './sample-documents.js'
import { gifOf, svgUrl, urlOf } from './sample-pictures.js'

const document = sampleDocument()
/** A mark that no font has, then a character without a picture: the compiler aborts. */
const aborting = '\u0627\u0898\u2060'
const nested = `${'<g>'.repeat(8_000)}${'</g>'.repeat(8_000)}`
const endless =
  '<filter id="a"><feTurbulence numOctaves="99999"/></filter><rect filter="url(#a)" width="9" height="9"/>'

/** Waits for any machine: many files at a time, of which some start another process. */
const renderer = createPdfRenderer({ timeoutMs: 600_000 })
afterAll(() => renderer.close())

describe('renderPdf, if the compiler cannot bear a document', () => {
  it('rejects a text that aborts it, and creates the next file', async () => {
    const expected = await renderer.render(document)
    const failed = renderer.render({ ...document, acceptance: acceptanceBy(aborting) })
    await expect(failed).rejects.toMatchObject({
      code: 'pdf_failed',
      message: expect.stringMatching(
        /its process ended with .+ while it compiled this document; take out .* characters/,
      ),
      cause: { message: expect.stringContaining('panicked') },
    })
    expect(Buffer.compare(await renderer.render(document), expected)).toBe(0)
  })

  it('creates the files around those that abort it, of many at a time', async () => {
    const isBad = (index: number) => index % 8 === 3
    const jobs = Array.from({ length: 40 }, (_, index) =>
      renderer.render({
        ...document,
        title: `Quote ${index}`,
        notice: isBad(index) ? aborting : 'Draft',
      }),
    )
    for (const [index, result] of (await Promise.allSettled(jobs)).entries()) {
      expect(result.status).toBe(isBad(index) ? 'rejected' : 'fulfilled')
      if (result.status === 'fulfilled')
        expect(Buffer.from(result.value).toString('latin1')).toContain(`(Quote ${index})`)
    }
  })

  it.each([
    ['nested too deep', svgUrl(nested), /nested elements, received 8001/],
    ['with a filter', svgUrl(endless), /without filters/],
    ['of too many pixels', urlOf('gif', gifOf(65_535, 65_535)), /16000000 pixels/],
  ])('rejects a picture %s before it is compiled', async (_, url, message) => {
    await expect(renderer.render({ ...document, logo: { url, alt: '' } })).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { 'logo.url': expect.stringMatching(message) } },
    })
  })

  it('creates a file or rejects for random text of all scripts', async () => {
    const scripts = fc.constantFrom(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: rangeOf(0x0590, 0x08ff), maxLength: 40 }),
      fc.string({ unit: rangeOf(0x0900, 0x0fff), maxLength: 40 }),
      fc.string({ unit: rangeOf(0x2000, 0x20ff), maxLength: 40 }),
      fc.string({ unit: rangeOf(0x1f300, 0x1faff), maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('\u0627', '\u08ca', '\u200d', '\ufe0f', '\u{e0100}', 'x'),
      }),
    )
    const text = scripts.chain((script) => script)
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (terms) => {
        const result = await renderer.render({ ...document, terms }).catch((error) => error)
        expect(result).toSatisfy((each) => each instanceof Uint8Array || each.code === 'pdf_failed')
      }),
    )
    await expect(renderer.render(document)).resolves.toBeInstanceOf(Uint8Array)
  })
})

describe('PdfWorker with the program of the compiler', () => {
  const setup = {
    findCompiler,
    code: compileJs,
    template: partsTyp + pageTyp,
    fontFiles: [],
    fontFolders: [],
    timeoutMs: 40_000,
    maxQueue: 100,
  }
  const jobOf = (svg?: string): PdfJob => {
    const logo = svg === undefined ? undefined : { url: svgUrl(svg), alt: '' }
    const { logo: _, ...others } = document
    const shown = logo === undefined ? others : { ...others, logo }
    return {
      inputs: { quote: createTemplateInput(shown, { paper: 'a4', families: [] }) },
      logo: logo && Buffer.from(logo.url.replace(/^.*,/, ''), 'base64'),
      standard: 'ua-1',
      rejectsBoxes: false,
    }
  }

  it.each([
    ['overflows its stack', nested, 'pdf_failed'],
    ['never ends', endless, 'timeout'],
  ])('rejects a picture with which the compiler %s', async (_, svg, code) => {
    const worker = new PdfWorker(setup)
    await worker.compile(jobOf())
    await expect(worker.compile(jobOf(svg))).rejects.toMatchObject({ code })
    await expect(worker.compile(jobOf())).resolves.toBeInstanceOf(Uint8Array)
    await worker.close()
  })
})

describe('a program that creates PDF files', () => {
  const program = 'test/pdf/programs/render.mjs'

  it('exits by itself, and leaves no process', async () => {
    const { pid, exitCode } = await run('file')
    expect(exitCode).toBe(0)
    await endOf(pid)
  })

  it.skipIf(platform === 'win32')('leaves no process that compiles if it is killed', async () => {
    const host = spawn(process.execPath, [program, 'endless'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = createInterface(host.stdout)
    const [pid] = await once(lines, 'line')
    host.kill('SIGKILL')
    await endOf(Number(pid))
  })

  it('works whatever its environment and its options are', async () => {
    const env = { ...process.env, NODE_OPTIONS: '--inspect=0 --no-warnings', NODE_UNIQUE_ID: '' }
    const { exitCode } = await run('file', env)
    expect(exitCode).toBe(0)
  })

  async function run(action: string, env = process.env) {
    const host = spawn(process.execPath, [program, action], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env,
    })
    const [[pid], [exitCode]] = await Promise.all([
      once(createInterface(host.stdout), 'line'),
      once(host, 'close'),
    ])
    return { pid: Number(pid), exitCode: exitCode as number }
  }
})

/** Resolves when a process has ended. */
async function endOf(pid: number): Promise<void> {
  try {
    for (;;) {
      kill(pid, 0)
      await new Promise((resolve) => setImmediate(resolve))
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' })
  }
}

function acceptanceBy(name: string) {
  return { heading: 'Acceptance', facts: [{ label: 'Accepted by', value: name }] }
}

function rangeOf(min: number, max: number): fc.Arbitrary<string> {
  return fc.integer({ min, max }).map((codePoint) => String.fromCodePoint(codePoint))
}
