import type { Context } from 'hono'
import { HttpProblem } from '../../http/problem-details.js'
import { readBody } from '../../http/request/body.js'
import { isBlank } from '../../validation/blanks.js'

/** The fields that a form sent, by name. */
export interface Form {
  /** Returns the first value of a field, without spaces around it; empty if there is none. */
  get(name: string): string
  /** Returns every value of a field. */
  getAll(name: string): readonly string[]
  /** The names of all fields, each once, in their order. */
  readonly names: readonly string[]
}

/**
 * A form has more fields than this only if somebody attacks: 1,000 lines have 13 each, and each of
 * 20 discounts can be for all of them.
 */
const maxFields = 40_000

/**
 * Reads the fields of a form that was sent with `application/x-www-form-urlencoded`.
 *
 * @throws HttpProblem with status 400, 413 or 415, or 500 if the host has consumed the body
 */
export async function readForm(c: Context, maxBytes: number, hostHasRead: boolean): Promise<Form> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new HttpProblem(
      'unsupported_media_type',
      'Content-Type must be application/x-www-form-urlencoded',
    )
  const body = await readBody(c, maxBytes, hostHasRead)
  return typeof body === 'string' ? parseForm(body) : createForm(hostFields(body.parsed))
}

/** Parses the fields of an urlencoded form. */
export function parseForm(body: string): Form {
  // Counted before, because parsing takes a multiple of the memory of the body.
  if (hasMoreFields(body, maxFields)) throw tooManyFields()
  return createForm([...new URLSearchParams(body)])
}

/** Returns true if a form has more fields than `max`, without parsing it. */
function hasMoreFields(body: string, max: number): boolean {
  let count = 1
  for (let place = body.indexOf('&'); place !== -1; place = body.indexOf('&', place + 1)) {
    count += 1
    if (count > max) return true
  }
  return false
}

function tooManyFields(): HttpProblem {
  return new HttpProblem('payload_too_large', `A form must have at most ${maxFields} fields`)
}

type Field = readonly [name: string, value: string]

/**
 * Returns a value as forms have it, typed or stored: browsers send line breaks as CRLF, spaces
 * around it are not kept, and what cannot be seen is an empty field.
 */
export function toFormText(value: string): string {
  const text = value.replaceAll(/\r\n?/g, '\n').trim()
  return isBlank(text) ? '' : text
}

/** Creates a form of names and values. */
function createForm(fields: readonly Field[]): Form {
  if (fields.length > maxFields) throw tooManyFields()
  const values = new Map<string, string[]>()
  for (const [name, value] of fields) {
    const text = toFormText(value)
    const others = values.get(name)
    if (others === undefined) values.set(name, [text])
    else others.push(text)
  }
  return {
    get: (name) => values.get(name)?.[0] ?? '',
    getAll: (name) => values.get(name) ?? [],
    names: [...values.keys()],
  }
}

/** A host's `express.urlencoded({ extended: false })` has parsed the form. */
function hostFields(parsed: unknown): readonly Field[] {
  return Object.entries(Object(parsed)).flatMap(([name, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (list.every((each) => typeof each === 'string'))
      return list.map((each) => [name, each as string] as const)
    const detail =
      'The form was parsed with nested fields: mount this app before body parsers such as ' +
      'express.urlencoded(), or set its option extended to false'
    throw new HttpProblem('body_already_read', detail)
  })
}
