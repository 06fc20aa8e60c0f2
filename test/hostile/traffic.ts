import fc from 'fast-check'
import { sellerHeaders } from './sample-server.js'

/** One thing that a hostile caller does with a server of the sample store. */
export type Attack =
  | { readonly type: 'api'; readonly method: string; readonly path: string; readonly body: string }
  | { readonly type: 'page'; readonly path: string }
  | { readonly type: 'form'; readonly form: number; readonly values: readonly string[] }
  | { readonly type: 'offer'; readonly link: number; readonly file: string }
  | { readonly type: 'pdf'; readonly strings: readonly string[] }
  | { readonly type: 'flood'; readonly path: string; readonly kilobytes: number }

/** Characters with which engines of text have crashed, among those of all scripts. */
const character = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0x590, max: 0x8ff }),
  fc.integer({ min: 0x900, max: 0x1fff }),
  fc.integer({ min: 0x2000, max: 0x206f }),
  fc.integer({ min: 0x2070, max: 0xd7ff }),
  fc.integer({ min: 0x10000, max: 0x1ffff }),
  fc.constantFrom(0x0627, 0x0898, 0x08ca, 0x2060, 0x200d, 0xfe0f, 0x1f469, 0xfdfa, 0, 0xd800),
)

const text = fc
  .array(character, { minLength: 1, maxLength: 40 })
  .map((codes) => codes.map((code) => String.fromCodePoint(code)).join(''))

const knownTexts = fc.constantFrom(
  '\u0627\u0898\u2060',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '#let x = while true {}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '1e309',
  '-0',
  '9000000000000000',
  '99999999999999999999',
  '1.000,00',
  '2026-13-45',
  '',
)

const hostileText = fc.oneof(text, knownTexts)

/** A value of any type, in which the names of real fields are frequent. */
const hostileValue = fc.oneof(
  hostileText,
  fc.double(),
  fc.maxSafeInteger(),
  fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
)

const body = fc.oneof(
  fc
    .record(
      {
        customer: fc.oneof(fc.dictionary(hostileText, hostileText), hostileValue),
        products: fc.oneof(
          fc.array(
            fc.record(
              {
                id: fc.oneof(fc.constantFrom(101, 108, 115), hostileValue),
                name: hostileText,
                qty: fc.oneof(fc.integer({ min: 1, max: 9 }), hostileValue),
                price: fc.oneof(fc.constant('12.50'), hostileValue),
                note: hostileText,
              },
              { requiredKeys: [] },
            ),
            { maxLength: 5 },
          ),
          hostileValue,
        ),
        discounts: hostileValue,
        shipping: hostileValue,
        tag_list: fc.oneof(fc.array(hostileText, { maxLength: 4 }), hostileValue),
        expires: hostileValue,
        name: hostileText,
        reason: hostileText,
        text: hostileText,
        time: hostileValue,
        type: fc.oneof(fc.constantFrom('opened', 'bounced', 'deferred'), hostileValue),
        revision: fc.oneof(fc.constant(1), hostileValue),
        order_id: hostileValue,
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  fc.json({ maxDepth: 6 }),
  hostileText,
)

const endings = [
  '',
  '/send',
  '/accept',
  '/decline',
  '/order',
  '/cancel',
  '/revise',
  '/copy',
  '/delivery',
  '/messages',
  '/taxes',
  '/history',
  '/request-revision',
] as const

const query = fc
  .dictionary(
    fc.constantFrom('status', 'tag', 'text', 'owner', 'order', 'after', 'from', 'to', 'version'),
    hostileText,
    { maxKeys: 3 },
  )
  .map((values) => new URLSearchParams(Object.entries(values).map(wellFormed)).toString())

const pagePath = fc
  .tuple(
    fc.constantFrom('', '/activity', '/tags', '/users', '/templates', '/quotes/new', '/products'),
    query,
  )
  .map(([path, search]) => `/desk${path}?${search}`)

const quotePath = fc
  .tuple(
    fc.nat(),
    fc.constantFrom('', '/history', '/versions/1', '/differences', '/document', '/document.pdf'),
    query,
  )
  .map(([quote, ending, search]) => `/desk/quotes/{${quote}}${ending}?${search}`)

/** Anything that a caller of the API, the desk or the customer's page can send. */
export const attack: fc.Arbitrary<Attack> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('api' as const),
      method: fc.constantFrom('POST', 'POST', 'PUT', 'GET', 'DELETE', 'PATCH'),
      path: fc
        .tuple(fc.nat(), fc.constantFrom(...endings), fc.boolean())
        .map(([quote, ending, isNew]) => (isNew ? '/quotes' : `/quotes/{${quote}}${ending}`)),
      body,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('page' as const),
      path: fc.oneof(pagePath, quotePath),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('form' as const),
      form: fc.nat(),
      values: fc.array(hostileText, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('offer' as const),
      link: fc.nat(),
      file: fc.constantFrom('', '/offer.html', '/offer.pdf'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('pdf' as const),
      strings: fc.array(hostileText, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('flood' as const),
      path: fc.constantFrom('/desk/quotes/new', '/v3/bc/public/quotes'),
      kilobytes: fc.integer({ min: 64, max: 5_000 }),
    }),
  },
)

/** What the server has, as far as the attacks have found it. */
export interface Target {
  readonly address: string
  /** Ids of quotes, and paths of the pages of customers. */
  readonly quotes: string[]
  readonly links: string[]
}

/** What an attack has got back: a status, or why there is none. */
export interface Outcome {
  readonly request: string
  readonly status: number | string
}

/** Makes an attack, and returns the outcome of each of its requests. */
export async function perform(attack: Attack, target: Target): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const call = async (path: string, init: RequestInit = {}) => {
    const url = `${target.address}${path.replace(/\{(\d+)\}/, (_, index) => quoteAt(target, index))}`
    const request = `${init.method ?? 'GET'} ${url} ${String(init.body ?? '').slice(0, 2_000)}`
    try {
      const response = await fetch(url, { redirect: 'manual', ...init })
      const page = await response.text()
      outcomes.push({ request, status: response.status })
      for (const [, id = ''] of page.matchAll(/\/quotes\/([0-9a-f-]{36})/g))
        learn(target.quotes, id)
      for (const [, path = ''] of page.matchAll(/(\/quote\/[\w.~-]{20,})/g))
        learn(target.links, path)
      return page
    } catch (error) {
      outcomes.push({ request, status: String(error) })
      return ''
    }
  }
  switch (attack.type) {
    case 'api': {
      const { method, body } = attack
      const init = method === 'GET' ? {} : { body: toWellFormed(body) }
      await call(`/v3/bc/public${attack.path}`, { method, headers: sellerHeaders, ...init })
      break
    }
    case 'page':
      await call(attack.path)
      break
    case 'form': {
      const links = target.links
      const isOffer = attack.form % 3 === 0 && links.length > 0
      const place = isOffer
        ? (links[attack.form % links.length] ?? '')
        : attack.form % 5 === 1
          ? '/desk/quotes/new'
          : `/desk/quotes/{${attack.form}}`
      await sendForm(await call(place), attack, call)
      break
    }
    case 'offer': {
      const link = target.links[attack.link % Math.max(target.links.length, 1)]
      if (link !== undefined) await call(`${link}${attack.file}`)
      break
    }
    case 'pdf': {
      const [name, note = name, title = note, company = title] = attack.strings.map(storable)
      const products = [{ name: title || 'x', price: '1.00', qty: 1, note }]
      const body = JSON.stringify({ customer: { name, company }, products })
      const path = '/v3/bc/public/quotes'
      const created = await call(path, { method: 'POST', headers: sellerHeaders, body })
      const id = /"quote_id":"([^"]+)"/.exec(created)?.[1]
      if (id !== undefined) await call(`/desk/quotes/${id}/document.pdf`)
      break
    }
    case 'flood':
      await call(attack.path, {
        method: 'POST',
        headers: {
          ...sellerHeaders,
          'content-type': attack.path.startsWith('/desk')
            ? 'application/x-www-form-urlencoded'
            : 'application/json',
          'sec-fetch-site': 'cross-site',
        },
        body: 'a&'.repeat(attack.kilobytes * 512),
      })
  }
  return outcomes
}

