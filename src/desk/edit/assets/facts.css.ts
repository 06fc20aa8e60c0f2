// Generated from desk/edit/assets/facts.css by .ci/assets.mjs.
export const factsCss = `/* What a quote is, beside its form, and two versions of it. */

.facts {
  display: grid;
  gap: 0.35rem;
  margin: 0;
}

.facts > div {
  display: grid;
  grid-template-columns: minmax(5.5rem, 8rem) minmax(0, 1fr);
  gap: 0.5rem;
}

.facts.wide {
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
}

.facts dt {
  color: var(--muted);
  overflow-wrap: anywhere;
}

.facts dd {
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
}

.amounts tbody th {
  font-size: inherit;
  font-weight: inherit;
  color: inherit;
  overflow-wrap: anywhere;
}

.amounts tbody tr:last-child > * {
  border-bottom: 0;
}

/* Two versions */

.differences tr th,
.differences tr td {
  width: 25%;
  overflow-wrap: anywhere;
}

.differences tr td {
  white-space: pre-line;
}

.differences .both {
  background: var(--warn-back);
}

.differences tbody th {
  color: var(--ink);
  font-size: inherit;
  font-weight: 550;
}

.differences tbody tr.both > * {
  padding-inline: 0.6rem;
}

.differences .both .pill {
  background: var(--surface);
}

.differences .check {
  align-items: start;
  font-size: inherit;
}

@media (max-width: 40rem) {
  .differences tr th,
  .differences tr td {
    width: auto;
  }
}
`
