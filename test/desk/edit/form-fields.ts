import type { SentFields } from '../sample-desk.js'
import { unescaped } from '../sample-desk.js'

/** Returns what a browser sends of the form with the fields of a quote, by name. */
export function formFields(html: string, marker = 'data-edit'): Record<string, string[]> {
  const form = html
    .split('<form')
    .find((part) => part.slice(0, part.indexOf('>')).includes(marker))
    ?.split('</form>')[0]
    ?.replaceAll(/<template[\s\S]*?<\/template>/g, '')
  if (form === undefined) throw new Error(`expected a form with ${marker}`)
  const fields: Record<string, string[]> = {}
  for (const { tag, attributes, content } of controlsOf(form)) {
    const name = attribute(attributes, 'name')
    if (name === undefined || name === 'token' || / disabled\b/.test(attributes)) continue
    const value = sentValue(tag, attributes, content)
    if (value === undefined) continue
    const values = fields[name]
    if (values === undefined) Object.defineProperty(fields, name, property([value]))
    else values.push(value)
  }
  return fields
}

function property(value: string[]) {
  return { value, enumerable: true, writable: true, configurable: true }
}

function controlsOf(form: string) {
  const pattern = /<input\b([^>]*)>|<(select|textarea)\b([^>]*)>([\s\S]*?)<\/\2>/g
  return [...form.matchAll(pattern)].map(([, input, tag, attributes = '', content = '']) =>
    input === undefined
      ? { tag, attributes, content }
      : { tag: 'input', attributes: input, content: '' },
  )
}

function sentValue(
  tag: string | undefined,
  attributes: string,
  content: string,
): string | undefined {
  if (tag === 'textarea') return sent(unescaped(content.replace(/^\r?\n/, '')))
  if (tag === 'select') {
    const options = [...content.matchAll(/<option([^>]*)>/g)].map(([, each = '']) => each)
    const selected = options.find((each) => / selected\b/.test(each)) ?? options[0] ?? ''
    return attribute(selected, 'value') ?? ''
  }
  const isBox = /type="(?:checkbox|radio)"/.test(attributes)
  if (isBox && !/ checked\b/.test(attributes.replaceAll(/"[^"]*"/g, '""'))) return undefined
  const value = attribute(attributes, 'value') ?? ''
  return /type="hidden"/.test(attributes) ? sent(value) : value.replaceAll(/[\r\n]/g, '')
}

/** Browsers send every line break as CRLF. */
function sent(value: string): string {
  return value.replaceAll(/\r\n?|\n/g, '\r\n')
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

/** Returns the fields of a form with some of them changed, and the button that is pressed. */
export function changed(
  html: string,
  changes: SentFields,
  action = 'save',
  marker?: string,
): SentFields {
  return { ...formFields(html, marker), ...changes, action }
}
