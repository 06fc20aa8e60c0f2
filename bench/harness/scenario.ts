import type { ChildProcess } from 'node:child_process'

/** One measurement: the microseconds that one piece of work took. */
export type Side = () => number | Promise<number>

/** Has something cleaned up once the scenario is over, however it ends; what was opened last goes first. */
export type Afterwards = (cleanUp: () => unknown) => void

/** A piece of the library's work beside the limit that it is held against. */
export interface Comparison {
  readonly work: string
  readonly limit: string
  readonly ours: Side
  readonly theirs: Side
  /** The least speed that is a hit, as a multiple of the limit's; absent where the speed is only reported. */
  readonly target?: number
  /** The process that does the work, where it is not this one; it has called `letParentSample`. */
  readonly server?: ChildProcess
}

/** Something that is measured by itself. */
export interface Figure {
  readonly name: string
  readonly unit: string
  measure(): number | Promise<number>
}

export interface Prepared {
  readonly comparisons?: readonly Comparison[]
  readonly figures?: readonly Figure[]
}

export interface Scenario {
  readonly needsPostgres?: true
  prepare(afterwards: Afterwards): Prepared | Promise<Prepared>
}

/** The middle of many values, and the quartiles on either side of it. */
export interface Spread {
  readonly median: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
}

export interface ComparisonResult {
  readonly work: string
  readonly limit: string
  readonly target?: number
  /** How many times as fast as the limit the work is; above 1 it is faster. */
  readonly speed: Spread
  /** Microseconds for one piece. */
  readonly time: Spread
  readonly limitTime: Spread
}

export interface FigureResult {
  readonly name: string
  readonly unit: string
  readonly value: number
}

export interface ScenarioResult {
  readonly scenario: string
  readonly comparisons: readonly ComparisonResult[]
  readonly figures: readonly FigureResult[]
}
