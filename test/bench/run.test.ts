import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scenarioNames } from '../../bench/scenario-names.mjs'
import { listsAmong } from '../../bench/subjects/listed-quotes.mjs'

function bench(...args: string[]) {
  const { QUOTEWRIGHT_POSTGRES_URL: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.mjs', ...args], {
    encoding: 'utf8',
    env: { ...env, BENCH_ROUNDS: '1' },
  })
  return { status, stdout, stderr }
}

describe('npm run bench', () => {
  it('lists every scenario of the folder', () => {
    const files = readdirSync('bench/scenarios')
    expect(files.toSorted()).toEqual(scenarioNames.map((name) => `${name}.mjs`).toSorted())
  })

  it('runs a named scenario and prints its result', () => {
    const { status, stdout } = bench('create-in-memory')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\| createQuote, 10 lines, in memory \|.*\| (hit|miss) *\|/)
    expect(stdout).toContain('too few for reliable results')
  })

  it('list-in-sqlite compares the first and a middle page of every list', () => {
    const { status, stdout } = bench('list-in-sqlite')
    expect(status).toBe(0)
    const rows = [...stdout.matchAll(/^\| listQuotes, (.+), (first|middle) page, among 2,000/gm)]
    const pages = listsAmong(2_000).flatMap(({ name }) => [
      [name, 'first'],
      [name, 'middle'],
    ])
    expect(rows.map(([, name, page]) => [name, page])).toEqual(pages)
  })

  it('rejects an unknown name and lists the available ones', () => {
    const { status, stdout, stderr } = bench('create-in-memory', 'creat')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('Unknown benchmark: creat.')
    for (const name of scenarioNames) expect(stderr).toContain(name)
  })

  it('skips scenarios that need a PostgreSQL server, with the reason', () => {
    const { status, stderr } = bench('create-in-postgres')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^create-in-postgres: skipped: QUOTEWRIGHT_POSTGRES_URL/m)
  })

  // One round has too few samples to expect certain functions of the library.
  it.each(['create-in-memory', 'create-over-http'])('--profile prints the shares of %s', (name) => {
    const { status, stdout } = bench('--profile', name)
    expect(status).toBe(0)
    const [groups = '', functions = ''] = stdout.split('| Function')
    expect(groups).toMatch(/^\| Share +\| Part +\|$/m)
    const shares = [...groups.matchAll(/^\| ([\d.]+) % /gm)].map(([, share]) => Number(share))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, -1)
    expect(functions).toMatch(/^ +\| /)
  })

  it('--profile rejects a missing name', () => {
    const { status, stderr } = bench('--profile')
    expect(status).toBe(1)
    expect(stderr).toContain('--profile requires the name')
  })

  it('--profile skips a scenario without comparisons', () => {
    const { status, stderr } = bench('--profile', 'memory-per-quote')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^memory-per-quote: skipped: it has no comparisons/m)
  })

  it('--write rejects a profile of one round', () => {
    const { status, stderr } = bench('--profile', '--write', 'create-in-memory')
    expect(status).toBe(1)
    expect(stderr).toContain('--write requires at least 10 rounds')
  })

  it.each([
    [['--write']],
    [['--write', 'create-in-memory']],
    [['--write', 'capacity-model']],
    [['--write', 'capacity-model', 'create-in-memory']],
  ])('--write rejects a partial run: %j', (args) => {
    const { status, stderr } = bench(...args)
    expect(status).toBe(1)
    expect(stderr).toContain('--write requires a run of all benchmarks')
  })
})
