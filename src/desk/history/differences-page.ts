import { html } from 'hono/html'
import { diffQuotes, hasDifferences } from '../../quote/differences/quote-differences.js'
import type { ShowPage } from '../desk-call.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { loadNames } from '../parts/user-names.js'
import { differencesTable } from './differences-table.js'
import { versionChoice } from './version-choice.js'
import { parseVersion } from './version-parameter.js'

/** Shows two versions of a quote side by side, with what they do not have in common. */
export const differencesPage: ShowPage = async (call) => {
  const { engine, user, formats } = call
  const quoteId = call.param('quoteId')
  const current = await engine.getQuote(user, quoteId)
  const last = current.version
  const version = (name: string, otherwise: number) =>
    call.query(name) === '' ? otherwise : parseVersion(call.query(name), quoteId)
  const to = version('to', last)
  const from = version('from', Math.max(1, to - 1))
  const [before, after, nameOf] = await Promise.all([
    engine.getQuote(user, quoteId, { version: from }),
    engine.getQuote(user, quoteId, { version: to }),
    loadNames(call),
  ])
  const differences = diffQuotes(before.quote, after.quote)
  const heading = `Version ${from} and version ${to}`
  const main = html`${quoteHeader(call, current, heading)}
    <div class="stack">
      <div class="card">${versionChoice(call, { quoteId, from, to, last })}</div>
      ${
        hasDifferences(differences)
          ? differencesTable(differences, { before, after, formats, nameOf, desk: call })
          : html`<p class="notice">The two versions have the same content.</p>`
      }
    </div>`
  return call.page({ title: `${heading}: ${quoteTitle(current)}`, section: 'quotes', main })
}
