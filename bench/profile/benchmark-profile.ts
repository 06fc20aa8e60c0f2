import type { Profiler } from 'node:inspector'

/** Starts sampling a process. The returned function stops it. */
export type StartSampling = () => Promise<() => Promise<Profiler.Profile>>

export interface Share {
  readonly name: string
  /** Share of all samples, from 0 to 1. */
  readonly share: number
}

export interface FunctionShare extends Share {
  /** The source file, package or Node module of the function, or of the caller if it is native. */
  readonly place: string
}

/** Shares of the time, the largest first. */
export interface Shares {
  readonly groups: readonly Share[]
  readonly functions: readonly FunctionShare[]
}

export interface BenchmarkProfile extends Shares {
  readonly benchmark: string
}

export interface ScenarioProfile {
  readonly scenario: string
  readonly benchmarks: readonly BenchmarkProfile[]
}
