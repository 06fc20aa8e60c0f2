import { unescaped } from '../sample-desk.js'

/** Returns what a browser sends of the forms of a page, without its token. */
export function fieldsOf(html: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  const add = (name: string | undefined, value = '') => {
    if (name === undefined || name === 'token') return
    const key = unescaped(name)
    fields[key] = [...(fields[key] ?? []), unescaped(value)]
  }
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    if (/type="checkbox"/.test(tag) && !/ checked/.test(tag)) continue
    add(/ name="([^"]*)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1])
  }
  return fields
}
