import type { ChildProcess } from 'node:child_process'

/** Measures once. Returns the microseconds per operation. */
export type Measure = () => number | Promise<number>

/** Registers a clean-up for the end of the scenario. Runs the last registered one first. */
export type OnCleanUp = (cleanUp: () => unknown) => void

/** A benchmark of the library, and the baseline that it is compared with. */
export interface Comparison {
  readonly benchmark: string
  readonly baseline: string
  readonly measure: Measure
  readonly measureBaseline: Measure
  /** The minimum relative speed. Absent if the speed is only reported. */
  readonly target?: number
  /** The process under test, if it is not this one. It has called `letParentSample`. */
  readonly server?: ChildProcess
}

/** A value that is measured without a baseline. */
export interface Figure {
  readonly name: string
  readonly unit: string
  measure(): number | Promise<number>
}

/** Values that are measured together, and what a model forecast of some of them. */
export interface Forecasts {
  /** How often each was measured. */
  readonly rounds: number
  readonly figures: readonly FigureResult[]
  readonly forecasts: readonly ForecastResult[]
}

export interface Prepared {
  readonly comparisons?: readonly Comparison[]
  readonly figures?: readonly Figure[]
  measureForecasts?(onProgress: (share: number) => void): Promise<Forecasts>
}

/** Why a scenario cannot run here. */
export interface Skipped {
  readonly skipped: string
}

export interface Scenario {
  readonly needsPostgres?: true
  /** Returns what is measured, or why it cannot be. */
  prepare(onCleanUp: OnCleanUp): Prepared | Skipped | Promise<Prepared | Skipped>
}

/** The median and quartiles of a list of values. */
export interface Spread {
  readonly median: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
}

export interface ComparisonResult {
  readonly benchmark: string
  readonly baseline: string
  readonly target?: number
  /** Relative speed: the baseline's time divided by the benchmark's. Above 1 is faster. */
  readonly speed: Spread
  /** Microseconds per operation. */
  readonly time: Spread
  readonly baselineTime: Spread
}

export interface FigureResult {
  readonly name: string
  readonly unit: string
  readonly value: number
}

export interface ForecastResult {
  /** What was forecast: under which load, and of which part of the system. */
  readonly load: string
  readonly part: string
  readonly name: string
  readonly unit: string
  /** Medians. */
  readonly forecast: number
  readonly measured: number
  /** Measured divided by forecast, each time. */
  readonly ratio: Spread
}

export interface ScenarioResult {
  readonly scenario: string
  readonly comparisons: readonly ComparisonResult[]
  readonly figures: readonly FigureResult[]
  /** How often the forecasts and figures were measured, if there are forecasts. */
  readonly rounds?: number
  readonly forecasts?: readonly ForecastResult[]
}
