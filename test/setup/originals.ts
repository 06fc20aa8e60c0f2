/** What tests replace, as it was when this worker began. Files of one worker share it. */
export const originals = {
  setTimeout,
  clearTimeout,
  setInterval,
  setImmediate,
  queueMicrotask,
  fetch,
  Date,
  random: Math.random,
}
