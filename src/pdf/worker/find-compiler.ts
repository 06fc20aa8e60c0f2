import { createRequire } from 'node:module'
import { QuoteError } from '../../errors.js'

const compilerPackage = '@myriaddreamin/typst-ts-node-compiler'

/**
 * Returns the path of the main file of the compiler, without loading it.
 *
 * @throws QuoteError `pdf_failed` if the compiler is not installed
 */
export function findCompiler(): string {
  try {
    return createRequire(import.meta.url).resolve(compilerPackage)
  } catch (cause) {
    const reason = `it needs the package ${compilerPackage}: run npm install ${compilerPackage}@0.7`
    throw new QuoteError('pdf_failed', { reason }, { cause })
  }
}
