// Generated from pdf/assets/compile.js by .ci/assets.mjs.
export const compileJs = `// Compiles PDF files in a thread of its own. The thread runs this as CommonJS, from a string.
const { parentPort, workerData } = require('node:worker_threads')

/** Ends the name of every folder, so that the compiler finds no files but those it is given. */
const workspace = '/quotewright-has-no-files'
const logoPath = \`\${workspace}/logo\`

/** @type {any} */
let compiler

parentPort?.on('message', (job) => {
  try {
    // Copied out of the memory of the compiler, because that cannot be transferred.
    const file = Uint8Array.from(compile(job))
    parentPort?.postMessage({ file }, [file.buffer])
  } catch (error) {
    parentPort?.postMessage({ reason: messagesOf(error).join('; ') })
  }
})

/** @param {import('../worker/pdf-job.js').PdfJob} job */
function compile({ inputs, logo, standard, rejectsBoxes }) {
  compiler ??= createCompiler()
  if (logo !== undefined) compiler.mapShadow(logoPath, Buffer.from(logo))
  const source = { mainFileContent: workerData.template, inputs }
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
  const { compilerPath, fontFiles, fontFolders } = workerData
  const { NodeCompiler } = require(compilerPath)
  // The compiler ends the process if it gets files after folders.
  const fontArgs = [{ fontBlobs: Array.from(fontFiles, Buffer.from) }, { fontPaths: fontFolders }]
  return NodeCompiler.create({ workspace, fontArgs })
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
  const found = [...text.matchAll(/message: "((?:[^"\\\\]|\\\\.)*)"/g)]
  if (found.length === 0) return [text.replace(/^\\d+: /, '')]
  return found.map(([, message = '']) => message.replace(/\\\\(.)/g, '$1'))
}
`
