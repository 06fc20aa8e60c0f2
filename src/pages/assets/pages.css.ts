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

/* Forms */

label,
.label {
  display: block;
  font-size: 0.85rem;
  font-weight: 550;
  color: var(--muted);
  margin-bottom: 0.2rem;
}

input:not([type="checkbox"], [type="radio"], [type="color"]),
select,
textarea {
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--field);
  border-radius: var(--radius);
  padding: 0.4rem 0.55rem;
  min-height: 2.3rem;
  width: 100%;
  max-width: 100%;
}

textarea {
  min-height: 5rem;
  resize: vertical;
}

input[type="checkbox"],
input[type="radio"] {
  width: 1.15rem;
  height: 1.15rem;
  margin: 0;
  accent-color: var(--accent);
}

[aria-invalid="true"]:not([type="checkbox"], [type="radio"]) {
  border-color: var(--bad);
  box-shadow: inset 0 0 0 1px var(--bad);
}

fieldset {
  border: 0;
  margin: 0;
  padding: 0;
  min-width: 0;
}

legend {
  padding: 0;
  font-weight: 650;
  margin-bottom: 0.5rem;
}

.error {
  color: var(--bad);
  font-size: 0.85rem;
  margin: 0.25rem 0 0;
  overflow-wrap: anywhere;
}

.hint {
  color: var(--muted);
  font-size: 0.85rem;
  margin: 0.25rem 0 0;
}

.fields {
  display: grid;
  gap: 0.75rem var(--gap);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
}

.check {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 1.75rem;
  color: inherit;
  font-weight: 450;
  margin: 0;
}

button,
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.4rem;
  font: inherit;
  font-weight: 550;
  line-height: 1.2;
  min-height: 2.3rem;
  padding: 0.4rem 0.85rem;
  border: 1px solid var(--field);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  text-decoration: none;
  cursor: pointer;
}

button:hover,
.button:hover {
  background: var(--raised);
}

button.primary,
.button.primary {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--accent-ink);
}

button.primary:hover,
.button.primary:hover {
  background: color-mix(in oklab, var(--accent), black 12%);
}

button.danger {
  color: var(--bad);
  border-color: var(--bad);
}

button.quiet {
  border-color: transparent;
  background: transparent;
  color: var(--accent);
  padding-inline: 0.4rem;
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
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
  white-space: nowrap;
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

/* Tables; below 40rem, each row is a block with its labels (\`data-label\`). */

table {
  width: 100%;
  border-collapse: collapse;
}

caption {
  text-align: start;
  color: var(--muted);
  font-size: 0.85rem;
  padding-bottom: 0.4rem;
}

th {
  text-align: start;
  font-size: 0.8rem;
  font-weight: 600;
  color: var(--muted);
}

th.number {
  text-align: end;
}

th,
td {
  padding: 0.5rem 0.6rem;
  border-bottom: 1px solid var(--line);
  vertical-align: top;
}

th:first-child,
td:first-child {
  padding-inline-start: 0;
}

th:last-child,
td:last-child {
  padding-inline-end: 0;
}

@media (max-width: 40rem) {
  table.rows thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  table.rows,
  table.rows tbody,
  table.rows tr,
  table.rows td,
  table.rows th[scope="row"] {
    display: block;
  }

  table.rows tr {
    border-bottom: 1px solid var(--line);
    padding: 0.6rem 0;
  }

  table.rows td,
  table.rows th[scope="row"] {
    border: 0;
    padding: 0.15rem 0;
    text-align: start;
    white-space: normal;
  }

  table.rows td[data-label]::before {
    content: attr(data-label) " ";
    color: var(--muted);
    font-size: 0.85rem;
    font-weight: 550;
    margin-inline-end: 0.4rem;
  }
}

@media (prefers-reduced-motion: no-preference) {
  button,
  .button {
    transition: background-color 120ms;
  }
}

@media print {
  .no-print.no-print {
    display: none;
  }
}
`
