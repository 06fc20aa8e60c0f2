import { describe, expect, it } from 'vitest'
import { createDocument } from '../../../src/document/model/create-document.js'
import type { DocumentOptions } from '../../../src/document/model/document-options.js'
import { isUnitCode } from '../../../src/document/model/unit-codes.js'
import { unitWords, usualUnitCode } from '../../../src/document/model/units.js'
import { newQuote } from '../sample-quotes.js'

/** Returns the codes of what units are called. */
function unitCodes(): ReadonlySet<string> {
  const units =
    'piece pair set box bottle ream pallet hour day month mm cm m km in ft yd mi m² cm² ft² m³ ml ' +
    'l mg g kg t oz lb s min kWh MWh pcs each unit hr week year minute second kilo gram milligram ' +
    'tonne pound ounce litre millilitre metre centimetre millimetre kilometre inch foot yard mile ' +
    'sqm sqft cm2 cbm gallon dozen sheet lot roll pack bag can carton case h'
  return new Set(units.split(' ').map((unit) => usualUnitCode(unit) ?? unit))
}

describe('unitWords', () => {
  it.each([
    ['en', 1, 'piece'],
    ['en', 3_600, 'pieces'],
    ['en', 1.5, 'pieces'],
    ['en-GB', 0, 'pieces'],
    ['de-AT', 3_600, 'Stück'],
    ['fr', 1.5, 'pièce'],
    ['fr', 2, 'pièces'],
    ['ar', 5, 'قطع'],
    ['ar-EG', 100, 'قطعة'],
    ['zh-Hans', 5, '件'],
    ['ja', 5, '個'],
    // As the strings of other languages are English.
    ['pl', 22, 'pieces'],
  ])('returns the word in %s beside %d', (locale, quantity, word) => {
    expect(unitWords(locale)('piece', quantity)).toBe(word)
  })

  it.each([
    ['en', 'HUR', 1, 'hour'],
    ['de', 'HUR', 2, 'Stunden'],
    ['de', 'H87', 2, 'Stück'],
    ['en', 'C62', 2, 'pieces'],
    ['fr', 'EA', 1, 'pièce'],
    ['en', 'KGM', 2, 'kg'],
    ['de', 'MTK', 2, 'm²'],
    ['en', 'KWH', 2, 'kWh'],
    ['en', 'DZN', 2, 'DZN'],
  ])('returns the word in %s of the code %s beside %d: %s', (locale, code, quantity, word) => {
    expect(unitWords(locale)(code, quantity)).toBe(word)
  })

  it('prefers own words of a code', () => {
    const own = { KGM: { other: 'kilos' }, HUR: { other: 'Std.' } }
    expect(unitWords('de', own)('KGM', 2)).toBe('kilos')
    expect(unitWords('de', own)('HUR', 2)).toBe('Std.')
  })

  it('has words and spellings only for codes of Recommendation 20', () => {
    const codes = [...unitCodes()]
    expect(codes.length).toBeGreaterThan(40)
    expect(codes.filter((code) => !isUnitCode(code))).toEqual([])
  })

  it('selects own words by the rules of the locale', () => {
    const units = { piece: { one: 'sztuka', few: 'sztuki', many: 'sztuk', other: 'sztuki' } }
    const word = unitWords('pl', units)
    expect([1, 22, 5, 1.5].map((quantity) => word('piece', quantity))).toEqual([
      'sztuka',
      'sztuki',
      'sztuk',
      'sztuki',
    ])
  })

  it('returns the word of other numbers where a number has none', () => {
    expect(unitWords('en', { kit: { other: 'kits' } })('kit', 1)).toBe('kits')
  })

  it.each(['kg', 'm', 'Piece', '', 'constructor', '__proto__', 'toString', 'x'.repeat(255)])(
    'returns %j, which has no words, as it is',
    (unit) => {
      expect(unitWords('en')(unit, 2)).toBe(unit)
    },
  )
})

