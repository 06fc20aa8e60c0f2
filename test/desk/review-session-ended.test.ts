import { describe, expect, it } from 'vitest'
import { sampleDesk, seller, textOf } from './sample-desk.js'

describe('a form that is sent after the session ended', () => {
  it.each([
    ['with a loginUrl', { loginUrl: 'https://login.example/' }],
    ['without a loginUrl', { loginUrl: undefined }],
  ])('is answered with a page that keeps the form in the browser, %s', async (_, options) => {
    const desk = sampleDesk(options)
    desk.user = undefined
    const { status, location, html } = await desk.post('/quotes/new', {}, { token: 'any' })
    expect([status, location]).toEqual([401, undefined])
    expect(textOf(html)).toContain('Sign in in another tab, then send the form again')
    expect(html).toContain(`href="${options.loginUrl ?? '/desk'}"`)
    expect((await desk.engine.listQuotes(seller)).items).toEqual([])
  })

  it('redirects pages to the loginUrl', async () => {
    const desk = sampleDesk({ loginUrl: 'https://login.example/' })
    desk.user = undefined
    const { status, headers } = await desk.get('/')
    expect([status, headers.get('location')]).toEqual([303, 'https://login.example/'])
  })
})
