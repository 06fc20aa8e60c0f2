import { once } from 'node:events'
import { Session } from 'node:inspector/promises'

/** @typedef {import('./benchmark-profile.js').StartSampling} StartSampling */

const microsecondsBetweenSamples = 250

/** @type {StartSampling} */
export async function sampleThisProcess() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: microsecondsBetweenSamples })
  await session.post('Profiler.start')
  return async () => {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return profile
  }
}

/** Lets the parent process sample this one: the first message starts, the next one stops. */
export function letParentSample() {
  /** @type {Awaited<ReturnType<StartSampling>> | undefined} */
  let stop
  process.on('message', async () => {
    const profile = await stop?.()
    stop = profile === undefined ? await sampleThisProcess() : undefined
    process.send?.({ profile })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} child Has called `letParentSample`.
 * @returns {StartSampling}
 */
export function sampleChild(child) {
  const toggle = async () => {
    child.send({})
    const [{ profile }] = await once(child, 'message')
    return profile
  }
  return async () => {
    await toggle()
    return toggle
  }
}
