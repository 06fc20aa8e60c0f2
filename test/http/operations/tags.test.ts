import { describe, expect, it } from 'vitest'
import { credentials, sampleApp, tags } from '../sample-app.js'

const tag = { backgroundColor: 'rgba(0%, 50%, 100%, 0.2)', color: 'rgb(0%, 50%, 100%)' }

describe('PUT /tags/{name}', () => {
  it.each(['Needs Approval', '100%', 'a/b', 'ä+&?#', '__proto__'])(
    'sets the tag %j, and responds with it',
    async (name) => {
      const { sendJson, send } = sampleApp()
      const path = `${tags}/${encodeURIComponent(name)}`
      const { status, body } = await sendJson('PUT', path, tag)
      expect(status).toBe(200)
      expect(body).toEqual({ ...tag, label: name, value: name, success: true })
      const listed = await send('GET', tags, { headers: credentials })
      expect(Object.keys(listed.body)).toEqual([name])
    },
  )

  it('accepts its own response', async () => {
    const { sendJson } = sampleApp()
    const { body } = await sendJson('PUT', `${tags}/vip`, tag)
    const again = await sendJson('PUT', `${tags}/vip`, { ...body, label: 'VIP' })
    expect(again.body).toEqual({ ...body, label: 'VIP' })
  })

  it.each(['100%', '%E0%A4%A', '%ff'])(
    'rejects the malformed path %j with 422, and stores nothing',
    async (segment) => {
      const { sendJson, send } = sampleApp()
      const { status, body } = await sendJson('PUT', `${tags}/${segment}`, tag)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['name']])
      expect((await send('GET', tags, { headers: credentials })).body).toEqual({})
    },
  )

  it('rejects an invalid definition with 422', async () => {
    const { sendJson } = sampleApp()
    const { status, body } = await sendJson('PUT', `${tags}/vip`, { ...tag, color: 'red' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['color']])
  })
})

describe('DELETE /tags/{name}', () => {
  it('responds with 204, and keeps the other tags', async () => {
    const { sendJson, send } = sampleApp()
    for (const name of ['a', 'b']) await sendJson('PUT', `${tags}/${name}`, tag)
    const { status, body } = await send('DELETE', `${tags}/a`, { headers: credentials })
    expect([status, body]).toEqual([204, undefined])
    const left = await send('GET', tags, { headers: credentials })
    expect(Object.keys(left.body)).toEqual(['b'])
  })
})
