import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTable, parseTypedLine } from '../../../src/desk/edit/typed-lines.js'

describe('parseTypedLine', () => {
  it.each([
    ['3 drill', { product: 'drill', qty: '3' }],
    ['  12   x oak chair ', { product: 'oak chair', qty: '12' }],
    ['2 × 2x4 stud', { product: '2x4 stud', qty: '2' }],
    ['1,5 sand', { product: 'sand', qty: '1,5' }],
    ['2x4 stud', { product: '2x4 stud' }],
    ['118', { product: '118' }],
    ['drill', { product: 'drill' }],
    ['drill 3', { product: 'drill 3' }],
    ['', { product: '' }],
    ['__proto__', { product: '__proto__' }],
  ])('parses %j', (text, line) => {
    expect(parseTypedLine(text)).toEqual(line)
  })

  it('takes no time that grows faster than what is typed', () => {
    const long = `${'1'.repeat(50_000)} ${' '.repeat(50_000)}x`
    expect(parseTypedLine(long).product).toBe('x')
  })
})

describe('parseTable', () => {
  it.each([
    ['a spreadsheet', 'OC-118\t2\nFP-204\t10\n'],
    ['quantities first', '2\tOC-118\r\n10\tFP-204'],
    ['semicolons, and an empty row', 'OC-118;2\n\nFP-204;10'],
    ['commas and quotation marks', '"OC-118",2\n"FP-204",10'],
    ['words', '2 OC-118\n10 FP-204'],
    ['more columns', 'OC-118\t2\t149.95\nFP-204\t\t10\t12.50'],
  ])('parses %s', (_, text) => {
    expect(parseTable(text)).toEqual([
      { product: 'OC-118', qty: '2' },
      { product: 'FP-204', qty: '10' },
    ])
  })

  it('takes a number as a product if both cells are numbers, or it stands alone', () => {
    expect(parseTable('118\t2\n204')).toEqual([{ product: '118', qty: '2' }, { product: '204' }])
  })

  it('returns every product and quantity of a table, whatever the products are called', () => {
    const name = fc.stringMatching(/^[A-Za-z][A-Za-z -]{0,12}[A-Za-z]$/)
    const row = fc.record({ product: name, qty: fc.integer({ min: 1, max: 9_999 }).map(String) })
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1 }),
        fc.constantFrom('\t', ';', ','),
        (rows, cell) => {
          const text = rows.map(({ product, qty }) => [product, qty].join(cell)).join('\n')
          expect(parseTable(text)).toEqual(rows)
        },
      ),
    )
  })
})
