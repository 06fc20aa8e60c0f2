import { createHash } from 'node:crypto'
import { renderStylesheet } from '../document/html/styles.js'
import { stylesheetResponse } from './hashed-assets.js'

const hashLength = 12
const black = '#000000'
const hash = createHash('sha256').update(renderStylesheet(black)).digest('hex').slice(0, hashLength)

/** Returns the path of the stylesheet of a color: `/assets/document-0f3c…-1f3a5f.css`. */
export function documentStylesPath(color: string): string {
  return `/assets/document-${hash}-${color.slice(1).toLowerCase()}.css`
}

const pathPattern = new RegExp(`^/assets/document-${hash}-([0-9a-f]{6})\\.css$`)

/**
 * Returns the response to a request of such a path, or undefined: for other paths, and for colors
 * that no document can have.
 */
export function respondDocumentStyles(path: string): Response | undefined {
  const color = pathPattern.exec(path)?.[1]
  const text = color === undefined ? undefined : getStyles(`#${color}`)
  return text === undefined ? undefined : stylesheetResponse(text)
}

function getStyles(color: string): string | undefined {
  try {
    return renderStylesheet(color)
  } catch {
    // Too light to be read.
    return undefined
  }
}
