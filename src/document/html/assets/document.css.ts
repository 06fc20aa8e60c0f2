// Generated from document/html/assets/document.css by .ci/assets.mjs.
export const documentCss = `/* A quote as a document. The colors --doc-color and --doc-tint come before this file. */

.doc-document {
  --doc-ink: #1b2430;
  --doc-muted: #566172;
  --doc-line: #dde2e9;
  --doc-raised: #f4f6f9;
  --doc-surface: #ffffff;
  --doc-notice: #7a4b00;
  --doc-notice-back: #fdf1d9;
  --doc-accent: var(--doc-color);
  container-type: inline-size;
  background: var(--doc-surface);
  color: var(--doc-ink);
  font-size: 0.9375rem;
  line-height: 1.5;
  font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: anywhere;
}

@media screen and (prefers-color-scheme: dark) {
  .doc-document {
    --doc-ink: #e6e9ee;
    --doc-muted: #a3adbb;
    --doc-line: #333c49;
    --doc-raised: #242c37;
    --doc-surface: #1b2129;
    --doc-notice: #f0c274;
    --doc-notice-back: #3d2f12;
    --doc-accent: var(--doc-tint);
  }

  /* Logos are made for white paper. */
  .doc-logo {
    background: #ffffff;
    border-radius: 4px;
    padding: 0.4rem;
  }
}

.doc-document :is(h1, h2, p, dl, dd, table) {
  margin: 0;
}

.doc-document .doc-heading {
  color: var(--doc-accent);
  font-size: 2rem;
  font-weight: 700;
  line-height: 1.15;
  letter-spacing: -0.015em;
}

.doc-document:lang(ar) .doc-heading {
  letter-spacing: normal;
}

.doc-document .doc-label {
  color: var(--doc-accent);
  font-size: 0.8125rem;
  font-weight: 650;
  line-height: 1.4;
  margin-block-end: 0.35rem;
}

.doc-notice {
  background: var(--doc-notice-back);
  border-radius: 6px;
  color: var(--doc-notice);
  font-weight: 600;
  padding: 0.55rem 0.9rem;
}

.doc-document .doc-notice {
  margin-block: 1.5rem 0;
}

/* Logo, heading and facts */

.doc-header {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 1.25rem 3rem;
}

.doc-logo {
  display: block;
  flex-basis: 100%;
  max-height: 4.5rem;
  max-width: min(100%, 16rem);
  object-fit: contain;
  object-position: left center;
}

.doc-document[dir="rtl"] .doc-logo {
  object-position: right center;
}

/* As a flex item, a picture is stretched to the whole line, so a block holds it. */
.doc-brand {
  flex-basis: 100%;
}

.doc-facts {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0.15rem 1.25rem;
}

.doc-facts div {
  display: contents;
}

.doc-facts dt {
  color: var(--doc-muted);
}

.doc-document .doc-facts dd {
  font-weight: 550;
}

.doc-header .doc-facts dd {
  text-align: end;
}

.doc-parties {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: 1.5rem 3rem;
  border-block-start: 2px solid var(--doc-accent);
  margin-block: 1.5rem 2.25rem;
  padding-block-start: 1.1rem;
}

.doc-party bdi:first-child {
  font-size: 1.0625rem;
  font-weight: 650;
}

/* Lines */

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

/* Terms, acceptance and footer */

.doc-section {
  margin-block-start: 2.25rem;
}

.doc-terms p {
  max-width: 46rem;
  white-space: pre-line;
}

.doc-document .doc-terms p + p {
  margin-block-start: 0.5rem;
}

.doc-acceptance {
  border: 1px solid var(--doc-line);
  border-inline-start: 4px solid var(--doc-accent);
  border-radius: 4px;
  padding: 0.9rem 1.1rem;
}

.doc-acceptance .doc-facts {
  justify-content: start;
}

.doc-footer {
  border-block-start: 1px solid var(--doc-line);
  color: var(--doc-muted);
  font-size: 0.8125rem;
  margin-block-start: 2.5rem;
  padding-block-start: 0.75rem;
  white-space: pre-line;
}

/* On narrow screens, each line is a block with its labels. On paper, there is no container. */

@container (max-width: 37rem) {
  .doc-header .doc-facts {
    flex-basis: 100%;
  }

  .doc-facts {
    display: block;
  }

  .doc-facts div,
  .doc-document .doc-totals tr,
  .doc-document .doc-lines tbody td {
    column-gap: 1rem;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
  }

  .doc-document .doc-facts dd,
  .doc-document .doc-totals td {
    margin-inline-start: auto;
  }

  .doc-document .doc-lines tbody td {
    justify-content: end;
  }

  .doc-document :is(.doc-lines, .doc-lines :is(tbody, tr, th, td)) {
    display: block;
  }

  .doc-document .doc-lines thead {
    clip-path: inset(50%);
    height: 1px;
    overflow: hidden;
    position: absolute;
    width: 1px;
  }

  .doc-document .doc-lines tbody tr {
    border-block-end: 1px solid var(--doc-line);
    padding-block: 0.75rem;
  }

  .doc-document .doc-lines tbody tr:first-child {
    border-block-start: 1.5px solid var(--doc-accent);
  }

  .doc-document .doc-lines tbody :is(th, td) {
    border: 0;
    padding: 0.1rem 0;
  }

  .doc-document .doc-lines tbody td {
    white-space: normal;
  }

  .doc-document .doc-lines tbody td:empty {
    display: none;
  }

  .doc-document .doc-lines tbody th {
    padding-block-end: 0.4rem;
  }

  .doc-document .doc-lines td::before {
    color: var(--doc-muted);
    content: attr(data-label);
    margin-inline-end: auto;
  }

  .doc-document .doc-lines td:last-child {
    font-weight: 600;
  }

  .doc-document :is(.doc-totals, .doc-totals tbody) {
    display: block;
    width: 100%;
  }

  .doc-document .doc-totals :is(th, td) {
    padding-inline: 0;
    white-space: normal;
    width: auto;
  }

  .doc-document .doc-totals .doc-sum-total {
    border-block-start: 2px solid var(--doc-accent);
  }

  .doc-document .doc-totals .doc-sum-total :is(th, td) {
    border: 0;
  }
}

@page {
  margin: 16mm 16mm 24mm;
}

@media print {
  .doc-document {
    --doc-ink: #000000;
    --doc-muted: #444444;
    --doc-line: #bbbbbb;
    --doc-notice: #000000;
    --doc-notice-back: #ffffff;
    color-scheme: light;
    container-type: normal;
    font-size: 9.5pt;
    line-height: 1.4;
  }

  .doc-notice {
    border: 1px solid #000000;
  }

  .doc-document .doc-heading {
    font-size: 22pt;
  }

  .doc-document .doc-label,
  .doc-document .doc-lines thead th,
  .doc-sku,
  .doc-details,
  .doc-steps,
  .doc-tax-notice,
  .doc-footer {
    font-size: 8.5pt;
  }

  .doc-document .doc-lines :is(th, td) {
    padding-block: 5pt;
  }

  .doc-document .doc-totals .doc-sum-total :is(th, td) {
    font-size: 12pt;
  }

  .doc-lines thead {
    display: table-header-group;
  }

  .doc-header,
  .doc-party,
  .doc-lines tr,
  .doc-totals,
  .doc-terms p,
  .doc-acceptance {
    break-inside: avoid;
  }

  .doc-totals,
  .doc-tax-notice {
    break-before: avoid;
  }

  .doc-document .doc-label {
    break-after: avoid;
  }

  .doc-terms p {
    orphans: 3;
    widows: 3;
  }
}
`
