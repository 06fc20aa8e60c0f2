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
  white-space: pre-line;
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
`
