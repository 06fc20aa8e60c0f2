import { plainText } from '../model/parts.js'

/**
 * An element of UBL: its name without prefix, and its text or the elements in it. Those in it that
 * are undefined or have no content are left out, because UBL allows no empty elements.
 */
export type UblElement = readonly [
  name: string,
  content: string | number | boolean | readonly (UblElement | undefined)[] | undefined,
  attributes?: Readonly<Record<string, string | undefined>>,
]

const common = 'urn:oasis:names:specification:ubl:schema:xsd:Common'

/** Returns a document of UBL 2, indented. Elements with text are basic, the others aggregate. */
export function toUblXml([name, content]: UblElement): string {
  const root = 'urn:oasis:names:specification:ubl:schema:xsd:'
  const opening = `<${name} xmlns="${root}${name}-2"
  xmlns:cac="${common}AggregateComponents-2"
  xmlns:cbc="${common}BasicComponents-2">`
  const children = Array.isArray(content) ? childrenXml(content, '  ') : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opening}\n${children}</${name}>\n`
}

function elementXml([name, content, attributes = {}]: UblElement, indent: string): string {
  if (typeof content === 'object') {
    const children = childrenXml(content, `${indent}  `)
    const tag = `cac:${name}`
    return children === '' ? '' : `${indent}<${tag}>\n${children}${indent}</${tag}>\n`
  }
  const text = content === undefined ? '' : xmlText(String(content))
  if (text === '') return ''
  const all = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escapeText(value as string)}"`)
  return `${indent}<cbc:${name}${all.join('')}>${escapeText(text)}</cbc:${name}>\n`
}

function childrenXml(elements: readonly (UblElement | undefined)[], indent: string): string {
  return elements.map((each) => (each === undefined ? '' : elementXml(each, indent))).join('')
}

/**
 * Returns a string without what XML 1.0 cannot hold, and without spaces around it: control
 * characters, non-characters, and lone surrogates, which become U+FFFD.
 */
export function xmlText(value: string): string {
  const text = value.toWellFormed().replace(/\r\n?/g, '\n')
  return plainText(text)
    .replace(/[\ufffe\uffff]/g, '')
    .trim()
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
