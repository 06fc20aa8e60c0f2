import { describe, expect, it } from 'vitest'
import { loadStrings } from '../../src/desk/strings/load-strings.js'
import { type DeskStrings, deskStrings } from '../../src/desk/strings.js'
import { sampleDesk, sampleEngine, seller, stranger } from './sample-desk.js'

type Say = (...values: readonly unknown[]) => string
type Table = readonly (readonly [path: string, value: string | Say])[]

/** Returns every string and function of a table, by its path: `list.views.mine`. */
function leavesOf(table: object, path = ''): Table {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'object' ? leavesOf(value, `${path}${name}.`) : [[`${path}${name}`, value]],
  )
}

async function load(language: string): Promise<DeskStrings> {
  const strings = await loadStrings(language)
  if (strings === undefined) throw new Error(`There are no strings in ${language}`)
  return strings
}

const english = new Map(leavesOf(deskStrings))

/** The languages besides English, with what they write as English does. */
const sameStrings: Readonly<Record<string, readonly string[]>> = {
  ar: [],
  de: ['Name', 'Status', 'Version', 'Optional.', 'KB', 'MB', 'GB'],
  fr: [
    ...['Actions', 'Description', 'Document', 'Introduction', 'Note', 'Pages', 'Signature'],
    ...['Taxes', 'Total'],
  ],
  ja: ['KB', 'MB', 'GB'],
  zh: ['KB', 'MB', 'GB'],
}
const languages = Object.keys(sameStrings)

/** Latin words in languages of other scripts: codes, units, and examples of what can be typed. */
const codes =
  /\b(?:CSV|PDF|HTML|UBL|ID|KB|MB|GB|EUR|JP|CN|SA|ada@example\.com|lov|Lovelace|rrggbb|https|SKU|A|Z)\b/g

/** Letters that a language does not have. */
const wrongLetters: Readonly<Record<string, RegExp>> = {
  ar: /(?![\p{Script=Arabic}ـ])\p{L}/u,
  de: /(?!\p{Script=Latin})\p{L}/u,
  // The last ones are straight quotes, and signs without a no-break space.
  fr: /(?!\p{Script=Latin})\p{L}|['"]|[^\u202f](?:[;?!»]|:(?!\/))|«(?!\u202f)|[^\u00a0]%/u,
  // The last ones are written so in simplified Chinese only.
  ja: /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L}|[价单请报这们时选项订货]/u,
  // The last ones are written so in traditional Chinese and in Japanese.
  zh: /(?!\p{Script=Han})\p{L}|[報單價請數據個這們時選項關開]/u,
}

const requirement = { label: '71', by: '73', status: 'pending' }

/** Two values for each argument of the functions that take others than strings. */
const samples: Readonly<Record<string, readonly (readonly [unknown, unknown])[]>> = {
  'common.exchange': [
    [
      { from: '1', rate: '2', to: '3', source: '4', date: '5' },
      { from: '6', rate: '7', to: '8', source: '9', date: '0' },
    ],
  ],
  'edit.billed': [
    ['month', 'year'],
    ['3', '4'],
    ['5', '6'],
  ],
  'list.bulk.changed': [
    ['tag', 'delete'],
    [71, 72],
  ],
  'actions.delete.confirm': [[true, false]],
  ...Object.fromEntries(
    ['approvals.needed', 'explain.approvalRequired'].map((path) => [
      path,
      [
        [[requirement], [{ ...requirement, label: '72' }]],
        [[requirement], [{ ...requirement, by: '74' }]],
        [[requirement], [{ ...requirement, status: 'required' }]],
      ],
    ]),
  ),
  ...Object.fromEntries(
    [
      'edit.missingCustomer',
      'edit.unknownRows',
      'edit.notCounted',
      'edit.countedWithout',
      'history.changedCustomer',
    ].map((path) => [
      path,
      [
        [
          ['71', '73'],
          ['71', '74'],
        ],
      ],
    ]),
  ),
}

/** Returns what a function says of two values for each of its arguments, one at a time. */
function sayings(path: string, say: Say): readonly string[] {
  const values = samples[path] ?? ['71', '73', '75', '77'].map((each) => [each, `${each}8`])
  const isOfOne = path.startsWith('approvals.') || path.startsWith('explain.approval')
  return values.flatMap(([first, second], index) => {
    const before = isOfOne ? [first] : values.map(([each]) => each)
    return [say(...before), say(...(isOfOne ? [second] : before.with(index, second)))]
  })
}

/** Returns the strings of a table by their paths, those of functions with samples of values. */
async function textsIn(language: string): Promise<readonly (readonly [string, string])[]> {
  return leavesOf(await load(language)).flatMap(([path, value]) =>
    typeof value === 'string'
      ? [[path, value] as const]
      : sayings(path, value).map((text) => [path, text] as const),
  )
}

