import { describe, expect, it } from 'vitest'
import { statusEngine } from '../lifecycle/quotes-in-every-status.js'
import {
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  textOf,
  unescaped,
} from '../sample-desk.js'

async function conflict(reason = 'Twice') {
  const { engine, createIn } = statusEngine()
  const desk = sampleDesk({ engine })
  const quoteId = await createIn('new')
  const grace = { storeId: 'store-1', actor: 'grace' }
  await engine.setUser(seller, 'grace', {
    name: 'Grace Hopper',
    email: 'g@x.test',
    position: 'editor',
  })
  await engine.updateQuote(grace, quoteId, { customer: { city: 'Paris' } })
  const path = `/quotes/${quoteId}/cancel`
  const fields = { expectedVersion: '1', key: 'k1', 'cancel.reason': reason }
  return { engine, desk, quoteId, path, fields, grace, response: await desk.post(path, fields) }
}

describe('conflictPage', () => {
  it('tells what changed since, and stores nothing', async () => {
    const { engine, quoteId, response } = await conflict()
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Quote changed by Grace Hopper , Nov 14, 2023')
    expect(response.html).toContain(`/desk/quotes/${quoteId}/differences?from=1&amp;to=2`)
    expect((await engine.getQuote(seller, quoteId)).quote.status).toBe('new')
  })

  it('repeats the action on the current version, with what was typed', async () => {
    const { engine, desk, quoteId, path, response } = await conflict(markup)
    expect(response.html).not.toMatch(/<script|<img/)
    expect(unescaped(response.html)).toContain(markup)
    const repeated = {
      expectedVersion: inputValue(response.html, 'expectedVersion') as string,
      key: inputValue(response.html, 'key') as string,
      'cancel.reason': inputValue(response.html, 'cancel.reason') as string,
    }
    const token = inputValue(response.html, 'token') as string
    expect((await desk.post(path, repeated, { token })).status).toBe(303)
    const { quote } = await engine.getQuote(seller, quoteId)
    expect(quote).toMatchObject({ status: 'canceled', reason: markup })
  })

  it('conflicts again if the quote has changed again', async () => {
    const { engine, desk, quoteId, path, fields, grace } = await conflict()
    await engine.updateQuote(grace, quoteId, { customer: { city: 'Rome' } })
    const response = await desk.post(path, { ...fields, expectedVersion: '2', key: 'k2' })
    expect(response.status).toBe(409)
    expect(textOf(response.html)).toContain('Quote changed by Grace Hopper')
  })

  it('has no button for an action that is no longer possible', async () => {
    const { engine, desk, quoteId, path, fields, grace } = await conflict()
    await engine.cancelQuote(grace, quoteId)
    const response = await desk.post(path, { ...fields, key: 'k2' })
    expect(textOf(response.html)).toContain('“Cancel the quote” is no longer possible.')
    expect(response.html).not.toContain('<form')
  })

  it('keeps what was typed if the user may not read the history', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'listHistory' || 'no history',
    })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.updateQuote(seller, quoteId, { customer: { city: 'Paris' } })
    const desk = sampleDesk({ engine })
    const fields = { expectedVersion: '1', key: 'k1', 'cancel.reason': 'No longer needed' }
    const response = await desk.post(`/quotes/${quoteId}/cancel`, fields)
    expect(response.status).toBe(409)
    expect(inputValue(response.html, 'cancel.reason')).toBe('No longer needed')
  })

  it('calmly takes versions that do not exist yet', async () => {
    const { desk, path, fields } = await conflict()
    const response = await desk.post(path, {
      ...fields,
      key: 'k3',
      expectedVersion: '999999999999',
    })
    expect(response.status).toBe(409)
  })
})
