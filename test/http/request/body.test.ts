import { describe, expect, it } from 'vitest'
import { credentials, json, quotes, request, sampleApp } from '../sample-app.js'

async function post(
  body: NonNullable<RequestInit['body']>,
  headers: NonNullable<RequestInit['headers']> = json,
) {
  return sampleApp().send('POST', quotes, { headers, body, duplex: 'half' })
}

describe('a body', () => {
  it.each([
    ['no Content-Type', { ...credentials }],
    ['text/plain', { ...credentials, 'content-type': 'text/plain' }],
    ['application/jsonp', { ...credentials, 'content-type': 'application/jsonp' }],
    ['form data', { ...credentials, 'content-type': 'application/x-www-form-urlencoded' }],
    ['gzip', { ...json, 'content-encoding': 'gzip' }],
  ])('with %s is rejected with 415', async (_name, headers) => {
    const { status, body } = await post(JSON.stringify(request), headers)
    expect([status, body.code]).toEqual([415, 'unsupported_media_type'])
  })

  it.each(['application/json', 'Application/JSON; charset=utf-8', 'application/vnd.shop+json'])(
    'of %s is read',
    async (type) => {
      const headers = { ...credentials, 'content-type': type }
      expect((await post(JSON.stringify(request), headers)).status).toBe(201)
    },
  )

  it.each(['', '{', '{"customer":}', '{"a":1}x', "{'a':1}", '{"a":NaN}', 'undefined', '[1,]'])(
    '%j is broken JSON: 400',
    async (rawBody) => {
      const { status, body } = await post(rawBody)
      expect([status, body.code]).toEqual([400, 'invalid_json'])
    },
  )

  it('that is not UTF-8 is rejected with 400', async () => {
    const { status, body } = await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))
    expect([status, body.detail]).toEqual([400, 'The body is not valid UTF-8'])
  })

  it.each(['null', '[]', '7', '"text"', 'true'])('%s is 422', async (rawBody) => {
    const { status, body } = await post(rawBody)
    expect([status, body.errors]).toEqual([422, { '': 'must be an object' }])
  })

  it('of 1 MiB is accepted, and one byte more is rejected with 413', async () => {
    const padded = (bytes: number) => {
      const rawBody = JSON.stringify(request)
      return rawBody + ' '.repeat(bytes - rawBody.length)
    }
    expect((await post(padded(2 ** 20))).status).toBe(201)
    const { status, body } = await post(padded(2 ** 20 + 1))
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })

  it('with a declared length above the limit is rejected unread', async () => {
    const headers = { ...json, 'content-length': String(10 * 2 ** 20) }
    expect((await post('{}', headers)).status).toBe(413)
  })

  it('without a declared length is read up to the limit only', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 2 ** 16
        controller.enqueue(new Uint8Array(2 ** 16).fill(0x20))
      },
    })
    expect((await post(endless)).status).toBe(413)
    expect(sent).toBeLessThan(2 * 2 ** 20)
  })

  it('that ends early is rejected with 400', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    const { status, body } = await post(broken)
    expect([status, body.code]).toEqual([400, 'incomplete_body'])
  })
})

describe('a false Content-Length', () => {
  const rawBody = JSON.stringify(request)
  const tooLarge = rawBody + ' '.repeat(2 ** 20)
  const lengths = ['0', '2', String(rawBody.length + 1_000), '-1', '1.5', 'many', 'NaN', '']

  it.each(lengths)('%j: the body is accepted', async (length) => {
    const { status, body } = await post(rawBody, { ...json, 'content-length': length })
    expect([status, body.quote.customer.name]).toEqual([201, 'Ada'])
  })

  it('is not the length of a body of the maximum size', async () => {
    const maxBody = rawBody + ' '.repeat(2 ** 20 - rawBody.length)
    const headers = { ...json, 'content-length': String(2 ** 20) }
    expect((await post(maxBody, headers)).status).toBe(201)
  })

  it.each(lengths)('%j: a body above the limit is rejected with 413', async (length) => {
    const headers = { ...json, 'content-length': length }
    const { status, body } = await post(tooLarge, headers)
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
    const stream = new Blob([tooLarge]).stream()
    expect((await post(stream, headers)).status).toBe(413)
  })

  it.each(lengths)('%j: a body that ends early is rejected with 400', async (length) => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('connection lost'))
      },
    })
    const { status, body } = await post(broken, { ...json, 'content-length': length })
    expect([status, body.code]).toEqual([400, 'incomplete_body'])
  })

  it.each(['1048577', '1e9', 'Infinity'])('%j: the body is rejected unread', async (length) => {
    let wasRead = false
    const unread = new ReadableStream(
      {
        pull(controller) {
          wasRead = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    expect((await post(unread, { ...json, 'content-length': length })).status).toBe(413)
    expect(wasRead).toBe(false)
  })
})
