// Generated from document/html/assets/document-narrow.css by .ci/assets.mjs.
export const documentNarrowCss = `/* On narrow screens, each line is a block with its labels. On paper, there is no container. */

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
`
