import { describe, expect, it } from 'vitest'
import { hashRowId } from '../../../../src/desk/forms.js'
import {
  buyer,
  inputValue,
  markup,
  sampleDesk,
  seller,
  stranger,
  textOf,
} from '../../../desk/sample-desk.js'

const green = { backgroundColor: 'rgba(0%, 60%, 30%, 0.2)', color: 'rgb(0%, 40%, 20%)' }
const fields = {
  action: 'save',
  name: 'VIP',
  label: '',
  color: '#006633',
  backgroundColor: '#00994d',
  alpha: '20',
}

describe('tagsRoute', () => {
  it('says what tags are for if there are none', async () => {
    expect(textOf((await sampleDesk().get('/tags')).html)).toContain('No tags yet')
  })

  it('adds a tag in the published form', async () => {
    const desk = sampleDesk()
    const response = await desk.post('/tags', fields)
    expect([response.status, response.location]).toEqual([303, '/tags?done=added'])
    expect(textOf((await desk.follow(response)).html)).toContain('The tag was added.')
    expect(await desk.engine.listTags(seller)).toEqual({
      VIP: {
        backgroundColor: 'rgba(0%, 60%, 30.2%, 0.2)',
        color: 'rgb(0%, 40%, 20%)',
        label: 'VIP',
        value: 'VIP',
      },
    })
  })

  it('shows the stored tag in the form, and keeps colors that are not changed', async () => {
    const desk = sampleDesk()
    const precise = {
      backgroundColor: 'rgba(33.3333%, 0%, 0%, 0.3333)',
      color: 'rgb(0%, 0%, 0.1%)',
    }
    await desk.engine.setTag(seller, 'V I  P', { ...precise, label: 'Very' })
    const key = hashRowId('V I  P')
    const { html } = await desk.get(`/tags?edit=${key}`)
    const shown = {
      key,
      label: inputValue(html, 'label') ?? '',
      color: inputValue(html, 'color') ?? '',
      backgroundColor: inputValue(html, 'backgroundColor') ?? '',
      alpha: inputValue(html, 'alpha') ?? '',
    }
    expect(shown).toEqual({
      key,
      label: 'Very',
      color: '#000000',
      backgroundColor: '#550000',
      alpha: '33.33',
    })
    const response = await desk.post('/tags', { ...shown, label: 'Important' })
    expect(response.location).toBe('/tags?done=saved')
    const stored = { ...precise, label: 'Important', value: 'V I  P' }
    expect(await desk.engine.listTags(seller)).toEqual({ 'V I  P': stored })
    await desk.post('/tags', { ...shown, color: '#ffffff' })
    const { color, backgroundColor } = (await desk.engine.listTags(seller))['V I  P'] ?? green
    expect({ color, backgroundColor }).toEqual({ ...precise, color: 'rgb(100%, 100%, 100%)' })
  })

  it('removes a tag, and does nothing for one that is gone', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'V I  P', green)
    const sent = { action: 'remove', key: hashRowId('V I  P') }
    for (let count = 0; count < 2; count += 1)
      expect((await desk.post('/tags', sent)).location).toBe('/tags?done=removed')
    expect(await desk.engine.listTags(seller)).toEqual({})
  })

  it('warns of colors that are hard to read', async () => {
    const desk = sampleDesk()
    const pale = { backgroundColor: 'rgba(90%, 90%, 90%, 1)', color: 'rgb(70%, 70%, 70%)' }
    await desk.engine.setTag(seller, 'Low', pale)
    await desk.engine.setTag(seller, 'VIP', green)
    const text = textOf((await desk.get('/tags')).html)
    expect(text).toContain('Low Low 1.6: too low to read')
    expect(text).toContain('VIP VIP 5.5 Change VIP')
  })

  it.each([
    [{ name: '' }, 'Name : must not be empty'],
    [{ name: 'x'.repeat(65) }, 'Name : must have at most 64 characters'],
    [{ name: 'a\tb' }, 'Name : must not contain control characters'],
    [{ label: 'x'.repeat(65) }, 'Label : must have at most 64 characters'],
    [{ color: 'red' }, 'Text color : must be a color in the form #rrggbb'],
    [{ backgroundColor: '' }, 'Background color : must be a color in the form #rrggbb'],
    [{ alpha: '101' }, 'Opacity in % : must be a number from 0 to 100'],
    [{ alpha: '1e1' }, 'Opacity in % : must be a number from 0 to 100'],
    [{ alpha: '-1' }, 'Opacity in % : must be a number from 0 to 100'],
  ])('shows the errors of %j at their fields, with what was typed', async (sent, message) => {
    const desk = sampleDesk()
    const { status, html } = await desk.post('/tags', { ...fields, ...sent })
    expect(status).toBe(422)
    expect(textOf(html)).toContain(`The tag was not saved. ${message}`)
    for (const [name, value] of Object.entries(sent)) expect(inputValue(html, name)).toBe(value)
    expect(html).toContain('aria-invalid="true"')
    expect(await desk.engine.listTags(seller)).toEqual({})
  })

  it('does not replace a tag by adding one of the same name', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'VIP', green)
    const { status, html } = await desk.post('/tags', fields)
    expect(status).toBe(422)
    expect(textOf(html)).toContain('Name : is the name of a tag already')
    expect((await desk.engine.listTags(seller)).VIP?.backgroundColor).toBe(green.backgroundColor)
  })

  it.each(['__proto__', 'constructor', markup])('keeps a tag called %s', async (name) => {
    const desk = sampleDesk()
    expect((await desk.post('/tags', { ...fields, name })).status).toBe(303)
    expect(Object.keys(await desk.engine.listTags(seller))).toEqual([name])
    const { html } = await desk.get(`/tags?edit=${hashRowId(name)}`)
    expect(textOf(html)).toContain(`Change ${name}`)
    expect(html).not.toContain('<script>alert')
  })

  it('is not for buyers', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'VIP', green)
    desk.user = buyer
    const { status, html } = await desk.get('/tags')
    expect(status).toBe(403)
    expect(html).not.toContain('VIP')
    const key = hashRowId('VIP')
    for (const sent of [
      { ...fields, name: 'Own' },
      { ...fields, key },
      { action: 'remove', key },
    ])
      expect((await desk.post('/tags', sent)).status).toBe(403)
    expect(Object.keys(await desk.engine.listTags(seller))).toEqual(['VIP'])
  })

  it('changes no tag of another store', async () => {
    const desk = sampleDesk()
    await desk.engine.setTag(seller, 'VIP', green)
    desk.user = stranger
    await desk.post('/tags', { action: 'remove', key: hashRowId('VIP') })
    await desk.post('/tags', { ...fields, key: hashRowId('VIP') })
    const { label, value, ...colors } = (await desk.engine.listTags(seller)).VIP ?? {}
    expect(colors).toEqual(green)
  })
})
