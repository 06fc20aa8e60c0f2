import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

function printPlan(...args: string[]) {
  const program = ['bench/capacity/print-plan.mjs', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('print-plan.mjs', () => {
  it('prints what these shops need with this load', () => {
    const { status, stdout } = printPlan('--shops', '20,3000', '--quotesPerDay', '7')
    expect(status).toBe(0)
    expect(stdout).toContain('| Plan | 20 shops | 3,000 shops |\n')
    expect(stdout).toContain('| Quotes created a day | 140 | 21,000 |\n')
  })

  it('prints the table of the page without options', () => {
    expect(printPlan().stdout).toContain('| 10 shops | 10,000 shops | 1,000,000 shops |')
  })

  it.each([
    [['--shop', '5'], "Unknown option '--shop'"],
    [['--shops', '5,'], '--shops must be a number above 0, not ""'],
    [['--shops', '1.5'], '--shops must be integers of at most 10,000,000, not "1.5"'],
    [['--shops', '1e9'], '--shops must be integers of at most 10,000,000, not "1e9"'],
    [['--quotesPerDay', 'many'], '--quotesPerDay must be a number above 0, not "many"'],
    [['--serverCores', '0'], '--serverCores must be a number above 0, not "0"'],
  ])('rejects %j', (args, message) => {
    const { status, stdout, stderr } = printPlan(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(message)
  })
})
