// Generated from desk/history/assets/history.css by .ci/assets.mjs.
export const historyCss = `/* The versions of a quote, and their differences. */

.version-timeline li {
  position: relative;
  padding-block-end: 1rem;
  padding-inline-start: 1.5rem;
}

.version-timeline li::before {
  content: "";
  position: absolute;
  inset-inline-start: 0.05rem;
  top: 0.35rem;
  width: 0.7rem;
  height: 0.7rem;
  border: 2px solid var(--accent);
  border-radius: 50%;
  background: var(--surface);
}

/* The line runs from each point to the next, and ends at the last one. */
.version-timeline li:not(:last-child)::after {
  content: "";
  position: absolute;
  inset-inline-start: calc(0.4rem - 1px);
  top: 1.15rem;
  bottom: -0.25rem;
  border-inline-start: 2px solid var(--line);
}

.version-timeline li:first-child::before {
  background: var(--accent);
}

.version-timeline li:last-child {
  padding-block-end: 0;
}

.version-timeline p {
  margin: 0;
  line-height: 1.4;
}

.version-timeline .about {
  font-size: 0.9rem;
}

.history nav {
  margin-block-start: 1rem;
}

.conflict-changes li {
  padding-block: 0.3rem;
  border-bottom: 1px solid var(--line);
}

.compare-form {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  align-items: center;
}

/* In one row: the label beside its field. */
.compare-form .field {
  display: flex;
  flex: 0 1 15rem;
  align-items: center;
  gap: 0.5rem;
}

.compare-form label {
  margin: 0;
}

/* A version */

.version-lines tbody th {
  color: var(--ink);
  font-size: inherit;
  font-weight: 550;
}

.version-lines .hint {
  font-weight: 400;
}

.version-totals {
  margin-block-start: 0.75rem;
  margin-inline-start: auto;
  max-width: 24rem;
}

.version-totals > div {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
}

.version-totals .sum {
  border-top: 1px solid var(--line);
  padding-top: 0.35rem;
  font-weight: 650;
}

.version-totals .sum dt {
  color: var(--ink);
}

/* Differences */

@media (min-width: 40.01rem) {
  .differences-table {
    table-layout: fixed;
  }

  .differences-table thead th:first-child {
    width: 22%;
  }

  .differences-table thead th:nth-child(2) {
    width: 7.5rem;
  }

  /* Amounts stand below each other, and not far from their label. */
  .differences-table .amount {
    display: inline-block;
    min-width: 8rem;
  }

  .differences-table td.number {
    text-align: start;
  }

  .differences-table .amount {
    text-align: end;
  }
}

.differences-table tbody th {
  font-size: 0.9rem;
  color: var(--ink);
  font-weight: 550;
  overflow-wrap: anywhere;
}

.differences-table tbody .group th {
  border-bottom-color: var(--field);
  padding-top: 1.1rem;
  font-size: 0.95rem;
  font-weight: 650;
}

.differences-table td:not(.kind) {
  white-space: pre-line;
  overflow-wrap: anywhere;
}

.difference-mark {
  display: inline-block;
  padding: 0 0.4rem;
  border-radius: 4px;
  font-size: 0.8rem;
  font-weight: 600;
  background: var(--raised);
  white-space: nowrap;
}

.difference-mark.added {
  background: var(--good-back);
  color: var(--good);
}

.difference-mark.removed {
  background: var(--bad-back);
  color: var(--bad);
}

@media (max-width: 40rem) {
  table.differences-table .group {
    padding-bottom: 0;
    border-bottom: 0;
  }

  table.differences-table .group th {
    display: block;
  }
}
`
