// Generated from customer-page/assets/state.css by .ci/assets.mjs.
export const stateCss = `/* What the state of the offer is. */

.state {
  --tone: var(--muted);
  border-inline-start: 4px solid var(--tone);
  padding-block: 0.15rem;
  padding-inline-start: 1rem;
}

.state.info {
  --tone: var(--accent);
}

.state.good {
  --tone: var(--good);
}

.state.warn {
  --tone: var(--warn);
}

.state h1 {
  font-size: clamp(1.35rem, 3vw, 1.7rem);
}

.state p {
  color: var(--muted);
  font-size: 1.05rem;
  margin: 0.2rem 0 0;
  max-width: 46rem;
}

.state .label {
  margin-block: 0.9rem 0.2rem;
}

blockquote {
  margin: 0;
  max-width: 46rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
}

.facts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), max-content));
  gap: 0.75rem 2.5rem;
  margin: 1rem 0 0;
}

.facts dt {
  color: var(--muted);
  font-size: 0.85rem;
}

.facts dd {
  margin: 0;
  font-weight: 600;
  overflow-wrap: anywhere;
}

.facts .seal {
  grid-column: 1 / -1;
}

.seal dd {
  font-weight: 400;
}

.seal code {
  font:
    0.8rem / 1.4 ui-monospace,
    "Cascadia Mono",
    "DejaVu Sans Mono",
    monospace;
}

.seal .hint {
  display: block;
  margin: 0;
}

@media print {
  .state p {
    color: inherit;
  }
}
`
