import { describe, expect, it } from 'vitest'
import {
  markup,
  request,
  sampleDesk,
  sampleEngine,
  seller,
  start,
  stranger,
  textOf,
} from '../sample-desk.js'

const green = { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' }

/** A desk whose engine's clock advances a day with every quote. */
function dailyDesk() {
  let now = start
  const engine = sampleEngine({ now: () => now })
  const desk = sampleDesk({ engine })
  const create = async (name: string) => {
    now += 86_400_000
    return (await engine.createQuote(seller, { ...request, customer: { name } })).quoteId
  }
  return { desk, engine, create }
}

/** Returns the names of the listed customers, in their order. */
function customersOf(html: string): readonly (string | undefined)[] {
  return [...html.matchAll(/<span class="who">([^<]*)<\/span>/g)].map(([, name]) => name)
}

describe('listRoute', () => {
  it('shows number, customer, status, owner, last change, expiry and total in a row', async () => {
    const desk = sampleDesk()
    const { engine } = desk
    await engine.setTag(seller, 'VIP', green)
    const ann = { name: 'Ann Archer', email: 'ann@example.com', position: 'owner' } as const
    await engine.setUser(seller, 'ann', ann)
    const { quoteId } = await engine.createQuote(seller, { ...request, currency: 'EUR' })
    await engine.updateQuote(seller, quoteId, { tag_list: ['VIP', 'Unknown'], owner: 'ann' })
    await engine.sendQuote(seller, quoteId, { expires: '2023-12-24' })
    const { status, html } = await desk.get('/')
    expect(status).toBe(200)
    const text = textOf(html)
    expect(text).toContain('1 quote, newest first · €539.28')
    expect(text).toContain('1 Engines & Co Ada Lovelace Sent AA Ann Archer not opened, sent')
    expect(text).toContain('Nov 14, 2023 Dec 24, 2023 €539.28')
    expect(html).not.toContain('>Unknown<')
    expect(html.match(new RegExp(`href="/desk/quotes/${quoteId}"`, 'g'))).toHaveLength(1)
  })

  it('names a quote without a number by the end of its id', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    expect(textOf((await desk.get('/')).html)).toContain(`New ${quoteId.slice(-6)} Engines & Co`)
  })

  it('explains how to begin if there are no quotes', async () => {
    const { html } = await sampleDesk().get('/')
    expect(textOf(html)).toContain('No quotes yet')
    expect(html).toContain('href="/desk/quotes/new"')
  })

  it('filters by words, status, tag, owner and days, and shows the filters that are set', async () => {
    const { desk, engine, create } = dailyDesk()
    await engine.setTag(seller, 'VIP', green)
    await engine.setUser(seller, 'bob', { name: 'Bob', email: 'b@example.com', position: 'editor' })
    const first = await create('Ada')
    const second = await create('Ben')
    await create('Cleo')
    await engine.updateQuote(seller, first, { tag_list: ['VIP'], owner: 'bob' })
    await engine.sendQuote(seller, second)
    const found = async (path: string) => customersOf((await desk.get(path)).html)
    expect(await found('/')).toEqual(['Cleo', 'Ben', 'Ada'])
    expect(await found('/?order=oldest')).toEqual(['Ada', 'Ben', 'Cleo'])
    expect(await found('/?text=cl')).toEqual(['Cleo'])
    expect(await found('/?status=sent')).toEqual(['Ben'])
    expect(await found('/?status=sent&status=new&status=')).toEqual(['Cleo', 'Ben', 'Ada'])
    expect(await found('/?tag=VIP')).toEqual(['Ada'])
    expect(await found('/?owner=bob')).toEqual(['Ada'])
    expect(await found('/?from=2023-11-16&to=2023-11-16')).toEqual(['Ben'])
    expect(await found('/?to=2023-11-15')).toEqual(['Ada'])
    const { html } = await desk.get('/?tag=VIP&owner=bob&status=new&text=ada')
    const text = textOf(html)
    expect(text).toContain('Remove the filter “ada” × Remove the filter New × ')
    expect(text).toContain('Remove the filter Tag: VIP × Remove the filter Owner: Bob ×')
    expect(html).toContain('href="/desk?text=ada&amp;status=new&amp;owner=bob"')
  })

  it('takes days in the time zone of the desk', async () => {
    const desk = sampleDesk({ timeZone: 'Asia/Tokyo' })
    await desk.engine.createQuote(seller, request)
    expect(customersOf((await desk.get('/?from=2023-11-15')).html)).toHaveLength(1)
    expect(customersOf((await desk.get('/?to=2023-11-14')).html)).toHaveLength(0)
    expect(textOf((await desk.get('/')).html)).toContain('Nov 15, 2023')
  })

  it('counts the quotes of each view, and links to them', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId)
    const { html } = await desk.get('/?view=open')
    expect(textOf(html)).toContain('All Open 1 Not opened 1 Opened 0 Expiring 0 Due today 0 Won 0')
    expect(html).toContain('href="/desk?view=open" aria-current="page">Open')
    expect(customersOf(html)).toEqual(['Engines &amp; Co'])
  })

  it('counts no more than 1,000 quotes of a view, and says so', async () => {
    const engine = sampleEngine()
    const counted: (number | undefined)[] = []
    const countQuotes: typeof engine.countQuotes = async (_, { max, ...filter } = {}) => {
      counted.push(max)
      return { count: max ?? (filter.status ? 7 : 10_000), isCapped: true }
    }
    const desk = sampleDesk({ engine: { ...engine, countQuotes } })
    await engine.createQuote(seller, request)
    const text = textOf((await desk.get('/?order=total')).html)
    expect(text).toContain('10,000+ quotes, newest first')
    expect(text).toContain('Only up to 1,000 quotes are sorted by this column and added up.')
    expect(text).toContain('Open 1,000+')
    expect(new Set(counted)).toEqual(new Set([undefined, 1_000]))
  })

  it('counts each view once, and none of which the page has all quotes', async () => {
    const engine = sampleEngine()
    const counted: string[] = []
    const countQuotes: typeof engine.countQuotes = async (context, { max: _, ...filter } = {}) => {
      counted.push(JSON.stringify(filter))
      return engine.countQuotes(context, filter)
    }
    const desk = sampleDesk({ engine: { ...engine, countQuotes } })
    for (let number = 0; number < 51; number += 1) {
      const { quoteId } = await engine.createQuote(seller, request)
      if (number < 50) await engine.sendQuote(seller, quoteId)
    }
    const countsOf = async (path: string) => {
      counted.length = 0
      const text = textOf((await desk.get(path)).html)
      expect(new Set(counted).size).toBe(counted.length)
      return { text, sent: counted.includes('{"status":"sent"}') }
    }
    expect(await countsOf('/?view=open')).toEqual({
      text: expect.stringMatching(/ 50 quotes, newest first · .* All Open 50 /),
      sent: false,
    })
    const { quoteId } = await engine.createQuote(seller, request)
    await engine.sendQuote(seller, quoteId)
    expect(await countsOf('/?view=open')).toEqual({
      text: expect.stringMatching(/ 51 quotes, newest first · .* All Open 51 /),
      sent: true,
    })
    expect((await countsOf('/')).text).toContain('52 quotes, newest first')
    expect((await countsOf('/?view=open&order=none')).text).toContain('Open 51')
  })

  it('finds mine, expiring, opened, due and won quotes by one link each', async () => {
    const now = Date.now()
    const engine = sampleEngine({ now: () => now })
    const desk = sampleDesk({ engine })
    const { name = '', actor = '' } = seller
    await engine.setUser(seller, actor, { name, email: 'a@example.com', position: 'owner' })
    const create = async (company: string, fields: object = {}) => {
      const created = await engine.createQuote(seller, {
        ...request,
        customer: { company },
        ...fields,
      })
      return created.quoteId
    }
    await create('Mine', { owner: actor })
    await create('Due', { follow_up: new Date(now).toISOString().slice(0, 10) })
    await engine.sendQuote(seller, await create('Soon'), { expires: now + 3 * 86_400_000 })
    await engine.sendQuote(seller, await create('Late'), { expires: now + 30 * 86_400_000 })
    const opened = await create('Opened')
    await engine.sendQuote(seller, opened)
    await engine.recordDelivery(seller, opened, { type: 'opened' })
    const won = await create('Won')
    const { quote } = await engine.sendQuote(seller, won)
    await engine.acceptQuote(seller, won, { revision: quote.revision ?? 0, seal: quote.seal })
    const view = async (each: string) => customersOf((await desk.get(`/?view=${each}`)).html)
    expect(await view('mine')).toEqual(['Mine'])
    expect(await view('due')).toEqual(['Due'])
    expect(await view('expiring')).toEqual(['Soon'])
    expect(await view('opened')).toEqual(['Opened'])
    expect(await view('unopened')).toEqual(['Late', 'Soon'])
    expect(await view('won')).toEqual(['Won'])
    expect(await view('won-lately')).toEqual(['Won'])
    const { html } = await desk.get('/?order=customer')
    expect(customersOf(html)).toEqual(['Due', 'Late', 'Mine', 'Opened', 'Soon', 'Won'])
    expect(html).toMatch(/aria-sort="ascending"><a href="[^"]*order=customer-desc">Customer/)
    expect(html).toMatch(/class="warn"><time[^>]*>in 3 days</)
    expect(textOf(html)).toMatch(/opened (?:this minute|0 min|in 0)/)
  })

  it('pages through quotes that are sorted by a column', async () => {
    const desk = sampleDesk()
    for (let count = 0; count < 51; count += 1)
      await desk.engine.createQuote(seller, { ...request, customer: { name: `C${count}` } })
    const first = await desk.get('/?order=customer')
    expect(customersOf(first.html).slice(0, 3)).toEqual(['C0', 'C1', 'C2'])
    expect(first.html).toContain('href="/desk?order=customer&amp;after=50"')
    expect(customersOf((await desk.get('/?order=customer&after=50')).html)).toEqual(['C50'])
    for (const after of ['-1', '1e9', '99999999', '__proto__'])
      expect((await desk.get(`/?order=customer&after=${after}`)).status).toBe(200)
  })

  it('leads from page to page, and back to the first', async () => {
    const desk = sampleDesk()
    for (let count = 0; count < 51; count += 1) await desk.engine.createQuote(seller, request)
    const first = await desk.get('/?text=ada')
    expect(customersOf(first.html)).toHaveLength(50)
    const next = /href="\/desk(\?[^"]*)">Next page/.exec(first.html)?.[1] ?? ''
    const second = await desk.get(`/${next.replaceAll('&amp;', '&')}`)
    expect(customersOf(second.html)).toHaveLength(1)
    expect(second.html).toContain('<a class="button" href="/desk?text=ada">First page</a>')
    expect(second.html).not.toContain('Next page')
  })

  it('names the filters to drop if nothing is found', async () => {
    const desk = sampleDesk()
    await desk.engine.createQuote(seller, request)
    const { status, html } = await desk.get('/?status=approved&text=nix')
    expect(status).toBe(200)
    expect(textOf(html)).toContain('No quote matches')
    expect(textOf(html)).toContain('Remove the filter Approved')
  })

  it.each([
    ['/?after=nonsense', 'There is no such page of this list.'],
    ['/?order=__proto__', 'Order : must be one of newest, oldest, updated, expires'],
    [`/?text=${'a'.repeat(10_000)}`, 'Search : must be a string of 1 to 200 characters'],
    ['/?text=---', 'Search : must have at least one letter or digit'],
    ['/?status=%00', 'Status : must not have NUL or lone surrogates'],
    [`/?status=${'s'.repeat(300)}`, 'Status : must be a string of 1 to 255 characters'],
    [`/?tag=${'t'.repeat(300)}`, 'Tag : must be a string of 1 to 255 characters'],
    [`/?owner=%00`, 'Owner : must not have NUL or lone surrogates'],
    ['/?from=2023-02-30', 'Created from : must be a day in the form YYYY-MM-DD'],
    ['/?to=yesterday', 'Created until : must be a day in the form YYYY-MM-DD'],
    ['/?from=2024-01-02&to=2024-01-01', 'Created until : must not be before the first day'],
    [
      `/?${Array.from({ length: 101 }, (_, index) => `status=s${index}`).join('&')}`,
      'Status : must have 1 to 100 values',
    ],
  ])('shows the error of %.40s with status 422', async (path, message) => {
    const { status, html } = await sampleDesk().get(path)
    expect({ status, text: textOf(html) }).toEqual({
      status: 422,
      text: expect.stringContaining(message),
    })
  })

  it.each(['/?text=%FF%', '/?__proto__=1&constructor=2', '/?text=&status=&tag=&owner=&after='])(
    'ignores what is no filter in %s',
    async (path) => {
      expect((await sampleDesk().get(path)).status).toBeLessThan(500)
    },
  )

  it('rejects a cursor of another list or store', async () => {
    const desk = sampleDesk()
    for (let count = 0; count < 51; count += 1) await desk.engine.createQuote(seller, request)
    const { next = '' } = await desk.engine.listQuotes(seller)
    const path = `/?after=${encodeURIComponent(next)}`
    expect((await desk.get(path)).status).toBe(200)
    expect((await desk.get(`${path}&text=ada`)).status).toBe(422)
    desk.user = stranger
    expect((await desk.get(path)).status).toBe(422)
  })

  it('shows markup in every field as text', async () => {
    const desk = sampleDesk()
    const { engine } = desk
    await engine.setTag(seller, markup, green)
    await engine.setUser(seller, markup, { name: markup, email: '@', position: 'owner' })
    const customer = { name: markup, company: markup, city: markup }
    const { quoteId } = await engine.createQuote(seller, { ...request, customer })
    await engine.updateQuote(seller, quoteId, { tag_list: [markup], owner: markup })
    const parameters = new URLSearchParams({ tag: markup, owner: markup, status: 'new' })
    for (const path of ['/', `/?${parameters}`, `/?text=${encodeURIComponent(markup)}`]) {
      const { status, html } = await desk.get(path)
      expect(status).toBe(200)
      expect(html).not.toContain('<script>alert')
      expect(html).not.toContain('<img')
      expect(html).not.toMatch(/ style=|<style/)
    }
  })

  it('shows no quote of another store', async () => {
    const desk = sampleDesk()
    await desk.engine.createQuote(seller, request)
    desk.user = stranger
    expect(textOf((await desk.get('/')).html)).toContain('No quotes yet')
  })

  it('leaves out counts that the user must not know', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'countQuotes' || 'counts are internal',
    })
    const desk = sampleDesk({ engine })
    await engine.createQuote(seller, request)
    const { status, html } = await desk.get('/')
    expect(status).toBe(200)
    expect(textOf(html)).toContain('Newest first')
    expect(textOf(html)).not.toContain('1 quote')
  })

  it('shows a calm page to a user who must not list quotes', async () => {
    const engine = sampleEngine({ permit: () => 'the shop is closed <b>' })
    const { status, html } = await sampleDesk({ engine }).get('/')
    expect(status).toBe(403)
    expect(textOf(html)).toContain('The reason: the shop is closed <b>')
    expect(html).not.toContain('closed <b>')
  })

  it('shows the last valid day of an offer', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.sendQuote(seller, quoteId, { expires: '2023-11-30' })
    const { html } = await desk.get('/')
    expect(html).toContain('Nov 30, 2023')
    expect(html).not.toContain('Dec 1, 2023')
  })
})

describe('listRoute of deleted quotes', () => {
  const from = '/?deleted=yes'

  it('says so if there are none', async () => {
    expect(textOf((await sampleDesk().get(from)).html)).toContain('No deleted quotes')
  })

  it('offers to restore and to erase', async () => {
    const desk = sampleDesk()
    const { quoteId } = await desk.engine.createQuote(seller, request)
    await desk.engine.deleteQuote(seller, quoteId)
    const { html } = await desk.get(from)
    expect(html).toContain(`action="/desk/quotes/${quoteId}/restore"`)
    expect(html).toContain(`href="/desk/quotes/${quoteId}/erase?version=2"`)
    expect(html).not.toContain(`href="/desk/quotes/${quoteId}"`)
    expect(textOf((await desk.get('/')).html)).toContain('No quotes yet')
  })
})