describe.each(languages)('the strings of the desk in %s', (language) => {
  it('have the paths of the English ones', async () => {
    const paths = leavesOf(await load(language)).map(([path]) => path)
    expect(paths.sort()).toEqual([...english.keys()].sort())
  })

  it('are other words than in English', async () => {
    const same = new Set(sameStrings[language])
    const unchanged = leavesOf(await load(language)).filter(([path, value]) => {
      const of = english.get(path)
      if (typeof value === 'string') return value === of && /\p{L}/u.test(value) && !same.has(value)
      const strings = sayings(path, of as Say)
      return sayings(path, value).some(
        (text, index) => text === strings[index] && /\p{L}/u.test(text),
      )
    })
    expect(unchanged.map(([path]) => path)).toEqual([])
  })

  it('say every value that the English ones say', async () => {
    const lost = leavesOf(await load(language)).filter(([path, value]) => {
      if (typeof value === 'string') return false
      const own = sayings(path, value)
      const strings = sayings(path, english.get(path) as Say)
      return own.some((text, index) => {
        const [before, ofEnglish] = [own[index - 1], strings[index - 1]]
        return index % 2 === 1 && text === before && strings[index] !== ofEnglish
      })
    })
    expect(lost.map(([path]) => path)).toEqual([])
  })

  it('have only letters of the language', async () => {
    const wrong = wrongLetters[language] as RegExp
    const hasWrong = (text: string) => wrong.test(text.replaceAll(codes, ''))
    expect((await textsIn(language)).filter(([, text]) => hasWrong(text))).toEqual([])
  })

  it('have nothing undefined', async () => {
    const isBroken = (text: string) => text.trim() === '' || /undefined|NaN|\[object/.test(text)
    expect((await textsIn(language)).filter(([, text]) => isBroken(text))).toEqual([])
  })
})

describe('the language of the desk', () => {
  it('is that of the user, else of the desk, else of the store', async () => {
    const engine = sampleEngine({ locale: (storeId) => (storeId === 'store-1' ? 'de-AT' : 'en') })
    const desk = sampleDesk({ engine })
    expect((await desk.get('/')).html).toContain('<html lang="de-AT" dir="ltr">')
    desk.user = stranger
    expect((await desk.get('/')).html).toContain('<html lang="en" dir="ltr">')
    desk.user = { ...stranger, locale: 'de' }
    expect((await desk.get('/')).html).toContain('<h1>Angebote</h1>')
    desk.user = { ...seller, locale: 'en-GB' }
    expect((await desk.get('/')).html).toContain('<h1>Quotes</h1>')
    const german = sampleDesk({ engine, locale: 'de' })
    german.user = stranger
    expect((await german.get('/')).html).toContain('<h1>Angebote</h1>')
  })

  it('is English with the formats of the locale for other languages', async () => {
    const { html } = await sampleDesk({ locale: 'it' }).get('/')
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<h1>Quotes</h1>')
  })

  it('is that of the user on error pages', async () => {
    const desk = sampleDesk()
    desk.user = { ...seller, locale: 'de' }
    const { status, html } = await desk.get('/quotes/none')
    expect(status).toBe(404)
    expect(html).toContain('<html lang="de" dir="ltr">')
    expect(html).toContain('Diese Seite gibt es nicht')
    expect(html).toContain('Alle Angebote')
    expect(html).not.toContain('lang="en"')
  })

  it('is that of the desk for an address of no page, without English', async () => {
    const { html } = await sampleDesk({ locale: 'fr' }).get('/no-such-page')
    expect(html).toContain('Cette page n’existe pas')
    expect(html).toContain('L’adresse est incomplète')
    expect(html).not.toContain('lang="en"')
  })

  it('stays with strings of the host, which replace those of the language', async () => {
    const desk = sampleDesk({ locale: 'de', strings: { list: { title: 'Offerten' } } })
    const { html } = await desk.get('/')
    expect(html).toContain('<html lang="de" dir="ltr">')
    expect(html).toContain('<h1>Offerten</h1>')
    expect(html).toContain('Neues Angebot')
  })

  it.each(['german', 'de_DE', '', '__proto__', 7, null, {}])(
    'of a user is not %j',
    async (locale) => {
      const desk = sampleDesk()
      desk.user = { ...seller, locale: locale as string }
      expect((await desk.get('/')).status).toBe(500)
      const message = expect.stringContaining('must be a BCP 47 language tag')
      expect(desk.errors).toEqual([
        expect.objectContaining({
          code: 'invalid_context',
          details: { errors: { locale: message } },
        }),
      ])
    },
  )
})
