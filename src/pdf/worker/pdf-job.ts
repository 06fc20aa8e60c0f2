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

/** What every file of a renderer is compiled with. */
interface CompilerFiles {
  readonly template: string
  readonly fontFiles: readonly Uint8Array[]
  /** Absolute paths, as the worker has a working directory of its own. */
  readonly fontFolders: readonly string[]
}

/** What the worker needs to start. */
export interface WorkerSetup extends CompilerFiles {
  /** Finds the main file of the compiler. */
  readonly findCompiler: () => string
  /** The program of the worker, as CommonJS. */
  readonly code: string
  readonly timeoutMs: number
  /** How many files may be compiled or wait. */
  readonly maxQueue: number
}

/** The first message to the worker. */
export interface CompilerSetup extends CompilerFiles {
  readonly compilerPath: string
}

/** A message to the worker: its setup, then one job after the other. */
export type WorkerRequest = CompilerSetup | PdfJob

/** What the worker answers to a job: that it has begun, then the file or why there is none. */
export type WorkerResponse =
  | { readonly hasBegun: true }
  | { readonly file: Uint8Array }
  | { readonly reason: string }
