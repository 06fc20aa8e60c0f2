import { afterEach, describe, expect, it } from 'vitest'
import { context, errorOf } from '../engine/ports.js'
import { engineWithQuote, errorsOf, expectCleanPrototype } from './hostile-requests.js'

afterEach(expectCleanPrototype)

const hello = { text: 'Hello', visibility: 'customer' }
const file = { name: 'a.pdf', url: 'https://files.example/a.pdf' }

async function thread() {
  const { engine, quoteId } = await engineWithQuote()
  const add = (request: unknown) => engine.addMessage(context, quoteId, request as never)
  const listed = async () => (await engine.listMessages(context, quoteId)).items
  return {
    engine,
    quoteId,
    listed,
    add,
    rejected: async (request: unknown) => {
      const errors = await errorsOf(() => add(request))
      expect(await listed()).toEqual([])
      return errors
    },
    attach: (attachment: unknown) => add({ ...hello, attachments: [attachment] }),
  }
}

const textError = 'must be a string of 1 to 4000 characters, without NUL or lone surrogates'
const nameError = 'must be a string of 1 to 255 characters, without NUL or lone surrogates'
const urlError = 'must be a URL with https:// or http://, of up to 2000 characters'

describe('the text of a message', () => {
  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(4_001)],
    ['NUL', 'a\0b'],
    ['a lone surrogate', '\ud800'],
    ['null', null],
    ['a number', 1],
    ['a boxed string', Object('Hello')],
    ['an array', ['Hello']],
    ['an object with toString', { toString: () => 'Hello' }],
  ])('is rejected if it is %s', async (_, text) => {
    const { rejected } = await thread()
    expect(await rejected({ ...hello, text })).toEqual({ text: textError })
  })

  it('is required', async () => {
    const { rejected } = await thread()
    expect(await rejected({ ...hello, text: undefined })).toEqual({ text: 'is required' })
  })

  it.each([
    '<script>alert(1)</script>',
    "'; drop table quotewright_records; --",
    '__proto__',
    'שלום 日本 😀 \u202e',
    ' \n a \t\r\n',
    'x'.repeat(4_000),
  ])('is kept as it is: %j', async (text) => {
    const { add, listed } = await thread()
    await add({ ...hello, text })
    expect((await listed())[0]?.text).toBe(text)
  })
})

describe('the URL of an attachment', () => {
  it.each([
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://files.example/a',
    'blob:https://files.example/a',
    '//files.example/a',
    '/a.pdf',
    'a.pdf',
    'https:',
    'https://',
    'https:files.example',
    'https:\\\\files.example',
    ' https://files.example',
    'https://files.example/a b',
    'https://files.example/\njavascript:x',
    'https://files.example/\u2028',
    'https://files.example/\0',
    'https://files.example/\ud800',
    'https://files.example/"onclick="x',
    'https://files.example/<script>',
    'https://files.example:99999/',
    'https://[::1',
    `https://files.example/${'x'.repeat(1_979)}`,
    '',
    null,
    1,
    ['https://files.example'],
    { href: 'https://files.example' },
    new URL('https://files.example'),
  ])('is rejected if it is %j', async (url) => {
    const { rejected } = await thread()
    const request = { ...hello, attachments: [{ ...file, url }] }
    expect(await rejected(request)).toEqual({ 'attachments[0].url': urlError })
  })

  it.each([
    'https://files.example',
    'HTTP://files.example:8080/a?b=c#d',
    'https://user@files.example/%22',
    'https://bücher.example/ü',
    'https://[::1]/',
    `https://files.example/${'x'.repeat(1_978)}`,
  ])('is kept as it is: %j', async (url) => {
    const { attach } = await thread()
    expect((await attach({ ...file, url })).attachments).toEqual([{ ...file, url }])
  })

  it('is needed', async () => {
    const { rejected } = await thread()
    expect(await rejected({ ...hello, attachments: [{ name: 'a' }] })).toEqual({
      'attachments[0].url': 'is required',
    })
  })
})

type Case = readonly [value: unknown, errors: Readonly<Record<string, string>>]

