import { randomUUID } from 'node:crypto'
import { constants, createWriteStream, type Stats } from 'node:fs'
import {
  access,
  chmod,
  type FileHandle,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CommandCall, UsageError } from './command.js'

/** Returns the format that the name of a file stands for. */
export function formatOf(path: string | undefined): 'csv' | 'jsonl' {
  return path !== undefined && /\.csv$/i.test(path) ? 'csv' : 'jsonl'
}

/** @throws UsageError if there is no such file, or it cannot be read */
export async function assertReadable(path: string): Promise<void> {
  const stats = await statOf(path)
  if (stats === undefined) throw new UsageError(`There is no file ${path}`)
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder, and must be a file`)
  await access(path, constants.R_OK).catch((cause: Error) => {
    throw new UsageError(`${path} cannot be read: ${cause.message}`, { cause })
  })
}

/** Writes a file. */
export type WriteFile = (file: AsyncIterable<string>) => Promise<void>

/**
 * Returns a function that writes a file, or the standard output without a path. A file is written
 * beside the one that it replaces, and takes its name when it is complete: what fails or is
 * interrupted leaves the file that was there, and never a part of one.
 *
 * @throws UsageError if there can be no such file
 */
export async function openOutput(
  path: string | undefined,
  { stdout, signal }: CommandCall,
): Promise<WriteFile> {
  if (path === undefined || path === '-' || path === '/dev/stdout')
    return (file) => {
      unblock(stdout)
      return pipeline(Readable.from(file), stdout, { end: false, signal })
    }
  const stats = await statOf(path)
  if (stats?.isDirectory()) throw new UsageError(`--output ${path} is a folder: add a file name`)
  // Devices and pipes have no content that could be lost, and no other file can take their place.
  if (stats !== undefined && !stats.isFile())
    return (file) => pipeline(Readable.from(file), createWriteStream(path), { signal })
  const target = await targetOf(path)
  const folder = dirname(target)
  await access(folder, constants.W_OK).catch((cause: Error) => {
    const reason = `there must be a folder ${folder} in which files can be created`
    throw new UsageError(`--output ${path} cannot be written: ${reason}`, { cause })
  })
  return (file) => replaceFile(file, target, stats, signal)
}

/**
 * Lets signals end the process while its output is not read: Node writes to a pipe synchronously,
 * and there is no public way to change that. Without it, only the second signal ends it.
 */
function unblock(stdout: NodeJS.WritableStream): void {
  const { _handle: handle } = stdout as { _handle?: { setBlocking?(isBlocking: boolean): void } }
  handle?.setBlocking?.(false)
}

async function replaceFile(
  file: AsyncIterable<string>,
  target: string,
  replaced: Stats | undefined,
  signal: AbortSignal,
): Promise<void> {
  const partial = join(dirname(target), `.${randomUUID()}.quotewright-partial`)
  const handle = await open(partial, 'wx')
  try {
    if (replaced !== undefined) await copyAccess(handle, partial, replaced)
    await writeFile(handle, file, { signal })
    await handle.sync()
    await handle.close()
    await rename(partial, target)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

/** Gives a file the permissions of another one, and its owner if the system allows that. */
async function copyAccess(handle: FileHandle, path: string, { mode, uid, gid }: Stats) {
  await handle.chown(uid, gid).catch(() => undefined)
  await chmod(path, mode & 0o7777)
}

/** Returns the file that a symbolic link leads to, also if it does not exist yet. */
async function targetOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  if (real !== undefined) return real
  const link = await lstat(path).catch(() => undefined)
  if (link?.isSymbolicLink()) return targetOf(resolve(dirname(path), await readlink(path)))
  return join(resolve(dirname(path)), basename(path))
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new UsageError(`${path} cannot be opened: ${message}`, { cause: error })
  }
}
