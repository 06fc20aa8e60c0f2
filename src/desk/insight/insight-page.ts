import { createHash } from 'node:crypto'
import { html } from 'hono/html'
import { type FieldErrors, isQuoteError } from '../../errors.js'
import type { CurrencyInsight, Insight } from '../../insight/insight.js'
import { toInsightCsv } from '../../insight/insight-csv.js'
import { attachmentHeader } from '../../pages/file-name.js'
import { errorSummary } from '../../pages/forms/error-summary.js'
import { type SelectOption, select, withOther } from '../../pages/forms/field.js'
import { stylesheetResponse } from '../../pages/hashed-assets.js'
import type { Html } from '../../pages/layout.js'
import { securityHeaders } from '../../pages/security-headers.js'
import type { DeskCall, ShowPage } from '../desk-call.js'
import { ifPermitted, loadAllUsers } from '../parts/load.js'
import { insightCss } from './assets/insight.css.js'
import { createFormats, type InsightFormats } from './figures.js'
import { insightCards } from './insight-cards.js'
import {
  defaultPeriod,
  type InsightQuery,
  insightUrl,
  loadShown,
  readInsightQuery,
  withoutCurrency,
} from './insight-query.js'
import { insightTables } from './insight-tables.js'
import type { InsightNames } from './insight-view.js'

/** Shows the figures of the store, with filters that are part of the address. */
export const showInsight: ShowPage = async (call) => {
  const query = readInsightQuery(call)
  const [loaded, filters] = await Promise.all([loadOrErrors(call, query), loadFilters(call)])
  const { title } = call.strings.insight
  const names = namesOf(call, filters)
  const insight = 'errors' in loaded ? undefined : loaded
  const formats = insight && createFormats(call, insight.from, insight.to)
  const shown = insight && selectCurrency(insight, query)
  const main = html`<div class="head"><h1>${title}</h1>${
    insight && formats && html`<span class="about">${summary(call, insight, shown, formats)}</span>`
  }<div class="actions no-print">${
    shown &&
    html`<a class="button" href="${insightUrl(call, '/insight.csv', query)}">${call.strings.insight.file}</a>`
  }</div></div>
  <div class="stack">
    ${'errors' in loaded && errorNotice(call, loaded.errors)}
    ${filterForm(call, query, { filters, insight, shown, names })}
    ${insight && (shown === undefined || !formats ? nothing(call, query) : content(call, shown, formats, names))}
  </div>`
  const styles = [`${call.url('/insight.css')}?${stylesheetHash}`]
  return call.page({ title, section: 'insight', styles, main }, insight ? 200 : 422)
}

const hashLength = 12
const stylesheetHash = createHash('sha256').update(insightCss).digest('hex').slice(0, hashLength)

/** The stylesheet of the page. Its address has a parameter that changes with its content. */
export const insightStylesheet: ShowPage = () => stylesheetResponse(insightCss)

/** Sends the figures of all currencies as a file. */
export const insightFile: ShowPage = async (call) => {
  const insight = await loadShown(call, readInsightQuery(call))
  const name = `${call.strings.insight.title} ${insight.from} ${insight.to}`
  const headers = {
    ...securityHeaders,
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': attachmentHeader(name, 'csv'),
    'cache-control': 'no-store',
  }
  return new Response(toInsightCsv(insight), { headers })
}

async function loadOrErrors(
  call: DeskCall,
  query: InsightQuery,
): Promise<Insight | { readonly errors: FieldErrors }> {
  try {
    return await loadShown(call, query)
  } catch (error) {
    if (!isQuoteError(error) || error.code !== 'invalid_options') throw error
    return { errors: error.details.errors }
  }
}

function errorNotice({ strings: { insight } }: DeskCall, errors: FieldErrors): Html {
  const labels: Readonly<Record<string, string>> = insight.filters
  return errorSummary(insight.notFiltered, errors, (path) =>
    Object.hasOwn(labels, path) ? labels[path] : undefined,
  )
}

