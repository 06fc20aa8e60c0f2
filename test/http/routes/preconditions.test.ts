import { describe, expect, it } from 'vitest'
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
