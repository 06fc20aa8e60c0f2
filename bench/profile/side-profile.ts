import type { Profiler } from 'node:inspector'

/** Begins to sample what a process does, and gives what ends it. */
export type StartSampling = () => Promise<() => Promise<Profiler.Profile>>

export interface Share {
  readonly name: string
  /** Of all samples: 1 is all of them. */
  readonly share: number
}

export interface FunctionShare extends Share {
  /** The source file, package or module of Node that the function is in or, where it is native, that calls it. */
  readonly place: string
}

/** Where the time goes; what takes most of it comes first. */
export interface Shares {
  readonly groups: readonly Share[]
  readonly functions: readonly FunctionShare[]
}

export interface SideProfile extends Shares {
  readonly work: string
}

export interface ScenarioProfile {
  readonly scenario: string
  readonly sides: readonly SideProfile[]
}
