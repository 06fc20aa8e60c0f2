import { expect, it } from 'vitest'
import { exportQuotes } from '../../../src/files/export-quotes.js'
import { request, sampleDesk, seller } from '../sample-desk.js'

async function shop() {
  const desk = sampleDesk()
  for (const name of ['Ada', 'Ben', 'Cleo'])
    await desk.engine.createQuote(seller, { ...request, customer: { name } })
  const exported = async (filter: object) => {
    let file = ''
    for await (const chunk of exportQuotes(desk.engine, seller, { format: 'csv', filter }))
      file += chunk
    return file
  }
  return { desk, exported }
}

it.each([
  ['/quotes.csv', { order: 'newest' }],
  ['/quotes.csv?order=oldest', { order: 'oldest' }],
  ['/quotes.csv?text=ben&status=new', { order: 'newest', text: 'ben', status: 'new' }],
  ['/quotes.csv?order=total-desc&after=50', { order: 'newest' }],
  ['/quotes.csv?view=open', { order: 'newest', status: 'sent' }],
])('the file of %s is what exportQuotes writes', async (path, filter) => {
  const { desk, exported } = await shop()
  const { status, headers, html } = await desk.get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toContain('attachment; filename="Quotes.csv"')
  expect(html).toBe(await exported(filter))
})

it.each(['?from=yesterday', '?order=__proto__', '?text=---'])(
  'there is no file of the invalid filter %s',
  async (search) => {
    const { desk } = await shop()
    const { status, headers } = await desk.get(`/quotes.csv${search}`)
    expect(status).toBe(422)
    expect(headers.get('content-type')).toContain('text/html')
  },
)
