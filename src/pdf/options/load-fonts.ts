import { readFileSync, statSync } from 'node:fs'
import { describeThrown } from '../../errors/thrown.js'
import { QuoteError } from '../../errors.js'

/** Fonts as the compiler takes them. */
export interface LoadedFonts {
  readonly fontFiles: readonly Uint8Array[]
  readonly fontFolders: readonly string[]
}

/** How files begin: TrueType, OpenType, TrueType of Apple, and collections of them. */
const signatures = ['\0\x01\0\0', 'OTTO', 'true', 'ttcf']

/**
 * Loads the files among fonts. Waits for the disk, as it is done once for a renderer.
 *
 * @throws QuoteError `invalid_options` with each font that doesn't exist, or is none
 */
export function loadFonts(fonts: readonly (string | Uint8Array)[]): LoadedFonts {
  const fontFiles: Uint8Array[] = []
  const fontFolders: string[] = []
  const errors: Record<string, string> = {}
  for (const [index, font] of fonts.entries()) {
    try {
      if (typeof font === 'string' && statSync(font).isDirectory()) fontFolders.push(font)
      else fontFiles.push(loadFont(font))
    } catch (error) {
      errors[`fonts[${index}]`] = describeThrown(error)
    }
  }
  if (Object.keys(errors).length > 0) throw new QuoteError('invalid_options', { errors })
  return { fontFiles, fontFolders }
}

function loadFont(font: string | Uint8Array): Uint8Array {
  const file = typeof font === 'string' ? readFileSync(font) : font
  const signature = Buffer.from(file.subarray(0, 4)).toString('latin1')
  if (!signatures.includes(signature))
    throw new TypeError('must be a TrueType or OpenType font: a .ttf, .otf or .ttc file, not WOFF')
  return file
}
