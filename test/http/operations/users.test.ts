import { describe, expect, it } from 'vitest'
import { credentials, sampleApp, users } from '../sample-app.js'

const bob = { name: 'Bob', email: 'bob@example.com', position: 'editor' }

describe('PUT /users/{userId}', () => {
  it.each(['u1', '100%', 'a/b', 'ä+&?#', '__proto__'])(
    'sets the user %j, and responds with it',
    async (id) => {
      const { sendJson, send } = sampleApp()
      const { status, body, headers } = await sendJson(
        'PUT',
        `${users}/${encodeURIComponent(id)}`,
        bob,
      )
      expect([status, headers.get('etag')]).toEqual([200, null])
      expect(body).toEqual({ id, ...bob, success: true })
      const listed = await send('GET', users, { headers: credentials })
      expect([listed.status, listed.body]).toEqual([
        200,
        { users: [{ id, ...bob }], success: true },
      ])
    },
  )

  it('accepts its own response', async () => {
    const { sendJson } = sampleApp()
    const { body } = await sendJson('PUT', `${users}/u1`, bob)
    const again = await sendJson('PUT', `${users}/u1`, { ...body, phone: '+1 555' })
    expect(again.body).toEqual({ ...body, phone: '+1 555' })
  })

  it.each(['100%', '%E0%A4%A', '%ff'])(
    'rejects the malformed path %j with 422, and stores nothing',
    async (segment) => {
      const { sendJson, send } = sampleApp()
      const { status, body } = await sendJson('PUT', `${users}/${segment}`, bob)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['userId']])
      expect((await send('GET', users, { headers: credentials })).body.users).toEqual([])
    },
  )

  it.each([
    ['id', '%00', bob],
    ['id', 'x'.repeat(256), bob],
    ['id', 'u1', { ...bob, id: 'u2' }],
    ['role', 'u1', { ...bob, role: 'admin' }],
    ['', 'u1', []],
  ])('rejects an invalid %s with 422', async (field, id, definition) => {
    const { sendJson } = sampleApp()
    const { status, body } = await sendJson('PUT', `${users}/${id}`, definition)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})

describe('DELETE /users/{userId}', () => {
  it('responds with 204, and keeps the other users', async () => {
    const { sendJson, send } = sampleApp()
    for (const id of ['a', 'b']) await sendJson('PUT', `${users}/${id}`, bob)
    const { status, body } = await send('DELETE', `${users}/a`, { headers: credentials })
    expect([status, body]).toEqual([204, undefined])
    const left = { users: [{ id: 'b', ...bob }], success: true }
    expect((await send('GET', users, { headers: credentials })).body).toEqual(left)
  })

  it('does not remove a user of another store', async () => {
    const { sendJson, send } = sampleApp()
    await sendJson('PUT', `${users}/a`, bob)
    const others = { 'x-auth-client': 'store-2', 'x-auth-token': 'token-2' }
    const { status } = await send('DELETE', `${users}/a`, { headers: others })
    expect(status).toBe(204)
    expect((await send('GET', users, { headers: credentials })).body.users).toHaveLength(1)
  })
})
