// Generated from pages/assets/pages.css by .ci/assets.mjs.
export const pagesCss = `/* Tokens and elements. */

:root {
  color-scheme: light dark;
  --ink: light-dark(#1b2430, #e6e9ee);
  --muted: light-dark(#566172, #a3adbb);
  --line: light-dark(#dde2e9, #333c49);
  --field: light-dark(#7c8797, #7f8a9b);
  --page: light-dark(#f5f6f8, #14181e);
  --surface: light-dark(#ffffff, #1b2129);
  --raised: light-dark(#eef1f5, #242c37);
  --accent: light-dark(#1d4f8f, #8ab8f5);
  --accent-ink: light-dark(#ffffff, #0f1a29);
  --good: light-dark(#17663a, #7fd6a2);
  --good-back: light-dark(#e2f3e8, #17382a);
  --warn: light-dark(#7a4b00, #f0c274);
  --warn-back: light-dark(#fdf1d9, #3d2f12);
  --bad: light-dark(#a1242f, #f39aa1);
  --bad-back: light-dark(#fbe6e7, #43191e);
  --info-back: light-dark(#e5eefa, #1a3050);
  --radius: 6px;
  --gap: 1rem;
  font:
    15px / 1.45 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Noto Sans",
    sans-serif;
}

*,
*::before,
*::after {
  box-sizing: border-box;
}

html {
  background: var(--page);
  color: var(--ink);
  -webkit-text-size-adjust: 100%;
}

body {
  margin: 0;
}

h1,
h2,
h3 {
  line-height: 1.25;
  margin: 0;
  overflow-wrap: anywhere;
}

h1 {
  font-size: 1.45rem;
  font-weight: 650;
  letter-spacing: -0.01em;
}

h2 {
  font-size: 1.05rem;
  font-weight: 650;
}

h3 {
  font-size: 0.95rem;
  font-weight: 650;
}

p {
  margin: 0 0 0.5rem;
}

a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}

/* A date has parts that can have the focus. */
:focus-visible,
input[type="date"]:focus-within {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 3px;
}
`
