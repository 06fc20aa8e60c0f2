/** What the worker needs for one file. */
export interface PdfJob {
  /** The strings that the template reads. */
  readonly inputs: Readonly<Record<string, string>>
  /** The bytes of the picture. */
  readonly logo?: Uint8Array | undefined
  /** The PDF standard, as the compiler names it. */
  readonly standard: 'ua-1' | 'a-3a'
  /** True if a file with boxes in place of characters is an error. */
  readonly rejectsBoxes: boolean
}

/** What the worker needs to start. */
export interface WorkerSetup {
  /** Finds the main file of the compiler. */
  readonly findCompiler: () => string
  /** The program of the worker, as CommonJS. */
  readonly code: string
  readonly template: string
  readonly fontFiles: readonly Uint8Array[]
  readonly fontFolders: readonly string[]
  readonly timeoutMs: number
  /** How many files may be compiled or wait. */
  readonly maxQueue: number
}

/** What the worker answers to a job. */
export type WorkerAnswer = { readonly file: Uint8Array } | { readonly reason: string }
