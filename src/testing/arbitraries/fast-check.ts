import type fc from 'fast-check'

/** The caller's copy of fast-check. */
export type FastCheck = typeof fc
