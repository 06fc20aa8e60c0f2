import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runtimesTable } from '../../.ci/runtimes/list.mjs'

const read = (path: string) => readFileSync(path, 'utf8')
const numbersIn = (text = '') => [...text.matchAll(/\d+/g)].map(([number]) => Number(number))

describe('docs/operating/runtimes.md', () => {
  it('has the table of the runtimes that .ci/runtimes.mjs runs', () => {
    expect(read('docs/operating/runtimes.md')).toContain(`\n\n${runtimesTable()}\n\n`)
  })
})

describe('docs/operating/scaling.md', () => {
  it('names the versions of PostgreSQL that CI runs', () => {
    const [, named] = /on PostgreSQL ([\d,\sand]+),/.exec(read('docs/operating/scaling.md')) ?? []
    const [, packages = ''] = /versions = \[(.*)\]/.exec(read('.ci/postgres-family.mjs')) ?? []
    const others = packages.split(', ').map((version) => numbersIn(version)[0])
    const [, ofServer] = /postgresql\/(\d+)\/bin/.exec(read('.ci/run')) ?? []
    expect(numbersIn(named)).toEqual([...others, Number(ofServer)].sort())
  })
})
