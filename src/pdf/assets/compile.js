// Compiles PDF files in a process of its own. The process runs this as CommonJS, from a string.
const { writeFileSync, writeSync } = require('node:fs')
const { Worker } = require('node:worker_threads')

/** Ends the name of every folder, so that the compiler finds no files but those it is given. */
const workspace = '/quotewright-has-no-files'
const logoPath = `${workspace}/logo`

/** @type {import('../worker/pdf-job.js').CompilerSetup | undefined} */
let setup
/** @type {any} */
let compiler

process.title = 'quotewright-pdf'
endWithHost()
// A signal to the whole group or service is the host's to answer: it may wait for its files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
preferToBeEnded()
process.on('uncaughtException', (error) => {
  writeSync(2, `${error.stack}\n`)
  end()
})

process.on('message', (/** @type {import('../worker/pdf-job.js').WorkerRequest} */ message) => {
  if ('template' in message) setup = message
  else answer(message)
})

/** @param {import('../worker/pdf-job.js').PdfJob} job */
function answer(job) {
  process.send?.({ hasBegun: true })
  try {
    process.send?.({ file: compile(job) })
  } catch (error) {
    process.send?.({ reason: messagesOf(error).join('; ') })
  }
}

/** @param {import('../worker/pdf-job.js').PdfJob} job */
function compile({ inputs, logo, standard, rejectsBoxes }) {
  compiler ??= createCompiler()
  if (logo !== undefined) compiler.mapShadow(logoPath, Buffer.from(logo))
  const source = { mainFileContent: setup?.template, inputs }
  try {
    return compiler.pdf(source, { pdfStandard: standard })
  } catch (error) {
    if (rejectsBoxes || !messagesOf(error).every(isAboutText)) throw error
    // No standard allows boxes in place of characters, so the file claims none.
    return compiler.pdf(source, {})
  } finally {
    if (logo !== undefined) compiler.unmapShadow(logoPath)
    // Otherwise the compiler keeps the results of every document.
    compiler.evictCache(0)
  }
}

function createCompiler() {
  if (setup === undefined) throw new Error('the setup must be sent before the first file')
  const { compilerPath, fontFiles, fontFolders } = setup
  const { NodeCompiler } = require(compilerPath)
  // The compiler ends the process if it gets files after folders.
  const fontArgs = [{ fontBlobs: Array.from(fontFiles, Buffer.from) }, { fontPaths: fontFolders }]
  return NodeCompiler.create({ workspace, fontArgs })
}

/**
 * Ends this process when the host ends: then its standard input ends, which a thread waits for,
 * because the compiler can keep this one busy for any time.
 */
function endWithHost() {
  const code = `
    const { readSync } = require('node:fs')
    try { while (readSync(0, new Uint8Array(1)) > 0); } catch {}
    process.kill(process.pid, 'SIGKILL')`
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 }
  new Worker(code, { eval: true, execArgv: [], resourceLimits }).unref()
}

/** Ends this process without waiting for its threads, one of which waits for the host. */
function end() {
  process.kill(process.pid, 'SIGKILL')
}

/** Asks Linux to end this process before the host if there is not enough memory. */
function preferToBeEnded() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file.
  }
}

/**
 * Returns true if a text cannot be shown with any font, or must not be archived.
 *
 * @param {string} message
 */
function isAboutText(message) {
  return /could not be displayed|to a code point|missing codepoints|codepoint/.test(message)
}

/**
 * Returns the messages of an error of the compiler, without its positions in the template.
 *
 * @param {any} error
 */
function messagesOf(error) {
  const text = String(error?.message || error?.code || error)
  const found = [...text.matchAll(/message: "((?:[^"\\]|\\.)*)"/g)]
  if (found.length === 0) return [text.replace(/^\d+: /, '')]
  return found.map(([, message = '']) => message.replace(/\\(.)/g, '$1'))
}