describe('the option units of createDocument', () => {
  const products = [
    { name: 'Screw', price: '0.09', qty: 3_600, unit: 'piece' },
    { name: 'Oil', price: '9', qty: 2, unit: 'can' },
    { name: 'Wire', price: '9', qty: 2, unit: 'm' },
  ]
  const quantitiesOf = async (options?: DocumentOptions) =>
    createDocument(await newQuote({ customer: {}, products }), options).lines.map(({ quantity }) =>
      quantity.replace('\u00a0', ' '),
    )

  it('has the words of usual units in each language', async () => {
    expect(await quantitiesOf()).toEqual(['3,600 pieces', '2 can', '2 m'])
    expect(await quantitiesOf({ locale: 'de' })).toEqual(['3.600 Stück', '2 can', '2 m'])
  })

  it('adds words, and replaces those of usual units', async () => {
    const units = { can: { one: 'can', other: 'cans' }, piece: { other: 'pcs' } }
    expect(await quantitiesOf({ units })).toEqual(['3,600 pcs', '2 cans', '2 m'])
  })

  it.each([
    ['units', { units: 'piece' }],
    ['units.can', { units: { can: 'cans' } }],
    ['units.can.other', { units: { can: { one: 'can' } } }],
    ['units.can.one', { units: { can: { one: 1, other: 'cans' } } }],
    ['units.can.plural', { units: { can: { other: 'cans', plural: 'cans' } } }],
  ])('rejects an invalid %s', async (path, options) => {
    await expect(quantitiesOf(options as never)).rejects.toMatchObject({
      code: 'invalid_options',
      details: { errors: { [path]: expect.any(String) } },
    })
  })
})

describe('usualUnitCode', () => {
  it('returns codes of units only', () => {
    const units = 'HA HM CG GM KL KB MB GB TB KW MW KVA VA KA KJ MJ GJ DB IU PAL cl dl hl hektar'
    const codes = units.split(' ').map((unit) => usualUnitCode(unit) ?? unit)
    expect(codes.filter((code) => !isUnitCode(code))).toEqual([])
    expect(codes.filter((code) => units.split(' ').includes(code))).toEqual(['KVA'])
  })

  it.each<readonly [unit: string, code: string | undefined]>([
    ['piece', 'H87'],
    ['box', 'XBX'],
    ['hour', 'HUR'],
    ['h', 'HUR'],
    ['m²', 'MTK'],
    ['kg', 'KGM'],
    ...['KGM', 'C62', 'EA', 'HUR', 'MTR', 'H87', 'LTR', 'KWH', 'XPX', 'MON', 'DZN', '4G', 'P1'].map(
      (code) => [code, code] as const,
    ),
    ['Piece', 'H87'],
    ['STÜCK', 'H87'],
    ['Stu\u0308ck', 'H87'],
    ['pcs', 'H87'],
    ['Stk', 'H87'],
    ['each', 'EA'],
    ['Unit', 'C62'],
    ['Kg', 'KGM'],
    ['KG', 'KGM'],
    ['kWh', 'KWH'],
    ['hr', 'HUR'],
    [' Hours ', 'HUR'],
    ['Stunden', 'HUR'],
    ['heures', 'HUR'],
    ['個', 'H87'],
    ['L', 'LTR'],
    ['m2', 'MTK'],
    ['kgm', 'KGM'],
    ['h87', 'H87'],
    ['HAR', 'HAR'],
    ['HA', 'HAR'],
    ['ha', 'HAR'],
    ['KW', 'KWT'],
    ['kW', 'KWT'],
    ['MW', 'MAW'],
    ['kVA', 'KVA'],
    ['KB', '2P'],
    ['MB', '4L'],
    ['GB', 'E34'],
    ['TB', 'E35'],
    ['DB', '2N'],
    ['dB', '2N'],
    ['GJ', 'GV'],
    ['KJ', 'KJO'],
    ['KL', 'K6'],
    ['GM', 'GRM'],
    ['IU', 'NIU'],
    ['STK', 'H87'],
    ['Stk.', 'H87'],
    ['pcs.', 'H87'],
    ['ea.', 'EA'],
    ['Std', 'HUR'],
    ['Std.', 'HUR'],
    ['㎡', 'MTK'],
    ['m³', 'MTQ'],
    ['㎥', 'MTQ'],
    ['ton', 'TNE'],
    ['hl', 'HLT'],
    ['mL', 'MLT'],
    ['mg', 'MGM'],
    ['Mg', undefined],
    ['M', undefined],
    ['STD', undefined],
    ['gb', undefined],
    ['rm', undefined],
    ['xbx', 'XBX'],
    ['.', undefined],
    ['KGM HUR', undefined],
    ['', undefined],
    [' ', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
  ])('returns the code of %j: %s', (unit, code) => {
    expect(usualUnitCode(unit)).toBe(code)
  })
})
