/**
 * @typedef {object} Scenario
 * @property {string} name
 * @property {string} limit What the work is held against.
 * @property {number} target The largest ratio of times, ours to the limit's, that is a hit.
 * @property {number} batch How many pieces of work make one measurement.
 * @property {() => unknown} ours One piece of work.
 * @property {() => unknown} theirs The limit's piece of work.
 * @property {() => void} [dispose]
 */

/**
 * Times both sides in turns, so that whatever else the machine does falls on both alike.
 *
 * @param {Scenario} scenario
 * @param {number} rounds
 */
export async function measure(scenario, rounds) {
  const { ours, theirs, batch } = scenario
  await timeOf(ours, batch)
  await timeOf(theirs, batch)
  const times = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) }
  for (let round = 0; round < rounds; round += 1) {
    times.ours.push(await timeOf(ours, batch))
    times.theirs.push(await timeOf(theirs, batch))
  }
  scenario.dispose?.()
  const medians = { ours: median(times.ours), theirs: median(times.theirs) }
  return { ...medians, ratio: medians.ours / medians.theirs }
}

let consumed = 0

/** Microseconds for one piece of work, of which `batch` are made. What they return is consumed, so that none is optimised away. */
async function timeOf(/** @type {() => unknown} */ work, /** @type {number} */ batch) {
  const start = process.hrtime.bigint()
  for (let made = 0; made < batch; made += 1) {
    const result = await work()
    consumed += typeof result === 'string' ? result.length : 1
  }
  const elapsed = Number(process.hrtime.bigint() - start)
  if (consumed < batch) throw new Error('nothing was consumed')
  return elapsed / batch / 1000
}

function median(/** @type {number[]} */ values) {
  const sorted = values.toSorted((left, right) => left - right)
  return /** @type {number} */ (sorted[Math.floor(sorted.length / 2)])
}
