// Generated from desk/documents/assets/document-page.css by .ci/assets.mjs.
export const documentPageCss = `/* The page around a document. */

.document-page {
  max-width: 60rem;
  margin-inline: auto;
}

.document-sheet {
  margin-top: var(--gap);
  padding: clamp(1rem, 4vw, 3rem);
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
}

@media print {
  .document-page {
    max-width: none;
  }

  .document-sheet {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
  }

  html:has(.document-sheet) {
    background: #ffffff;
  }

  main:has(.document-sheet) {
    padding: 0;
    max-width: none;
  }
}
`
