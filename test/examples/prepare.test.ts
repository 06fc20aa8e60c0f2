import { chmodSync, cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ended, runExample, temporaryFolder } from './example-programs.js'

const skipReason = process.platform === 'win32' ? ' (skipped: its npm is a shell script)' : ''
const locked = {
  '': { version: '1.0.0' },
  'node_modules/needed': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/for-elsewhere': { version: '2.0.0', integrity: 'sha512-b', optional: true },
}
const { 'node_modules/needed': needed } = locked

describe.skipIf(skipReason)(`prepare.mjs${skipReason}`, () => {
  it('installs and builds a new clone', async () => {
    const clone = sampleClone()
    const { code, stdout, stderr } = await prepare(clone)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).not.toContain('said npm')
    expect(npmRuns(clone)).toEqual(['ci --include=dev --no-audit --no-fund', 'run build:js'])
  })

  it('does nothing if everything is up to date', async () => {
    const clone = sampleClone()
    install(clone, { 'node_modules/needed': needed })
    build(clone, 2000)
    expect(await prepare(clone)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(npmRuns(clone)).toEqual([])
  })

  it.each([
    ['lacks a package', {}],
    [
      'has another version of a package',
      { 'node_modules/needed': { ...needed, version: '0.9.0' } },
    ],
    [
      'has a package with another content',
      { 'node_modules/needed': { ...needed, integrity: 'sha512-c' } },
    ],
  ])('installs if node_modules %s', async (_, packages) => {
    const clone = sampleClone()
    install(clone, packages)
    build(clone, 2000)
    await prepare(clone)
    expect(npmRuns(clone)).toEqual(['ci --include=dev --no-audit --no-fund'])
  })

  it.each([
    ['older than a source', (clone: string) => build(clone, 500)],
    [
      'missing a file',
      (clone: string) => {
        build(clone, 2000)
        writePackage(clone, ['./dist/index.js', './dist/added.js'])
      },
    ],
  ])('builds if dist is %s', async (_, make) => {
    const clone = sampleClone()
    install(clone, { 'node_modules/needed': needed })
    make(clone)
    await prepare(clone)
    expect(npmRuns(clone)).toEqual(['run build:js'])
  })

  it("exits with npm's code and output if npm fails", async () => {
    const clone = sampleClone()
    const { code, stderr } = await prepare(clone, { NPM_EXIT_CODE: '7' })
    expect(code).toBe(7)
    expect(stderr).toContain('said npm')
    expect(npmRuns(clone)).toHaveLength(1)
  })
})

/** Creates a minimal clone, and a fake npm that logs its arguments. */
function sampleClone(): string {
  const clone = temporaryFolder()
  for (const folder of ['docs/examples', 'src', 'bin', 'node_modules', 'dist'])
    mkdirSync(join(clone, folder), { recursive: true })
  cpSync('docs/examples/prepare.mjs', join(clone, 'docs/examples/prepare.mjs'))
  writePackage(clone, ['./dist/index.js'])
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: locked }))
  for (const path of ['src/index.ts', 'tsconfig.json']) writeFileSync(join(clone, path), '{}')
  for (const path of ['src/index.ts', 'src', 'tsconfig.json']) setAge(join(clone, path), 1000)
  const npm = join(clone, 'bin/npm')
  writeFileSync(npm, '#!/bin/sh\necho "$*" >> npm-runs\necho said npm\nexit "$NPM_EXIT_CODE"\n')
  chmodSync(npm, 0o755)
  return clone
}

function prepare(clone: string, environment = {}): Promise<Ended> {
  const path = `${join(clone, 'bin')}${delimiter}${process.env.PATH}`
  return runExample(
    'prepare.mjs',
    { NPM_EXIT_CODE: '0', ...environment, PATH: path },
    join(clone, 'docs/examples'),
  )
}

function npmRuns(clone: string): string[] {
  try {
    return readFileSync(join(clone, 'npm-runs'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

function install(clone: string, packages: object): void {
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
}

function build(clone: string, seconds: number): void {
  writeFileSync(join(clone, 'dist/index.js'), '')
  setAge(join(clone, 'dist/index.js'), seconds)
}

function writePackage(clone: string, outputs: readonly string[]): void {
  const exports = Object.fromEntries(outputs.map((output, index) => [`./${index}`, output]))
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ exports }))
  setAge(join(clone, 'package.json'), 1000)
}

/** Sets the modification time of a file, in seconds since the Unix epoch. */
function setAge(path: string, seconds: number): void {
  utimesSync(path, seconds, seconds)
}
