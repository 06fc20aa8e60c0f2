import { describe, expect, it, vi } from 'vitest'
import { createDesk, html, type OwnAction, type OwnPage } from '../../../src/desk/index.js'
import type { DeskOptions } from '../../../src/desk/options.js'
import { QuoteError } from '../../../src/errors.js'
import {
  buyer,
  inputValue,
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../sample-desk.js'

const callsPage: OwnPage = {
  name: 'calls',
  label: 'Calls & more',
  show: ({ user, url, query }) =>
    html`<p>${markup} ${user.name} ${query('a')} <a href="${url('/quotes/1')}">One</a></p>`,
}

function noteAction(run: OwnAction['run'] = () => undefined): OwnAction {
  return {
    ...{ name: 'addNote', label: 'Note a call', button: 'Save the note', done: 'Note saved', run },
    fields: [{ name: 'text', label: 'What was said', rows: 3, isRequired: true }],
  }
}

async function deskWithQuote(options: Partial<DeskOptions> = {}) {
  const desk = sampleDesk(options)
  const { quoteId } = await desk.engine.createQuote(seller, request)
  return { desk, quoteId, path: `/quotes/${quoteId}` }
}

/** What a function must not return in place of escaped markup. */
const noHtml: readonly unknown[] = [
  '<b>text</b>',
  undefined,
  null,
  1,
  {},
  [],
  new String('<b>'),
  { isEscaped: true, toString: () => '<b>' },
  Promise.resolve('<b>text</b>'),
]

describe('the option pages', () => {
  it('adds a page with a link, whose values are escaped, under the same policy', async () => {
    const desk = sampleDesk({ pages: [callsPage] })
    const { html: list, headers } = await desk.get('/')
    expect(list).toMatch(/<a href="\/desk\/pages\/calls">(?:<svg.*?<\/svg>)?Calls &amp; more<\/a>/)
    const page = await desk.get('/pages/calls?a=%3Cb%3E')
    expect(page.status).toBe(200)
    expect(page.html).toMatch(/aria-current="page">(?:<svg.*?<\/svg>)?Calls &amp; more/)
    expect(page.html).not.toContain('<script>')
    expect(page.html).not.toContain('<b>')
    expect(page.html).toContain('href="/desk/quotes/1"')
    const policy = 'content-security-policy'
    expect(page.headers.get(policy)).toBe(headers.get(policy))
  })

  it('is for users of the desk only, and takes no forms', async () => {
    const desk = sampleDesk({ pages: [callsPage] })
    expect((await desk.post('/pages/calls')).status).toBe(405)
    desk.user = buyer
    expect((await desk.get('/pages/calls')).status).toBe(403)
    desk.user = undefined
    expect((await desk.get('/pages/calls')).status).toBe(401)
    expect((await sampleDesk().get('/pages/calls')).status).toBe(404)
  })

  it.each(noHtml)('shows no page that returns %o, and reports it', async (returned) => {
    const desk = sampleDesk({ pages: [{ ...callsPage, show: () => returned as never }] })
    const { status, html: page } = await desk.get('/pages/calls')
    expect(status).toBe(500)
    expect(page).not.toContain('<b>')
    expect(String(desk.errors[0])).toMatch(/pages must return Html/)
  })

  it('shows an error page if it throws', async () => {
    const show = () => {
      throw new Error('secret')
    }
    const desk = sampleDesk({ pages: [{ ...callsPage, show }] })
    const { status, html: page } = await desk.get('/pages/calls')
    expect([status, page.includes('secret'), desk.errors.length]).toEqual([500, false, 1])
  })
})

describe('the option slots', () => {
  it('shows escaped content on the page of a quote', async () => {
    const { desk, path, quoteId } = await deskWithQuote({
      slots: { quote: ({ record }) => html`<p id="slot">${record.quoteId} ${markup}</p>` },
    })
    const page = await desk.get(path)
    expect(page.html).toContain(`<p id="slot">${quoteId} `)
    expect(page.html).not.toContain('<script>alert')
  })

  it.each(noHtml)('shows the page without a slot that returns %o', async (returned) => {
    const { desk, path } = await deskWithQuote({ slots: { quote: () => returned as never } })
    const { status, html: page } = await desk.get(path)
    expect([status, desk.errors.length]).toEqual([200, 1])
    expect(page).not.toContain('<b>')
  })

  it('shows nothing of what the user may not see', async () => {
    const quote = () => {
      throw new QuoteError('not_permitted', { operation: 'callNotes.get', reason: 'no' })
    }
    const { desk, path } = await deskWithQuote({ slots: { quote } })
    expect((await desk.get(path)).status).toBe(200)
    expect(desk.errors).toEqual([])
  })
})

describe('the option actions', () => {
  it('adds a form that runs once, and says that it was done', async () => {
    const run = vi.fn<OwnAction['run']>()
    const { desk, path, quoteId } = await deskWithQuote({ actions: [noteAction(run)] })
    const page = await desk.get(path)
    expect(textOf(page.html)).toContain('Save the note')
    const key = inputValue(page.html, 'key') ?? ''
    const fields = { key, 'own-addNote.text': 'Hello' }
    const sent = await desk.post(`${path}/actions/addNote`, fields)
    expect(sent.location).toBe(`${path}?done=own-addNote`)
    expect(textOf((await desk.follow(sent)).html)).toContain('Note saved')
    await desk.post(`${path}/actions/addNote`, fields)
    const [[first], [second]] = run.mock.calls as never as [
      Parameters<OwnAction['run']>,
      Parameters<OwnAction['run']>,
    ]
    expect(first).toMatchObject({ user: seller, quoteId })
    expect([first.read('text'), first.read('other'), first.read('__proto__')]).toEqual([
      'Hello',
      undefined,
      undefined,
    ])
    expect(second.idempotencyKey).toBe(first.idempotencyKey)
  })

  it('shows the form again with what was typed, and each error at its field', async () => {
    const { desk, path } = await deskWithQuote({
      actions: [
        noteAction(() => {
          throw new QuoteError('invalid_request', { errors: { text: 'is rude', other: 'is odd' } })
        }),
      ],
    })
    const { status, html: page } = await desk.post(`${path}/actions/addNote`, {
      'own-addNote.text': markup,
    })
    expect(status).toBe(422)
    expect(page).toContain('aria-invalid="true"')
    expect(textOf(page)).toContain('What was said : is rude other: is odd')
    expect(textOf(page)).toContain('"\'><script>alert(1)</script>')
    expect(page).not.toContain('<script>alert')
  })

  it('shows an error page if it throws anything else, and reports it', async () => {
    const { desk, path } = await deskWithQuote({
      actions: [noteAction(() => Promise.reject(new Error('secret')))],
    })
    const { status, html: page } = await desk.post(`${path}/actions/addNote`)
    expect([status, page.includes('secret'), desk.errors.length]).toEqual([500, false, 1])
  })

  it('does nothing without a token, or for a quote that the user does not see', async () => {
    const run = vi.fn()
    const { desk, path } = await deskWithQuote({ actions: [noteAction(run)] })
    expect((await desk.post(`${path}/actions/addNote`, {}, { token: 'x' })).status).toBe(403)
    desk.user = stranger
    expect((await desk.post(`${path}/actions/addNote`)).status).toBe(404)
    desk.user = buyer
    expect((await desk.post(`${path}/actions/addNote`)).status).toBe(403)
    expect(run).not.toHaveBeenCalled()
  })

  it('leaves out a form that isShown hides, and shows the page if it fails', async () => {
    const hidden = await deskWithQuote({ actions: [{ ...noteAction(), isShown: () => false }] })
    expect((await hidden.desk.get(hidden.path)).html).not.toContain('Save the note')
    const wrong = await deskWithQuote({
      actions: [{ ...noteAction(), isShown: () => 'yes' as never }],
    })
    const { status, html: page } = await wrong.desk.get(wrong.path)
    expect([status, wrong.desk.errors.length]).toEqual([200, 1])
    expect(page).not.toContain('Save the note')
    expect(textOf(page)).toContain('A part of this page could not be shown')
  })
})

describe('createDesk', () => {
  const create = (options: object) => () =>
    createDesk({
      engine: sampleEngine(),
      authenticate: () => seller,
      secrets: ['a secret of the sample desk, 32 characters'],
      ...options,
    })

  it.each([
    [{ pages: [callsPage, callsPage] }, 'pages[1].name'],
    [{ pages: [{ ...callsPage, name: '__proto__' }] }, 'pages[0].name'],
    [{ pages: [{ ...callsPage, name: '../quotes' }] }, 'pages[0].name'],
    [{ pages: [{ ...callsPage, label: '' }] }, 'pages[0].label'],
    [{ pages: [{ ...callsPage, scripts: ['x.js'] }] }, 'pages[0].scripts'],
    [{ pages: callsPage }, 'pages'],
    [{ actions: [{ ...noteAction(), name: 'constructor' }] }, 'actions[0].name'],
    [{ actions: [{ ...noteAction(), run: undefined }] }, 'actions[0].run'],
    [{ actions: [{ ...noteAction(), fields: [{ name: 'a' }] }] }, 'actions[0].fields[0].label'],
    [{ slots: { list: () => '' } }, 'slots.list'],
    [{ slots: { belowQuote: '<b>' } }, 'slots.belowQuote'],
    [{ slots: { listColumn: { head: 'Calls' } } }, 'slots.listColumn.cells'],
    [{ slots: { listColumn: { head: '', cells: () => new Map() } } }, 'slots.listColumn.head'],
    [{ actions: [{ ...noteAction(), confirm: '' }] }, 'actions[0].confirm'],
    [{ actions: [{ ...noteAction(), confirm: true }] }, 'actions[0].confirm'],
  ])('rejects %o', (options, path) => {
    expect(create(options)).toThrow(path)
  })
})
