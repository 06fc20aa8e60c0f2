// Generated from document/html/assets/document-lines.css by .ci/assets.mjs.
export const documentLinesCss = `/* Lines and totals of a document */

.doc-document table {
  border-collapse: collapse;
  width: 100%;
}

.doc-document :is(.doc-lines, .doc-totals) :is(th, td) {
  border: 0;
  border-block-end: 1px solid var(--doc-line);
  color: inherit;
  font-size: inherit;
  font-weight: inherit;
  padding-block: 0.6rem;
  padding-inline: 1.25rem 0;
  /* Digits are written from left to right in every language, so that cents stand below cents. */
  text-align: right;
  vertical-align: top;
}

.doc-document :is(.doc-lines, .doc-totals) :is(th, td):first-child {
  padding-inline-start: 0;
  text-align: start;
}

.doc-document .doc-lines thead th {
  border-block-end: 1.5px solid var(--doc-accent);
  color: var(--doc-muted);
  font-size: 0.8125rem;
  font-weight: 600;
  overflow-wrap: normal;
  padding-block: 0 0.45rem;
  vertical-align: bottom;
}

.doc-document .doc-lines tbody th {
  min-width: 9rem;
}

.doc-document .doc-lines td {
  white-space: nowrap;
}

.doc-name {
  font-weight: 600;
}

.doc-sku,
.doc-list-price {
  color: var(--doc-muted);
}

.doc-sku,
.doc-details,
.doc-steps {
  font-size: 0.8125rem;
}

.doc-details {
  color: var(--doc-muted);
  white-space: pre-line;
}

.doc-document .doc-details {
  margin-block-start: 0.2rem;
  max-width: 34rem;
}

.doc-note {
  border-inline-start: 2px solid var(--doc-accent);
  padding-inline-start: 0.6rem;
}

.doc-document .doc-note {
  color: inherit;
  margin-block-start: 0.4rem;
}

.doc-document .doc-steps {
  color: var(--doc-muted);
  margin-block-start: 0.4rem;
  max-width: 22rem;
}

.doc-steps div {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  column-gap: 1rem;
}

.doc-document .doc-steps dd {
  margin-inline-start: auto;
}

.doc-steps div:last-child {
  border-block-start: 1px solid var(--doc-line);
  color: var(--doc-ink);
}

/* Totals */

.doc-document .doc-totals {
  margin-block-start: 0.5rem;
  margin-inline-start: auto;
  width: min(100%, 24rem);
}

.doc-document .doc-totals :is(th, td) {
  border: 0;
  padding-block: 0.25rem;
}

.doc-document .doc-totals td {
  white-space: nowrap;
  width: 1%;
}

.doc-document .doc-totals .doc-sum-included {
  color: var(--doc-muted);
}

.doc-document .doc-totals :nth-last-child(2) :is(th, td) {
  padding-block-end: 0.6rem;
}

.doc-document .doc-totals .doc-sum-total :is(th, td) {
  border-block-start: 2px solid var(--doc-accent);
  font-size: 1.1875rem;
  font-weight: 700;
  padding-block-start: 0.6rem;
}

.doc-document .doc-totals .doc-sum-total:first-child :is(th, td) {
  border: 0;
}

.doc-document .doc-tax-notice {
  color: var(--doc-muted);
  font-size: 0.8125rem;
  margin-block-start: 0.25rem;
  text-align: end;
}
`
