import { html } from 'hono/html'
import { QuoteError } from '../../errors.js'
import { type SelectOption, select } from '../../pages/forms/field.js'
import type { Html } from '../../pages/layout.js'
import type { DeskCall } from '../desk-call.js'
import { parseVersion } from '../forms/form-fields.js'

/**
 * Parses the number of a version in an address.
 *
 * @throws QuoteError `version_not_found` for what no version has as its number
 */
export function requireVersion(value: string, quoteId: string): number {
  const version = parseVersion(value)
  if (version === undefined) throw new QuoteError('version_not_found', { quoteId })
  return version
}

/** Two versions of a quote to compare. */
interface ChosenVersions {
  readonly quoteId: string
  readonly from: number
  readonly to: number
  /** The current version. */
  readonly last: number
}

/** Shows the form that chooses two versions to compare. */
export function versionChoice(
  { url }: DeskCall,
  { quoteId, from, to, last }: ChosenVersions,
): Html {
  const options = versionOptions(last, [from, to])
  const path = `/quotes/${encodeURIComponent(quoteId)}/differences`
  return html`<form method="get" action="${url(path)}" class="compare-form no-print">
    ${select({ name: 'from', label: 'Compare', options, value: String(from) })}
    ${select({ name: 'to', label: 'with', options, value: String(to) })}
    <button>Show differences</button>
  </form>`
}

/** So many versions can be chosen; others by the links of the history. */
const maxOptions = 200

function versionOptions(last: number, chosen: readonly number[]): readonly SelectOption[] {
  const recent = Array.from({ length: Math.min(last, maxOptions) }, (_, index) => last - index)
  const versions = [...new Set([...recent, ...chosen, 1])].sort((left, right) => right - left)
  return versions.map((version) => [
    String(version),
    version === last ? `Version ${version} (current)` : `Version ${version}`,
  ])
}
