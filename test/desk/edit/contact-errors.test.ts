import { describe, expect, it } from 'vitest'
import { contactErrors, missingCustomer } from '../../../src/desk/edit/form-errors.js'
import { deskStrings } from '../../../src/desk/strings.js'
import { getFormats } from '../../../src/document/model/formats.js'

const desk = (locale: string) => ({ formats: getFormats(locale, 'UTC'), strings: deskStrings })

const values = (fields: Readonly<Record<string, string>>) =>
  new Map(Object.entries(fields).map(([name, value]) => [`customer.${name}`, value]))

describe('contactErrors', () => {
  it.each([
    ['en', 'Germany', 'DE for Germany'],
    ['en', 'germany', 'DE for germany'],
    ['en', 'United Kingdom', 'GB for United Kingdom'],
    ['en', 'UK', 'GB for UK'],
    ['de', 'Deutschland', 'DE for Deutschland'],
    ['de', 'Germany', 'DE for Germany'],
    ['en', 'Atlantis', 'such as DE for Germany'],
    ['en', 'D', 'such as DE for Germany'],
    ['en', '__proto__', 'such as DE for Germany'],
  ])('names the code of a country, in %s: %s', (locale, country, message) => {
    const errors = contactErrors(desk(locale), new Map(), values({ country }))
    expect(errors['customer.country']).toContain(message)
  })

  it.each(['', 'DE', 'de', 'US', 'GB', 'XK'])('accepts the country %j', (country) => {
    expect(contactErrors(desk('en'), new Map(), values({ country }))).toEqual({})
  })

  it.each(['notanemail', '@', 'a@', '@b', 'a b@c', 'a@b@'])('rejects the e-mail %s', (email) => {
    const errors = contactErrors(desk('en'), new Map(), values({ email }))
    expect(errors).toEqual({
      'customer.email': deskStrings.edit.invalidEmail,
    })
  })

  it.each(['', 'ada@example.com', 'info@localhost', 'jürgen@müller.example'])(
    'accepts the e-mail %j',
    (email) => {
      expect(contactErrors(desk('en'), new Map(), values({ email }))).toEqual({})
    },
  )

  it('accepts what the form showed, because another system has stored it', () => {
    const stored = values({ country: 'Germany', email: 'none' })
    expect(contactErrors(desk('en'), stored, stored)).toEqual({})
  })
})

describe('missingCustomer', () => {
  it.each([
    {},
    { name: '', email: '' },
    { city: 'London', country: 'GB', zipcode: 'W1', state: 'x', address: 'y', 'address-2': 'z' },
  ])('asks who a quote is for: %j', (fields) => {
    expect(Object.keys(missingCustomer(deskStrings, values(fields)))).toEqual(['customer.name'])
  })

  it.each([{ name: 'Ada' }, { company: 'E' }, { email: 'a@b' }, { phone: '1' }, { 'x-id': '7' }])(
    'is content with %j',
    (fields) => {
      expect(missingCustomer(deskStrings, values(fields))).toEqual({})
    },
  )
})
