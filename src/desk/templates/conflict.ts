import { html } from 'hono/html'
import type { Html } from '../../pages/layout.js'
import type { TemplateRecord } from '../../store/templates/template.js'
import type { DeskCall } from '../desk-call.js'
import { timeOf } from '../parts/time.js'
import { labelOf } from './form/customer-fields.js'
import type { ProductFacts } from './form/product-facts.js'
import { draftOf, type LineDraft, productIdOf, type TemplateDraft } from './form/template-draft.js'

/** Tells that another user has saved the template, and compares both versions. */
export function conflictNotice(
  call: DeskCall,
  { templateId, template, updated }: TemplateRecord,
  yours: TemplateDraft,
  facts: ProductFacts,
): Html {
  const differences = differencesOf(draftOf(template, call.numbers), yours, facts)
  const address = call.url(`/templates/${encodeURIComponent(templateId)}`)
  return html`<div class="card stack" role="alert">
    <div class="notice warn"><strong>Nothing was saved yet.</strong> This template was changed by
      another user on ${timeOf(call.formats, updated)}, while you edited it.</div>
    ${differences.length > 0 ? comparison(differences) : html`<p>Both versions are the same.</p>`}
    <p>The form below has your version. Save it to replace the stored one, or change it first. Or
    <a href="${address}">keep the stored version</a>.</p>
  </div>`
}

interface Difference {
  readonly label: string
  readonly stored: string
  readonly yours: string
}

function comparison(differences: readonly Difference[]): Html {
  return html`<table class="rows">
    <caption>What differs</caption>
    <thead><tr><th scope="col">Field</th><th scope="col">Stored version</th>
      <th scope="col">Your version</th></tr></thead>
    <tbody>${differences.map(
      ({ label, stored, yours }) => html`<tr><th scope="row" class="wrap">${label}</th>
        <td class="wrap" data-label="Stored version">${stored}</td>
        <td class="wrap" data-label="Your version">${yours}</td></tr>`,
    )}</tbody>
  </table>`
}

function differencesOf(
  stored: TemplateDraft,
  yours: TemplateDraft,
  facts: ProductFacts,
): readonly Difference[] {
  const names = new Set([...stored.customer.keys(), ...yours.customer.keys()])
  const count = Math.max(stored.lines.length, yours.lines.length)
  const lineAt = (draft: TemplateDraft, index: number) => lineText(draft.lines[index], facts)
  const all: readonly Difference[] = [
    { label: 'Name of the template', stored: stored.name, yours: yours.name },
    ...Array.from({ length: count }, (_, index) => ({
      label: `Line ${index + 1}`,
      stored: lineAt(stored, index),
      yours: lineAt(yours, index),
    })),
    ...[...names].map((name) => ({
      label: `Customer: ${labelOf(name)}`,
      stored: stored.customer.get(name) ?? '',
      // The form has no place for some fields, which then stay as they are.
      yours: yours.customer.get(name) ?? stored.customer.get(name) ?? '',
    })),
    { label: 'Tags', stored: tagsText(stored), yours: tagsText(yours) },
  ]
  return all
    .filter((each) => each.stored !== each.yours)
    .map((each) => ({ ...each, stored: each.stored || 'None', yours: each.yours || 'None' }))
}

function tagsText({ tags }: TemplateDraft): string {
  return [...tags].sort().join(', ')
}

function lineText(line: LineDraft | undefined, { lines }: ProductFacts): string {
  if (line === undefined) return ''
  const product = lines.get(productIdOf(line) ?? '')?.name ?? `product ${line.id}`
  const facts = [
    `${line.qty} × ${line.name || product}`,
    line.price && `price ${line.price}`,
    line.quote && `offered at ${line.quote}`,
    line.discount && `${line.discount} off per unit`,
    line.discount_percent && `${line.discount_percent} % off`,
    line.note && `note: ${line.note}`,
    line.sku && `SKU ${line.sku}`,
    line.unit && `per ${line.unit}`,
    line.description && `description: ${line.description}`,
    line.image && `picture: ${line.image}`,
    line.tax_code && `tax code ${line.tax_code}`,
  ]
  return facts.filter(Boolean).join(', ')
}
