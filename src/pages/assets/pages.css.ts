// Generated from pages/assets/pages.css by .ci/assets.mjs.
export const pagesCss = `/* Tokens, elements and the few components that all pages share. */

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

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
  border-radius: 3px;
}

/* Blocks */

.card {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 1rem 1.15rem;
}

.card > h2:first-child {
  margin-bottom: 0.75rem;
}

.stack > * + * {
  margin-top: var(--gap);
}

.notice {
  border-radius: var(--radius);
  padding: 0.65rem 0.9rem;
  background: var(--info-back);
  overflow-wrap: anywhere;
}

.notice.good {
  background: var(--good-back);
  color: var(--good);
}

.notice.warn {
  background: var(--warn-back);
  color: var(--warn);
}

.notice.bad {
  background: var(--bad-back);
  color: var(--bad);
}

.notice > :last-child {
  margin-bottom: 0;
}

.pill {
  display: inline-block;
  font-size: 0.8rem;
  font-weight: 600;
  line-height: 1.3;
  padding: 0.12rem 0.55rem;
  border-radius: 99px;
  background: var(--raised);
  color: var(--ink);
  overflow-wrap: anywhere;
}

.pill.good {
  background: var(--good-back);
  color: var(--good);
}

.pill.warn {
  background: var(--warn-back);
  color: var(--warn);
}

.pill.bad {
  background: var(--bad-back);
  color: var(--bad);
}

.pill.info {
  background: var(--info-back);
  color: var(--accent);
}

.muted {
  color: var(--muted);
}

.number {
  text-align: end;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.wrap {
  overflow-wrap: anywhere;
}

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip {
  position: absolute;
  inset-inline-start: 0.5rem;
  top: -4rem;
  z-index: 10;
  padding: 0.5rem 1rem;
  background: var(--surface);
  border-radius: var(--radius);
}

.skip:focus {
  top: 0.5rem;
}

@media print {
  .no-print.no-print {
    display: none;
  }
}
`
