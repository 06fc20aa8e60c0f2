import { html } from 'hono/html'
import type { Formats } from '../../document/model/formats.js'
import type { Html } from '../../pages/layout.js'
import type { ProductLine, QuoteRecord } from '../../quote/quote.js'
import {
  type DifferenceKind,
  diffQuotes,
  type FieldDifference,
  hasDifferences,
  type LineDifference,
  type QuoteDifferences,
} from '../../quote/quote-differences.js'
import type { ShowPage } from '../desk-call.js'
import {
  customerLabels,
  type FieldLabels,
  getLabel,
  lineLabels,
  quoteLabels,
} from '../parts/field-labels.js'
import { lineName } from '../parts/names.js'
import { quoteHeader, quoteTitle } from '../parts/quote-header.js'
import { loadNames, type NameOf } from '../parts/user-names.js'
import { isNumeric, lineValue, quoteValue, type ValueFormats } from './field-values.js'
import { requireVersion, versionChoice } from './versions.js'

/** Shows two versions of a quote side by side, with what they do not have in common. */
export const differencesPage: ShowPage = async (call) => {
  const { engine, user, formats } = call
  const quoteId = call.param('quoteId')
  const current = await engine.getQuote(user, quoteId)
  const last = current.version
  const version = (name: string, otherwise: number) =>
    call.query(name) === '' ? otherwise : requireVersion(call.query(name), quoteId)
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

/** The two versions, and how their values are shown. */
interface ComparedVersions {
  readonly before: QuoteRecord
  readonly after: QuoteRecord
  readonly formats: Formats
  readonly nameOf: NameOf
  readonly desk: ValueFormats['desk']
}

/** Shows the differences of two versions in one table: by customer, line and other fields. */
function differencesTable(
  { customer, lines, isReordered, fields }: QuoteDifferences,
  versions: ComparedVersions,
): Html {
  const { before, after } = versions
  const show = (labels: FieldLabels, value: ShowValue) => ({ labels, value, versions })
  return html`<div class="card">
  <table class="rows differences-table">
    <thead><tr><th scope="col">Field</th><th scope="col"><span class="visually-hidden">What happened</span></th>
      <th scope="col">Version ${before.version}</th>
      <th scope="col">Version ${after.version}</th></tr></thead>
    ${group(
      'Customer',
      fieldRows(
        customer,
        show(customerLabels, (_, value) => String(value ?? '')),
      ),
    )}
    ${lines.map((line) => lineGroup(line, show(lineLabels, lineValue)))}
    ${isReordered && group('Lines', [html`<tr class="changed"><th scope="row">Order of display</th><td class="kind">${kindMark('changed')}</td><td colspan="2">The lines are in another order.</td></tr>`])}
    ${group('Quote', fieldRows(fields, show(quoteLabels, quoteValue)))}
  </table></div>`
}

type ShowValue = (name: string, value: unknown, shown: ValueFormats) => string

interface ShownFields {
  readonly labels: FieldLabels
  readonly value: ShowValue
  readonly versions: ComparedVersions
  /** False if the heading says what happened to all of the fields. */
  readonly isMarked?: boolean
}

function group(heading: string, rows: readonly Html[], kind?: DifferenceKind): Html | false {
  if (rows.length === 0) return false
  return html`<tbody>
    <tr class="group"><th scope="rowgroup" colspan="4">${kind !== undefined && kindMark(kind)} ${heading}</th></tr>
    ${rows}
  </tbody>`
}

/** An added or removed line is shown with the fields that people compare. */
function lineGroup(
  { kind, before, after, fields }: LineDifference,
  shown: ShownFields,
): Html | false {
  const line = (after ?? before) as ProductLine
  if (kind === 'changed') return group(lineName(line), fieldRows(fields, shown), kind)
  const names = ['qty', 'quote', 'quote_total', 'note'] as const
  const found = names.flatMap((name): readonly FieldDifference[] => {
    const value = line[name]
    if (value === undefined) return []
    return [kind === 'added' ? { name, kind, after: value } : { name, kind, before: value }]
  })
  return group(lineName(line), fieldRows(found, { ...shown, isMarked: false }), kind)
}

function fieldRows(fields: readonly FieldDifference[], shown: ShownFields): readonly Html[] {
  return fields.map((difference) => fieldRow(difference, shown))
}

function fieldRow({ name, kind, before, after }: FieldDifference, shown: ShownFields): Html {
  const { labels, value, versions, isMarked = true } = shown
  const { formats, nameOf, desk } = versions
  const textIn = ({ quote }: QuoteRecord, held: unknown) =>
    value(name, held, { formats, nameOf, desk, quote })
  // What shows as nothing was added or removed: the total of an offer is 0 until it is sent.
  const wasSet = textIn(versions.before, before) !== ''
  const isSet = textIn(versions.after, after) !== ''
  const shownKind = wasSet === isSet ? kind : isSet ? 'added' : 'removed'
  const cell = (record: QuoteRecord, held: unknown) => {
    const text = textIn(record, held)
    return html`<td class="${isNumeric(name) ? 'number' : 'as-typed'}" data-label="Version ${record.version}">${
      text === ''
        ? html`<span class="muted${isNumeric(name) && ' amount'}">none</span>`
        : isNumeric(name)
          ? html`<span class="amount">${text}</span>`
          : text
    }</td>`
  }
  return html`<tr class="${shownKind}"><th scope="row">${getLabel(labels, name)}</th><td class="kind">${isMarked && kindMark(shownKind)}</td>${cell(versions.before, before)}${cell(versions.after, after)}</tr>`
}

const marks: Readonly<Record<DifferenceKind, readonly [sign: string, word: string]>> = {
  added: ['+', 'added'],
  removed: ['−', 'removed'],
  changed: ['±', 'changed'],
}

function kindMark(kind: DifferenceKind): Html {
  const [sign, word] = marks[kind]
  return html`<span class="difference-mark ${kind}"><span aria-hidden="true">${sign}</span> ${word}</span>`
}
