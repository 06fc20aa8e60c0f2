import fc from 'fast-check'

/** A request with a body that is large, deep or wrong all over. */
export interface ExtremeRequest {
  readonly method: 'POST' | 'PUT'
  /** Which quote an update is of: one with one line, or one with as many as a quote can have. */
  readonly quote: 'short' | 'long'
  readonly isKeyed: boolean
  /** What stands where in the body. */
  readonly parts: readonly { readonly place: string; readonly filling: string }[]
  /** Of the body, in characters, nearly. */
  readonly size: number
}

/** Joins as many parts as fit into the size, at least one. */
function filled(size: number, part: (index: number) => string): string {
  const parts = [part(0)]
  let length = part(0).length
  for (;;) {
    const next = part(parts.length)
    length += next.length + 1
    if (length > size) return parts.join()
    parts.push(next)
  }
}

const lines = (size: number, line: (index: number, size: number) => string) =>
  `[${Array.from({ length: 1_000 }, (_, index) => line(index, Math.max(1, size / 1_000 - 40)))}]`
const fields = (size: number) => filled(size, (index) => `"${index.toString(36)}":0`)
const nested = (size: number, open: string, close: string) => {
  const depth = Math.ceil(size / (open.length + close.length))
  return `${open.repeat(depth)}0${close.repeat(depth)}`
}

/** JSON of about this size. */
const fillings: Readonly<Record<string, (size: number) => string>> = {
  'an array of numbers': (size) => `[${filled(size, () => '0')}]`,
  'an array of fractions': (size) => `[${filled(size, () => '0.1234567890123456789')}]`,
  'an array of strings': (size) => `[${filled(size, (index) => `"${index}"`)}]`,
  'an array of long strings': (size) => `[${filled(size, () => `"${'x'.repeat(1_000)}"`)}]`,
  'an array of empty arrays': (size) => `[${filled(size, () => '[]')}]`,
  'an array of empty objects': (size) => `[${filled(size, () => '{}')}]`,
  'lines that are right': (size) => lines(size, (index) => `{"id":${index + 1},"qty":2}`),
  'lines of null': (size) => lines(size, () => 'null'),
  'lines with unknown fields': (size) =>
    lines(size, (index, rest) => `{"id":${index + 1},"qty":1,${fields(rest)}}`),
  'lines with everything wrong': (size) =>
    lines(size, () => '{"id":0,"qty":0,"key":5,"quote":"x","discount":"x","price":0}'),
  'lines of unknown products': (size) => lines(size, (index) => `{"id":${index + 5_000},"qty":1}`),
  'lines with long unknown keys': (size) =>
    lines(size, (index, rest) => `{"key":"${'k'.repeat(rest)}${index}","qty":1}`),
  'lines with discounts that leave nothing': (size) =>
    lines(size, (index) => `{"id":${index + 1},"qty":1,"discount":"${'9'.repeat(38)}.0001"}`),
  'lines with lists for prices': (size) =>
    lines(size, (index, rest) => `{"id":${index + 1},"price":[${filled(rest, () => '0')}]}`),
  'lines with objects for prices': (size) =>
    lines(size, (index, rest) => `{"id":${index + 1},"price":{${fields(rest)}}}`),
  'fields with short names': (size) => `{${fields(size)}}`,
  'fields with numbers for names': (size) => `{${filled(size, (index) => `"${index}":0`)}}`,
  'fields with long names': (size) =>
    `{${filled(size, (index) => `"${'n'.repeat(1_000)}${index}":0`)}}`,
  'fields with names that are cut alike': (size) =>
    `{${filled(size, (index) => `"${'n'.repeat(64)}${index}":0`)}}`,
  'fields with names to escape': (size) =>
    `{${filled(size, (index) => `"${'\\u0000'.repeat(64)}${index}":0`)}}`,
  'a field with one endless name': (size) => `{"${'n'.repeat(size)}":0}`,
  'one field over and over': (size) => `{${filled(size, () => '"name":0')}}`,
  'a field called customer over and over': (size) => `{${filled(size, () => '"customer":0')}}`,
  'a field called __proto__ over and over': (size) => `{${filled(size, () => '"__proto__":{}')}}`,
  'nested arrays': (size) => nested(size, '[', ']'),
  'nested objects': (size) => nested(size, '{"a":', '}'),
  'a string': (size) => `"${'x'.repeat(size)}"`,
  'a string of escapes': (size) => `"${'\\u0041'.repeat(size / 6)}"`,
  'a string of two-byte characters': (size) => `"${'é'.repeat(size / 2)}"`,
  'a number of many digits': (size) => '9'.repeat(size),
  blanks: (size) => `${' '.repeat(size)}0`,
  'broken JSON': (size) => `[${filled(size, () => '0')}`,
}

/** Members of a body; `the body` is the whole of it. */
const places: Readonly<Record<string, (value: string) => string>> = {
  'the body': (value) => value,
  ...Object.fromEntries(
    [
      ...['customer', 'products', 'tag_list', 'product_order', 'unknown'],
      ...['shipping', 'tags', 'created', 'status', 'quote_total'],
      ...['quote_id', 'success', 'visible_tags', '__proto__'],
    ].map((name) => [name, (value: string) => `"${name}":${value}`]),
  ),
  'a field of the customer': (value) => `"customer":{"name":${value}}`,
  'the type of shipping': (value) => `"shipping":{"type":${value},"product":null}`,
  'a tag': (value) => `"tag_list":[${value}]`,
  'a line': (value) => `"products":[${value}]`,
  ...Object.fromEntries(
    ['id', 'qty', 'key', 'quote', 'discount', 'price', 'unknown'].map((name) => [
      `${name} of a line`,
      (value: string) => `"products":[{"id":1,"qty":1,"${name}":${value}}]`,
    ]),
  ),
}

/** The body of a request. One that is to be rejected has an unknown field more. */
export function bodyOf({ parts, size }: ExtremeRequest, isRejected = false): string {
  const share = size / parts.length - 100
  const members = parts.map(({ place, filling }) =>
    places[place]?.(fillings[filling]?.(share) ?? ''),
  )
  if (parts.some(({ place }) => place === 'the body')) return members.join()
  return `{"customer":{},"products":[{"id":1,"qty":1}],${members.join()}${isRejected ? ',"x":0' : ''}}`
}

/** Requests of up to so many characters, which are cheap to print. */
export function extremeRequests(maxSize: number): fc.Arbitrary<ExtremeRequest> {
  const filling = fc.constantFrom(...Object.keys(fillings))
  const [whole = '', ...members] = Object.keys(places)
  return fc.record({
    method: fc.constantFrom('POST', 'PUT'),
    quote: fc.constantFrom('short', 'long'),
    isKeyed: fc.boolean(),
    parts: fc.oneof(
      { weight: 1, arbitrary: fc.tuple(fc.record({ place: fc.constant(whole), filling })) },
      {
        weight: 4,
        arbitrary: fc.array(fc.record({ place: fc.constantFrom(...members), filling }), {
          minLength: 1,
          maxLength: 3,
        }),
      },
    ),
    size: fc.oneof(fc.constant(maxSize), fc.noBias(fc.integer({ min: 2 ** 10, max: maxSize }))),
  })
}