describe('attachments', () => {
  it.each<Case>([
    [{ ...file, name: '' }, { name: nameError }],
    [{ ...file, name: 'x'.repeat(256) }, { name: nameError }],
    [{ ...file, type: '' }, { type: nameError }],
    [{ ...file, type: 1 }, { type: nameError }],
    ...[-1, 1.5, '1', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null].map(
      (size) =>
        [
          { ...file, size },
          { size: 'must be the size in bytes, an integer of at least 0' },
        ] as const,
    ),
    [{ ...file, data: 'x' }, { data: expect.stringMatching(/^is not a known field/) }],
    [
      JSON.parse(`{"name":"a","url":"${file.url}","__proto__":1}`),
      { ['__proto__']: expect.stringMatching(/^is not a known field/) },
    ],
  ])('are rejected with %j', async (attachment, errors) => {
    const { rejected } = await thread()
    const [[field, message] = []] = Object.entries(errors)
    expect(await rejected({ ...hello, attachments: [attachment] })).toEqual({
      [`attachments[0].${field}`]: message,
    })
  })

  it.each([null, 'x', {}, { length: 1, 0: file }, [null], ['x'], [[]], [undefined]])(
    'are rejected if they are %j',
    async (attachments) => {
      const { rejected } = await thread()
      expect(Object.keys(await rejected({ ...hello, attachments })).length).toBeGreaterThan(0)
    },
  )

  it('can be 10, and are rejected before any is read if they are more', async () => {
    const { rejected, add } = await thread()
    const many = Array.from({ length: 1_000_000 }, () => null)
    expect(await rejected({ ...hello, attachments: many })).toEqual({
      attachments: 'must have at most 10 attachments',
    })
    const { attachments } = await add({ ...hello, attachments: Array(10).fill(file) })
    expect(attachments).toHaveLength(10)
  })

  it('are copied, so that later changes have no effect, and so are their undefined fields', async () => {
    const { attach, listed } = await thread()
    const attachment = { ...file, type: undefined, size: undefined }
    const message = await attach(attachment)
    attachment.name = 'changed'
    expect(message.attachments).toStrictEqual([file])
    expect((await listed())[0]?.attachments).toStrictEqual([file])
  })
})

describe('a request to add a message', () => {
  it.each<Case>([
    [undefined, { '': 'is required' }],
    [null, { '': 'must be an object' }],
    ['Hello', { '': 'must be an object' }],
    [[], { '': 'must be an object' }],
    [{ ...hello, visibility: 'all' }, { visibility: 'must be one of customer, internal' }],
    [{ ...hello, visibility: 'Customer' }, { visibility: 'must be one of customer, internal' }],
    [{ ...hello, visibility: null }, { visibility: 'must be one of customer, internal' }],
    [{ ...hello, visibility: ['customer'] }, { visibility: 'must be one of customer, internal' }],
    ...['id', 'time', 'by', 'role', 'constructor'].map(
      (field) =>
        [
          { ...hello, [field]: 1 },
          { [field]: expect.stringMatching(/^is not a known field/) },
        ] as const,
    ),
  ])('is rejected if it is %j', async (request, errors) => {
    const { rejected } = await thread()
    expect(await rejected(request)).toEqual(errors)
  })

  it('is rejected if it cannot be read', async () => {
    const { add, listed } = await thread()
    const thrower = {
      ...hello,
      get attachments() {
        throw new Error('no')
      },
    }
    expect((await errorOf(() => add(thrower))).code).toBe('invalid_request')
    const { proxy, revoke } = Proxy.revocable(hello, {})
    revoke()
    expect((await errorOf(() => add(proxy))).code).toBe('invalid_request')
    expect(await listed()).toEqual([])
  })

  it.each(['__proto__', 'constructor', "'; --", '../x', '😀'])(
    'can be for a quote with the id %j',
    async (quoteId) => {
      const { engine } = await engineWithQuote()
      const add = () => engine.addMessage(context, quoteId, hello as never)
      expect((await errorOf(add)).code).toBe('quote_not_found')
    },
  )
})
