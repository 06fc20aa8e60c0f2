import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { scenarioNames } from '../../bench/scenario-names.mjs'

function bench(...words: string[]) {
  const { QUOTEWRIGHT_POSTGRES_URL: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.mjs', ...words], {
    encoding: 'utf8',
    env: { ...env, BENCH_ROUNDS: '1' },
  })
  return { status, stdout, stderr }
}

describe('npm run bench', () => {
  it('knows every scenario in the folder', () => {
    const files = readdirSync('bench/scenarios')
    expect(files.toSorted()).toEqual(scenarioNames.map((name) => `${name}.mjs`).toSorted())
  })

  it('runs the one that is named, and prints what it measured', () => {
    const { status, stdout } = bench('create-in-memory')
    expect(status).toBe(0)
    expect(stdout).toMatch(/\| createQuote, 10 lines, in memory \|.*\| (hit|miss) *\|/)
    expect(stdout).toContain('too few to judge')
  })

  it('lists the names where it is given another', () => {
    const { status, stdout, stderr } = bench('create-in-memory', 'creat')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('No such benchmark: creat.')
    for (const name of scenarioNames) expect(stderr).toContain(name)
  })

  it('skips what needs a server that is not there, and says so', () => {
    const { status, stderr } = bench('create-in-postgres')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^create-in-postgres: skipped: QUOTEWRIGHT_POSTGRES_URL/m)
  })

  // One round has too few samples to say which functions of the library are among them.
  it.each(['create-in-memory', 'create-over-http'])('shows where the time of %s goes', (name) => {
    const { status, stdout } = bench('--profile', name)
    expect(status).toBe(0)
    const [groups = '', functions = ''] = stdout.split('| function')
    expect(groups).toMatch(/^\| share +\| spent in +\|$/m)
    const shares = [...groups.matchAll(/^\| ([\d.]+) % /gm)].map(([, share]) => Number(share))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, -1)
    expect(functions).toMatch(/^ +\| /)
  })

  it('profiles nothing that is not named', () => {
    const { status, stderr } = bench('--profile')
    expect(status).toBe(1)
    expect(stderr).toContain('--profile is for benchmarks that are named')
  })

  it('has no profile of what compares nothing', () => {
    const { status, stderr } = bench('--profile', 'memory-per-quote')
    expect(status).toBe(0)
    expect(stderr).toMatch(/^memory-per-quote: skipped: it compares nothing/m)
  })

  it('writes no profile of a moment', () => {
    const { status, stderr } = bench('--profile', '--write', 'create-in-memory')
    expect(status).toBe(1)
    expect(stderr).toContain('--write is for profiles with at least 10 rounds')
  })

  it.each([[['--write']], [['--write', 'create-in-memory']]])(
    'writes no part of a run: %j',
    (words) => {
      const { status, stderr } = bench(...words)
      expect(status).toBe(1)
      expect(stderr).toContain('--write is for a run of all benchmarks')
    },
  )
})