/** The owners and the tags that can be chosen. */
interface Filters {
  readonly owners: readonly SelectOption[]
  readonly tags: readonly SelectOption[]
}

async function loadFilters(call: DeskCall): Promise<Filters> {
  const { engine, user } = call
  const [users, tags] = await Promise.all([
    ifPermitted(loadAllUsers(call), []),
    ifPermitted(engine.listTags(user), {}),
  ])
  return {
    owners: users.map(({ id, name }) => [id, name] as const),
    tags: Object.values(tags).map(({ value, label }) => [value, label] as const),
  }
}

function namesOf({ formats, strings }: DeskCall, { owners, tags }: Filters): InsightNames {
  const ownerNames = new Map(owners)
  const tagNames = new Map(tags)
  const currencies = new Intl.DisplayNames(formats.locale, { type: 'currency' })
  return {
    owner: (id) => (id === null ? strings.insight.noOwner : (ownerNames.get(id) ?? id)),
    tag: (name) => tagNames.get(name) ?? name,
    currency: (code) => currencies.of(code) ?? code,
  }
}

/** Returns the figures of the currency of the query, or of the one in which most was sent. */
function selectCurrency(
  { currencies }: Insight,
  { currency }: InsightQuery,
): CurrencyInsight | undefined {
  const chosen = currencies.find((each) => (each.currency ?? withoutCurrency) === currency)
  const sizeOf = ({ total, open }: CurrencyInsight) => total.sent + open.quotes
  return chosen ?? currencies.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0]
}

function summary(
  { formats, strings }: DeskCall,
  { from, to }: Insight,
  shown: CurrencyInsight | undefined,
  { month }: InsightFormats,
): string {
  const sent = shown?.total.sent ?? 0
  return strings.insight.summary(formats.number(sent), sent === 1, month(from), month(to))
}

interface FilterForm {
  readonly filters: Filters
  readonly insight: Insight | undefined
  readonly shown: CurrencyInsight | undefined
  readonly names: InsightNames
}

/** Shows the form of the filters. What is chosen becomes the address, which can be bookmarked. */
function filterForm(
  call: DeskCall,
  query: InsightQuery,
  { filters, insight, shown, names }: FilterForm,
): Html {
  const { insight: strings, list } = call.strings
  const labels = strings.filters
  const currencies = insight?.currencies ?? []
  const options = currencies.map(({ currency }): SelectOption => {
    return currency === null
      ? [withoutCurrency, strings.noCurrency]
      : [currency, names.currency(currency)]
  })
  const any = (label: string, known: readonly SelectOption[], value: string) =>
    withOther([['', label], ...known], value)
  return html`<form class="insight-filters no-print" method="get" action="${call.url('/insight')}">
    ${select({ name: 'period', label: labels.period, value: query.period, options: Object.entries(strings.periods) })}
    ${select({ name: 'owner', label: labels.owner, value: query.owner, options: any(list.anyone, filters.owners, query.owner) })}
    ${select({ name: 'tag', label: labels.tag, value: query.tag, options: any(list.anyTag, filters.tags, query.tag) })}
    ${
      options.length > 1 &&
      select({
        name: 'currency',
        label: labels.currency,
        value: shown?.currency ?? withoutCurrency,
        options,
      })
    }
    <button>${strings.show}</button>
  </form>`
}

function nothing(call: DeskCall, { owner, tag }: InsightQuery): Html {
  const { none, noneHint, showAll } = call.strings.insight
  const isFiltered = owner !== '' || tag !== ''
  return html`<div class="card empty"><h2>${none}</h2><p class="muted">${noneHint}</p>${
    isFiltered &&
    html`<p><a href="${insightUrl(call, '/insight', { period: defaultPeriod })}">${showAll}</a></p>`
  }</div>`
}

function content(
  call: DeskCall,
  insight: CurrencyInsight,
  formats: InsightFormats,
  names: InsightNames,
): Html {
  const view = { call, insight, formats, names }
  return html`${insightCards(view)}${insightTables(view)}`
}
