/** What tests can replace, as it is now. */
export const currentGlobals = () => ({
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  setInterval: globalThis.setInterval,
  clearInterval: globalThis.clearInterval,
  setImmediate: globalThis.setImmediate,
  queueMicrotask: globalThis.queueMicrotask,
  fetch: globalThis.fetch,
  Date: globalThis.Date,
  performance: globalThis.performance,
  'performance.now': globalThis.performance.now,
  'Date.now': globalThis.Date.now,
  'Math.random': Math.random,
  'crypto.randomUUID': globalThis.crypto.randomUUID,
  'console.error': console.error,
  'console.warn': console.warn,
  'process.nextTick': process.nextTick,
  'process.exitCode': process.exitCode,
})

/** What tests can replace, as it was when this worker began. Files of one worker share it. */
export const originals = currentGlobals()
