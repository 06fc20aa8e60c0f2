/** The shops, their load and the machines of the table in docs/operating/capacity.md. */

export const sampleShops = [10, 10_000, 1_000_000]

/** @type {import('./capacity-model.mjs').ShopLoad} */
export const sampleLoad = {
  quotesPerDay: 5,
  life: { changes: 6, reads: 12, lists: 4 },
  retentionDays: 1_095,
  peakFactor: 10,
  skew: 1.1,
}

/** @type {import('./capacity-model.mjs').Machines} */
export const sampleMachines = {
  serverCores: 8,
  serverDiskBytes: 2e12,
  // The default of PostgreSQL, without the three that are reserved for superusers.
  serverConnections: 97,
  poolSize: 10,
  utilization: 0.6,
}

const { life, ...numbersOfLoad } = sampleLoad

/** All numbers of the load and of the machines, by the names of options of `print-plan.mjs`. */
export const sampleNumbers = { ...numbersOfLoad, ...life, ...sampleMachines }
