/** The load and the machines of the table in docs/capacity.md. */

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
  serverConnections: 97,
  poolSize: 10,
  utilization: 0.6,
}