type Call = (path: string, init?: RequestInit) => Promise<string>

/** Fills in a form of a page, with its token, and sends it. */
async function sendForm(
  page: string,
  { form, values }: Extract<Attack, { type: 'form' }>,
  call: Call,
): Promise<void> {
  const forms = [...page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].filter(([, tag = '']) =>
    /method="post"/i.test(tag),
  )
  const [, tag = '', content = ''] = forms[form % Math.max(forms.length, 1)] ?? []
  const action = unescaped(/action="([^"]*)"/.exec(tag)?.[1] ?? '')
  if (action === '') return
  const fields = new URLSearchParams()
  for (const [input] of content.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)) {
    const name = unescaped(/\bname="([^"]*)"/.exec(input)?.[1] ?? '')
    const value = unescaped(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? '')
    const isKept = /type="hidden"/.test(input) || Math.abs(hashOf(name) + form) % 3 === 0
    const typed = values[Math.abs(hashOf(name)) % values.length] ?? ''
    if (name !== '') fields.append(name, isKept ? value : toWellFormed(typed))
  }
  await call(new URL(action, 'http://x').pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body: fields.toString(),
  })
}

/** Remembers a value, but not without end. */
function learn(known: string[], value: string): void {
  if (!known.includes(value) && known.push(value) > 500) known.shift()
}

function quoteAt({ quotes }: Target, index: string): string {
  return quotes[Number(index) % Math.max(quotes.length, 1)] ?? 'none'
}

const wellFormed = ([name, value]: [string, string]): [string, string] => [
  name,
  toWellFormed(value),
]

/** Returns a string that can be sent as UTF-8. */
function toWellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** Returns a string that the engine stores. */
function storable(value: string): string {
  return toWellFormed(value).replaceAll('\0', '')
}

function unescaped(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function hashOf(value: string): number {
  let hash = 0
  for (const character of value) hash = (hash * 31 + character.charCodeAt(0)) | 0
  return hash
}
