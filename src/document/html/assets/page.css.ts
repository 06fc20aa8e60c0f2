// Generated from document/html/assets/page.css by .ci/assets.mjs.
export const pageCss = `/* The page around a document that is a file of its own. */

:root {
  color-scheme: light dark;
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

body {
  background: #e9edf2;
  font-family:
    "Noto Sans", "Noto Sans Arabic", -apple-system, "Segoe UI", Roboto, system-ui, sans-serif;
  margin: 0;
  padding: clamp(0rem, 4vw, 3rem);
  -webkit-text-size-adjust: 100%;
}

.doc-document {
  border-radius: 4px;
  box-shadow: 0 1px 3px rgb(0 0 0 / 0.15);
  margin: 0 auto;
  max-width: 54rem;
  padding: clamp(1.25rem, 6vw, 4rem);
}

@media screen and (prefers-color-scheme: dark) {
  body {
    background: #10141a;
  }
}

@media print {
  body {
    background: none;
    padding: 0;
  }

  .doc-document {
    border-radius: 0;
    box-shadow: none;
    max-width: none;
    padding: 0;
  }
}
`
