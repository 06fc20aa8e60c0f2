// Generated from document/html/assets/document-print.css by .ci/assets.mjs.
export const documentPrintCss = `/* A document on paper */

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

  /* Not the totals: if they must not begin a page, Chromium breaks them instead of the lines. */
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
