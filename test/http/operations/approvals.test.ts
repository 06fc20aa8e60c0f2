import { describe, expect, it } from 'vitest'
import { approvalTag, sampleRequirement as requirement } from '../../engine/sample-approvals.js'
import { quotes, sampleApp } from '../sample-app.js'

/** An app with a quote that needs an approval. */
async function appWithApproval() {
  const app = sampleApp({ authenticate: ({ token }) => (token ? { storeId: 'store-1' } : null) })
  const path = `${quotes}/${await app.create()}`
  await app.sendJson('PUT', path, { tag_list: [approvalTag] })
  return {
    ...app,
    path,
    post: (name: string, body?: object) => app.sendJson('POST', `${path}/${name}`, body ?? {}),
  }
}

describe('approvals over HTTP', () => {
  it('lead from a 409 to an offer, which is found by them on the way', async () => {
    const { send, post, path } = await appWithApproval()
    const rejected = await post('send')
    expect([rejected.status, rejected.body]).toEqual([
      409,
      expect.objectContaining({
        code: 'approval_required',
        title: 'Approval required',
        detail: expect.stringContaining('Discount (required, Sales lead)'),
      }),
    ])
    const requested = await post('request-approval', { note: 'Please' })
    expect(requested.body.approvals).toMatchObject([
      { id: requirement, status: 'pending', requested: { note: 'Please' } },
    ])
    const headers = { 'x-auth-client': 'store-1', 'x-auth-token': 'token-a' }
    const list = async (query: string) =>
      (await send('GET', `${quotes}?${query}`, { headers })).body
    expect((await list('approval=pending')).quotes).toHaveLength(1)
    expect((await list('approval=approved&approval=rejected')).quotes).toEqual([])
    expect((await list('approval=open')).errors).toEqual({
      'approval[0]': 'must be one of pending, approved, rejected, received the string "open"',
    })
    const { hash } = requested.body.approvals[0]
    expect((await post('approve', { requirement, hash })).status).toBe(200)
    expect((await post('send')).body.status).toBe('sent')
    expect((await send('GET', `${path}?revision=1`, { headers })).body.approvals).toHaveLength(1)
  })

  it.each([
    ['approve', {}, 'requirement'],
    ['approve', { requirement: { id: 'x' } }, 'requirement'],
    ['approve', { requirement: [null] }, 'requirement'],
    ['approve', { requirement: '__proto__' }, 'requirement'],
    ['approve', { requirement: 'x'.repeat(256) }, 'requirement'],
    ['reject-approval', { requirement }, 'note'],
    ['reject-approval', { requirement, note: 'x'.repeat(2_001) }, 'note'],
    ['request-approval', { note: 7 }, 'note'],
    ['request-approval', { covers: 1 }, 'covers'],
  ])('%s rejects %j with 422 and the field', async (name, body, field) => {
    const { post } = await appWithApproval()
    await post('request-approval')
    const response = await post(name, body)
    expect([response.status, response.body.code]).toEqual([422, 'invalid_request'])
    expect(Object.keys(response.body.errors)).toEqual([
      expect.stringMatching(new RegExp(`^${field}`)),
    ])
  })
})
