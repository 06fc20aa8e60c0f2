import { describe, expect, it } from 'vitest'
import { isCommand, versionedParameter } from '../../../src/http/routes/route.js'
import { allRoutes, pathOf } from '../operations/commands.js'
import { quotes, sampleApp } from '../sample-app.js'

async function update(ifMatch: string | undefined) {
  const { create, sendJson } = sampleApp()
  const path = `${quotes}/${await create()}`
  await sendJson('PUT', path, { customer: { city: 'Paris' } })
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch }
  return sendJson('PUT', path, { tag_list: ['x'] }, headers)
}

describe('If-Match', () => {
  it.each([undefined, '"2"', '*', '"1", "2"', 'W/"2", "2"', ' "2" '])(
    '%s updates version 2',
    async (ifMatch) => {
      const { status, headers } = await update(ifMatch)
      expect([status, headers.get('etag')]).toEqual([200, '"3"'])
    },
  )

  it.each(['"1"', '"3"', 'W/"2"', '2', '"2', '', '"1", "3"', '"02"', '"2.0"', '"x"', '"2e0"'])(
    '%s does not update version 2',
    async (ifMatch) => {
      const { status, body } = await update(ifMatch)
      expect(status).toBe(412)
      expect(['version_mismatch', 'precondition_failed']).toContain(body.code)
    },
  )

  it('on an unknown quote is rejected with 404', async () => {
    const { sendJson } = sampleApp()
    for (const ifMatch of ['"1"', '*', '"1", "2"', 'x']) {
      const { status } = await sendJson('PUT', `${quotes}/none`, {}, { 'if-match': ifMatch })
      expect(status).toBe(404)
    }
  })
})

describe('a request that changes something which has no version', () => {
  const writing = allRoutes.filter(
    ([, route]) => isCommand(route) && versionedParameter(route) === undefined,
  )

  it.each(writing)('is rejected with If-Match: %s', async (_name, route) => {
    const { sendJson } = sampleApp()
    const headers = { 'if-match': '"1"' }
    const { status, body } = await sendJson(route.method, pathOf(route, 'x'), {}, headers)
    expect([status, body.code]).toEqual([422, 'invalid_request'])
    expect(body.errors).toEqual({ 'If-Match': 'is not taken by this request' })
  })
})
