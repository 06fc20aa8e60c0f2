// Generated from desk/lifecycle/assets/lifecycle.css by .ci/assets.mjs.
export const lifecycleCss = `/* What can be done with a quote, its messages, its history and its differences. */

.narrow-page {
  max-width: 40rem;
}

.back-link {
  margin-bottom: 0.35rem;
  overflow-wrap: anywhere;
}

.as-typed {
  white-space: pre-line;
  overflow-wrap: anywhere;
}

:where(.pairs, .version-totals) {
  margin: 0;
  display: grid;
  gap: 0.35rem;
}

.pairs > div {
  display: grid;
  grid-template-columns: minmax(0, 6.5rem) minmax(0, 1fr);
  gap: 0.1rem 0.75rem;
}

.pairs dt,
.version-totals dt {
  color: var(--muted);
  font-size: 0.9rem;
  overflow-wrap: anywhere;
}

.pairs dd,
.version-totals dd {
  margin: 0;
  overflow-wrap: anywhere;
}

form.stack > input[type="hidden"] + :not(input[type="hidden"]) {
  margin-top: 0;
}

/* What can be done */

.lifecycle h2 {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
}

.lifecycle .link {
  font-family: ui-monospace, "DejaVu Sans Mono", monospace;
  font-size: 0.85rem;
}

.lifecycle blockquote {
  margin: 0.25rem 0 0;
  padding-inline-start: 0.75rem;
  border-inline-start: 3px solid var(--line);
}

.last-delivery .hint {
  display: block;
}

:where(.attachments, .messages, .version-timeline, .conflict-changes) {
  margin: 0;
  padding: 0;
  list-style: none;
}

.lifecycle .lifecycle-next:not(:nth-child(2)) {
  border-top: 1px solid var(--line);
  padding-top: var(--gap);
}

.lifecycle-more {
  border-top: 1px solid var(--line);
  margin-inline: -0.4rem;
  padding-top: 0.5rem;
}

.lifecycle-more > .row,
.lifecycle-more summary {
  display: block;
  padding: 0.4rem;
  border-radius: var(--radius);
  color: var(--accent);
  font-weight: 550;
  text-decoration: none;
  cursor: pointer;
}

.lifecycle-more > .row:hover,
.lifecycle-more summary:hover {
  background: var(--raised);
}

.lifecycle-more summary::marker {
  content: "";
}

.lifecycle-more summary::-webkit-details-marker {
  display: none;
}

.lifecycle-more summary::after {
  content: "▸";
  float: inline-end;
  color: var(--muted);
}

.lifecycle-more details[open] > summary::after {
  content: "▾";
}

.lifecycle-more details[open] {
  border: 1px solid var(--line);
  border-radius: var(--radius);
  margin-block: 0.35rem;
}

.lifecycle-more details > form {
  padding: 0.25rem 0.4rem 0.6rem;
}

/* Messages */

.messages {
  display: grid;
  gap: 0.6rem;
}

.message {
  border: 1px solid var(--line);
  border-radius: var(--radius);
  padding: 0.6rem 0.8rem;
}

.message.internal {
  border: 1px dashed var(--warn);
  background: color-mix(in oklab, var(--warn-back), var(--surface) 55%);
}

.message > :last-child {
  margin-bottom: 0;
}

.message .about {
  display: flex;
  flex-wrap: wrap;
  gap: 0.15rem 0.6rem;
  align-items: center;
  font-size: 0.9rem;
  margin-bottom: 0.3rem;
}

.message .about .pill {
  white-space: normal;
}

.message time {
  color: var(--muted);
}

/* History */

.version-timeline {
  border-inline-start: 2px solid var(--line);
  margin-inline-start: 0.4rem;
}

.version-timeline li {
  position: relative;
  padding: 0 0 1.1rem 1.25rem;
  padding-inline: 1.25rem 0;
}

.version-timeline li::before {
  content: "";
  position: absolute;
  inset-inline-start: -0.44rem;
  top: 0.35rem;
  width: 0.75rem;
  height: 0.75rem;
  border: 2px solid var(--accent);
  border-radius: 50%;
  background: var(--surface);
}

.version-timeline p {
  margin: 0;
}

.conflict-changes li {
  padding-block: 0.3rem;
  border-bottom: 1px solid var(--line);
}

.compare-form {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  align-items: end;
}

.compare-form .field {
  flex: 0 1 14rem;
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
`
