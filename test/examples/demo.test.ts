import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Ended, runExample, temporaryFolder } from './example-programs.js'

const escapeCode = '\x1b'

let running: Promise<Ended & { readonly left: readonly string[] }> | undefined

/** Runs the program once for all tests that change nothing of its environment. */
const runDemo = () => {
  running ??= (async () => {
    const folder = temporaryFolder()
    const ended = await runExample('demo.mjs', { TMPDIR: folder, TEMP: folder })
    return { ...ended, left: readdirSync(folder) }
  })()
  return running
}

describe('demo.mjs', () => {
  it('exits with 0, prints no errors and removes its files', async () => {
    expect(await runDemo()).toMatchObject({ code: 0, stderr: '', left: [] })
  })

  it('prints at most 80 lines of 100 characters', async () => {
    const lines = (await runDemo()).stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(80)
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })

  it('prints tables with consistent amounts', async () => {
    const tables = tablesIn((await runDemo()).stdout)
    expect(tables).toHaveLength(2)
    for (const { lines, listTotal, discount, quoteTotal } of tables) {
      expect(lines).toHaveLength(5)
      for (const line of lines) {
        expect(line.qty * line.offered).toBe(line.lineTotal)
        expect(line.qty * line.listPrice - line.discount).toBe(line.lineTotal)
      }
      expect(sum(lines.map((line) => line.lineTotal))).toBe(quoteTotal)
      expect(sum(lines.map((line) => line.discount))).toBe(discount)
      expect(listTotal - discount).toBe(quoteTotal)
    }
  })

  it('prints the changes of the updates', async () => {
    const { stdout } = await runDemo()
    const [before, after] = tablesIn(stdout)
    expect([before?.lines[0]?.qty, after?.lines[0]?.qty]).toEqual([2, 3])
    expect([before?.lines[1]?.offered, after?.lines[1]?.offered]).toEqual([389_0000, 365_0000])
    expect(stdout).toContain('quantity 2 → 3')
    expect(stdout).toContain('offered price 389.00 → 365.00')
    expect(stdout).toContain('tags none → Needs Approval, Trade Fair')
    expect(stdout).toContain('Austin, Texas 78701')
    expect(stdout).toContain('verifyQuote: all lines and totals are consistent')
  })

  it('prints the way from an offer to an order', async () => {
    const { stdout } = await runDemo()
    expect(stdout).toMatch(/^ {3}sent {6}Q-00001, revision 1: 1737\.40 until \d{4}-\d\d-\d\d$/m)
    expect(stdout).toContain('an update of the lines rejects with quote_locked')
    expect(stdout).toContain('by Ada Lovelace, PO-2026-7; proven from the quote alone: true')
    expect(stdout).toMatch(/as order-\S{8}; cancelQuote now rejects with invalid_transition/)
  })

  it('prints every error of an invalid request by its path', async () => {
    const { stdout } = await runDemo()
    const errors = stdout.slice(stdout.indexOf('Rejected with invalid_request'))
    const paths = [
      'customer.zipcode',
      'products[0].qty',
      'products[1].id',
      'products[1].qty',
      'products[2].qty',
      'products[2].quantity',
      'coupon',
    ]
    expect([...errors.matchAll(/^ {5}(\S+)/gm)].map(([, path]) => path)).toEqual(paths)
  })

  it.each([
    ['piped', undefined, false],
    ['FORCE_COLOR=1', { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0', { FORCE_COLOR: '0' }, false],
    ['FORCE_COLOR=1 and NO_COLOR=1', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('prints tags in color if supported: %s', async (_, environment, inColor) => {
    const { stdout } = await (environment ? runExample('demo.mjs', environment) : runDemo())
    expect(stdout.includes(escapeCode)).toBe(inColor)
    expect(stdout).toContain(
      inColor
        ? `${escapeCode}[48;2;255;214;79m${escapeCode}[38;2;66;46;0m Needs Approval `
        : '[Needs Approval]',
    )
  })
})

const amount = String.raw`(-?[\d,]+\.\d{2,4})`
const lineOfTable = new RegExp(
  String.raw`^ {3}(\S.*?) +(\d+) +${amount} +${amount} +${amount} +${amount}$`,
)

/** Parses the printed tables. Amounts are integers, in ten-thousandths. */
function tablesIn(page: string) {
  return page
    .split(/^ {3}Product +Qty .*$/m)
    .slice(1)
    .map((table) => ({
      lines: table.split('\n').flatMap((row) => {
        const [, name, qty, ...amounts] = lineOfTable.exec(row) ?? []
        if (name === undefined) return []
        const [listPrice = 0, offered = 0, discount = 0, lineTotal = 0] =
          amounts.map(tenThousandths)
        return [{ name, qty: Number(qty), listPrice, offered, discount, lineTotal }]
      }),
      listTotal: totalIn(table, 'List total'),
      discount: totalIn(table, 'Discount'),
      quoteTotal: totalIn(table, 'Quote total'),
    }))
}

function totalIn(table: string, label: string): number {
  return tenThousandths(new RegExp(`^ +${label} +${amount}$`, 'm').exec(table)?.[1] ?? '')
}

function tenThousandths(printed: string): number {
  const [integer = '', decimals = ''] = printed.replaceAll(',', '').split('.')
  return Number(integer + decimals.padEnd(4, '0'))
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0)
}
