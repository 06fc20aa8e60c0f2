import { describe, expect, it } from 'vitest'
import { kindsFor } from '../../../src/mail/kinds.js'
import { en } from '../../../src/mail/strings/en.js'
import { getStrings } from '../../../src/mail/strings/get-strings.js'

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

/** Returns every string of a table by its path. */
function flatten(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : flatten(value, `${path}${name}.`),
  )
}

/** A subject that is nothing but the title of the document. */
const untranslated = ['customer.offer.subject']

describe('getStrings', () => {
  it.each(['de', 'fr', 'ar', 'zh', 'ja'])(
    'has every string in %s, with its placeholders',
    (locale) => {
      const english = new Map(flatten(en))
      const translated = flatten(getStrings(locale))
      expect(translated.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
      for (const [path, value] of translated) {
        expect(placeholders(value)).toEqual(placeholders(english.get(path) ?? ''))
        expect([path, value.trim()]).toEqual([path, value])
        if (!untranslated.includes(path))
          expect([path, value]).not.toEqual([path, english.get(path)])
      }
    },
  )

  it('has strings for every kind of mail to each recipient, and no others', () => {
    for (const recipient of ['customer', 'seller'] as const)
      expect(Object.keys(en[recipient]).sort()).toEqual([...kindsFor(recipient)].sort())
  })

  it('returns those of the language, else English ones, with own strings in their place', () => {
    expect(getStrings('de-AT')).toEqual(getStrings('de'))
    expect(getStrings('pt-BR')).toEqual(en)
    const own = getStrings('de', { view: 'Zum Angebot', open: undefined, customer: {} })
    expect(own).toEqual({ ...getStrings('de'), view: 'Zum Angebot' })
  })
})
