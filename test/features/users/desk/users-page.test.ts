import { describe, expect, it } from 'vitest'
import { hashRowId } from '../../../../src/desk/forms.js'
import {
  buyer,
  inputValue,
  markup,
  sampleDesk,
  sampleEngine,
  seller,
  stranger,
  textOf,
} from '../../../desk/sample-desk.js'

const bob = { name: 'Bob', email: 'bob@example.com', position: 'manager' } as const
const fields = { action: 'save', id: 'u1', phone: '', ...bob }

describe('usersRoute', () => {
  it('says what users are for if there are none', async () => {
    expect(textOf((await sampleDesk().get('/users')).html)).toContain('No users yet')
  })

  it('adds a user', async () => {
    const desk = sampleDesk()
    const response = await desk.post('/users', { ...fields, phone: '+43 1 234' })
    expect([response.status, response.location]).toEqual([303, '/users?done=added'])
    const text = textOf((await desk.follow(response)).html)
    expect(text).toContain('The user was added.')
    expect(text).toContain(
      'Bob bob@example.com +43 1 234 Manager u1 Change Bob Remove Bob Their quotes keep them as owner. Remove Bob',
    )
    expect((await desk.engine.listUsers(seller)).items).toEqual([
      { id: 'u1', phone: '+43 1 234', ...bob },
    ])
  })

  it('changes a user, whose id can have spaces around it', async () => {
    const desk = sampleDesk()
    await desk.engine.setUser(seller, ' u1\n', { ...bob, phone: '1' })
    const key = hashRowId(' u1\n')
    const { html } = await desk.get(`/users?edit=${key}`)
    expect(textOf(html)).toContain('Change Bob')
    expect(inputValue(html, 'phone')).toBe('1')
    const response = await desk.post('/users', { ...fields, key, name: 'Robert' })
    expect(response.location).toBe('/users?done=saved')
    expect((await desk.engine.listUsers(seller)).items).toEqual([
      { id: ' u1\n', ...bob, name: 'Robert' },
    ])
  })

  it('removes a user, and does nothing for one that is gone', async () => {
    const desk = sampleDesk()
    await desk.engine.setUser(seller, 'u1', bob)
    const sent = { action: 'remove', key: hashRowId('u1') }
    for (let count = 0; count < 2; count += 1)
      expect((await desk.post('/users', sent)).location).toBe('/users?done=removed')
    expect((await desk.engine.listUsers(seller)).items).toEqual([])
  })

  it.each([
    [{ name: '' }, 'Name : '],
    [{ name: 'x'.repeat(256) }, 'Name : '],
    [{ email: 'bob' }, 'Email : must be an e-mail address'],
    [{ phone: '1'.repeat(256) }, 'Phone : '],
    [{ id: '' }, 'User id : must be a string of 1 to 255 characters'],
    [{ id: 'x'.repeat(256) }, 'User id : must be a string of 1 to 255 characters'],
  ])('shows the errors of %.40j at their fields, with what was typed', async (sent, message) => {
    const desk = sampleDesk()
    const { status, html } = await desk.post('/users', { ...fields, ...sent })
    expect(status).toBe(422)
    expect(textOf(html)).toContain(`The user was not saved. ${message}`)
    for (const [name, value] of Object.entries(sent)) expect(inputValue(html, name)).toBe(value)
    expect(html).toContain('aria-invalid="true"')
    expect((await desk.engine.listUsers(seller)).items).toEqual([])
  })

  it.each(['root', '__proto__', ''])('rejects the position %j', async (position) => {
    const desk = sampleDesk()
    const { status, html } = await desk.post('/users', { ...fields, position })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('Position : must be one of editor, manager, owner')
  })

  it('does not replace a user by adding one of the same id', async () => {
    const desk = sampleDesk()
    await desk.engine.setUser(seller, 'u1', bob)
    const { status, html } = await desk.post('/users', { ...fields, name: 'Eve' })
    expect(status).toBe(422)
    expect(textOf(html)).toContain('User id : is the id of a user already')
    expect((await desk.engine.listUsers(seller)).items).toEqual([{ id: 'u1', ...bob }])
  })

  it('shows markup as text', async () => {
    const desk = sampleDesk()
    const sent = { ...fields, id: markup, name: markup, email: `@${markup}`, phone: markup }
    expect((await desk.post('/users', sent)).status).toBe(303)
    const { html } = await desk.get(`/users?edit=${hashRowId(markup)}`)
    expect(textOf(html)).toContain(markup)
    expect(html).not.toContain('<script>alert')
  })

  it('is not for buyers', async () => {
    const desk = sampleDesk()
    desk.user = buyer
    const { status, html } = await desk.get('/users')
    expect(status).toBe(403)
    expect(textOf(html)).toContain('the desk is for sellers')
    expect((await desk.post('/users', fields)).status).toBe(403)
    expect((await desk.engine.listUsers(seller)).items).toEqual([])
  })

  it('shows why the option permit rejects a change', async () => {
    const engine = sampleEngine({
      permit: (_, operation) => operation !== 'setUser' || 'only managers add users',
    })
    const { status, html } = await sampleDesk({ engine }).post('/users', fields)
    expect(status).toBe(403)
    expect(textOf(html)).toContain('only managers add users')
  })

  it('shows and changes no user of another store', async () => {
    const desk = sampleDesk()
    await desk.engine.setUser(seller, 'u1', bob)
    desk.user = stranger
    expect(textOf((await desk.get('/users')).html)).toContain('No users yet')
    await desk.post('/users', { action: 'remove', key: hashRowId('u1') })
    expect((await desk.engine.listUsers(seller)).items).toHaveLength(1)
  })
})
