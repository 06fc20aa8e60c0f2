import { PGlite } from '@electric-sql/pglite'

/** The files of a new database, which take longer to create than to load. */
let files: Promise<Blob> | undefined

/** Creates an empty database. Close it at the end. */
export async function createPglite(): Promise<PGlite> {
  files ??= createFiles()
  return PGlite.create({ loadDataDir: await files })
}

async function createFiles(): Promise<Blob> {
  const database = await PGlite.create()
  try {
    return await database.dumpDataDir('none')
  } finally {
    await database.close()
  }
}
