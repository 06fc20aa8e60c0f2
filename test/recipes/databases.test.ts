import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runSample } from '../docs/run-sample.js'
import { sampleWorkspace } from '../docs/sample-workspace.js'
import { programsOf } from './recipes.js'
import { createDatabase, missing, type TemporaryDatabase } from './temporary-database.js'

const recipes = ['postgres-js', 'drizzle', 'kysely', 'knex', 'typeorm']

describe.skipIf(missing !== undefined)(`on a PostgreSQL server (${missing ?? 'here'})`, () => {
  let workspace: string
  let database: TemporaryDatabase
  beforeAll(async () => {
    workspace = sampleWorkspace()
    database = await createDatabase('programs')
    vi.stubEnv('DATABASE_URL', database.url)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await database.drop()
    rmSync(workspace, { recursive: true, force: true })
  })

  for (const program of recipes.flatMap(programsOf)) {
    it(`${program.place} runs as documented`, async () => {
      expect(program.output).toBeDefined()
      await runSample(program, workspace)
    })
  }
})
