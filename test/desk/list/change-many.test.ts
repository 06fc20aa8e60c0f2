import { describe, expect, it } from 'vitest'
import { inputValue, request, sampleDesk, seller, stranger, textOf } from '../sample-desk.js'

const green = { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' }
const path = '/change-quotes'
const from = '/'

async function shop() {
  const desk = sampleDesk()
  const { engine } = desk
  await engine.setTag(seller, 'VIP', green)
  for (const [id, name] of [
    ['ann', 'Ann'],
    ['bob', 'Bob'],
  ] as const)
    await engine.setUser(seller, id, { name, email: `${id}@example.com`, position: 'editor' })
  const quoteIds: string[] = []
  for (const owner of ['ann', 'bob', undefined])
    quoteIds.push((await engine.createQuote(seller, { ...request, owner })).quoteId)
  const quotes = () => Promise.all(quoteIds.map((id) => engine.getQuote(seller, id)))
  return { desk, engine, quoteIds, quotes }
}

describe('the changes of several quotes', () => {
  it('tag those that are checked, and take it back', async () => {
    const { desk, engine, quoteIds, quotes } = await shop()
    await engine.updateQuote(seller, quoteIds[0] ?? '', { tag_list: ['old', 'VIP'] })
    const back = 'owner=bob'
    const response = await desk.post(
      path,
      { quote: quoteIds, do: 'tag', tag: 'VIP', back },
      { from },
    )
    expect(response.status).toBe(303)
    expect(response.location).toMatch(/^\/\?owner=bob&undo=/)
    const tags = async () => (await quotes()).map(({ quote }) => quote.tags)
    expect(await tags()).toEqual([['old', 'VIP'], ['VIP'], ['VIP']])
    const { html } = await desk.follow(response)
    expect(textOf(html)).toContain('2 quotes tagged. Undo')
    const undo = inputValue(html, 'undo') ?? ''
    await engine.updateQuote(seller, quoteIds[2] ?? '', { tag_list: ['VIP', 'new'] })
    const undone = await desk.post(`${path}/undo`, { undo, back }, { from })
    expect(undone.location).toBe('/?owner=bob&done=undone')
    expect(textOf((await desk.follow(undone)).html)).toContain('as they were before')
    expect((await tags()).map((each) => each ?? [])).toEqual([['old', 'VIP'], [], ['new']])
  })

  it('remove a tag, and bring it back', async () => {
    const { desk, engine, quoteIds } = await shop()
    const [quoteId = ''] = quoteIds
    await engine.updateQuote(seller, quoteId, { tag_list: ['VIP', 'old'] })
    const fields = { quote: quoteId, do: 'untag', tag: 'VIP' }
    const { html } = await desk.follow(await desk.post(path, fields, { from }))
    expect((await engine.getQuote(seller, quoteId)).quote.tags).toEqual(['old'])
    await desk.post(`${path}/undo`, { undo: inputValue(html, 'undo') ?? '' }, { from })
    expect((await engine.getQuote(seller, quoteId)).quote.tags).toEqual(['old', 'VIP'])
  })

  it('change the owner, and give each quote its own back', async () => {
    const { desk, quoteIds, quotes } = await shop()
    const owners = async () => (await quotes()).map(({ quote }) => quote.owner)
    const fields = { quote: quoteIds, do: 'owner', owner: 'bob' }
    const { html } = await desk.follow(await desk.post(path, fields, { from }))
    expect(textOf(html)).toContain('2 quotes reassigned. Undo')
    expect(await owners()).toEqual(['bob', 'bob', 'bob'])
    await desk.post(`${path}/undo`, { undo: inputValue(html, 'undo') ?? '' }, { from })
    expect(await owners()).toEqual(['ann', 'bob', undefined])
  })

  it('delete, say what could not be, and restore', async () => {
    const { desk, engine, quoteIds } = await shop()
    await engine.deleteQuote(seller, quoteIds[0] ?? '')
    const fields = { quote: [...quoteIds, 'no-such-quote', '%'], do: 'delete' }
    const { html } = await desk.follow(await desk.post(path, fields, { from }))
    expect(textOf(html)).toContain('2 quotes deleted. 2 could not be changed')
    expect((await engine.countQuotes(seller)).count).toBe(0)
    await desk.post(`${path}/undo`, { undo: inputValue(html, 'undo') ?? '' }, { from })
    expect((await engine.countQuotes(seller)).count).toBe(2)
  })

  it.each([
    [{ do: 'delete' }, 'quote'],
    [{ quote: 'x', do: '__proto__' }, 'quote'],
    [{ quote: 'x', do: 'tag' }, 'tag'],
    [{ quote: Array.from({ length: 51 }, (_, index) => `q${index}`), do: 'delete' }, 'quote'],
  ])('reject %j', async (fields, name) => {
    const { desk, engine } = await shop()
    const { status, html } = await desk.post(path, fields, { from })
    expect(status).toBe(422)
    expect(textOf(html)).toContain(`${name} must be`)
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })

  it('change no quote of another store', async () => {
    const { desk, engine, quoteIds } = await shop()
    desk.user = stranger
    const { html } = await desk.follow(
      await desk.post(path, { quote: quoteIds, do: 'delete' }, { from }),
    )
    expect(textOf(html)).toContain('0 quotes deleted. 3 could not be changed')
    expect((await engine.countQuotes(seller)).count).toBe(3)
  })

  it('are undone only by who has made them', async () => {
    const { desk, engine, quoteIds } = await shop()
    const response = await desk.post(path, { quote: quoteIds, do: 'delete' }, { from })
    const undo = inputValue((await desk.follow(response)).html, 'undo') ?? ''
    desk.user = { ...seller, actor: 'bob' }
    expect(textOf((await desk.follow(response)).html)).not.toContain('Undo')
    for (const each of [undo, '', '.', `${undo}x`, 'e30.e30'])
      expect((await desk.post(`${path}/undo`, { undo: each }, { from })).status).toBe(422)
    expect((await engine.countQuotes(seller)).count).toBe(0)
  })

  it('lead back to the list only, whatever was sent as its address', async () => {
    const { desk, quoteIds } = await shop()
    const back = '//evil.example/?a=1\r\nset-cookie: x'
    const { location } = await desk.post(path, { quote: quoteIds, do: 'delete', back }, { from })
    expect(location).toMatch(/^\/\?%2F%2Fevil/)
  })
})
