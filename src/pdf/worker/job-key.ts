import { createHash } from 'node:crypto'
import type { PdfJob } from './pdf-job.js'

/** Returns a string that is the same for two jobs only if their files are the same. */
export function jobKey({ logo, ...others }: PdfJob): string {
  const hash = createHash('sha256').update(JSON.stringify(others)).update('\n')
  return hash.update(logo ?? '').digest('hex')
}
