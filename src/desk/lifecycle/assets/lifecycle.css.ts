// Generated from desk/lifecycle/assets/lifecycle.css by .ci/assets.mjs.
export const lifecycleCss = `/* What can be done with a quote. */

.narrow-page {
  max-width: 40rem;
}

.back-link {
  margin-bottom: 0.35rem;
  overflow-wrap: anywhere;
}

/* Characters that change the direction of text change none beside the value. */
.wrap {
  unicode-bidi: isolate;
}

.as-typed {
  unicode-bidi: isolate;
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

.lifecycle .field > .actions {
  margin-top: 0.6rem;
}

.lifecycle blockquote {
  margin: 0.25rem 0 0;
  padding-inline-start: 0.75rem;
  border-inline-start: 3px solid var(--line);
}

.deliveries > p {
  margin: 0.25rem 0 0;
}

.deliveries .hint {
  display: block;
}

.deliveries ul {
  display: grid;
  gap: 0.5rem;
}

:where(
  .deliveries ul,
  .lifecycle-more,
  .attachments,
  .messages,
  .version-timeline,
  .conflict-changes
) {
  margin: 0;
  padding: 0;
  list-style: none;
}

.lifecycle .lifecycle-next:not(:nth-child(2)) {
  border-top: 1px solid var(--line);
  padding-top: var(--gap);
}

/* Rows from edge to edge; those that open a page look like those that open in place. */

.lifecycle .lifecycle-more {
  margin-inline: -1.15rem;
  margin-block-end: -1rem;
}

.lifecycle-more > li {
  border-top: 1px solid var(--line);
}

.lifecycle-more .row,
.lifecycle-more summary {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.6rem;
  min-height: 2.5rem;
  padding: 0.35rem 1.15rem;
  color: var(--ink);
  line-height: 1.3;
  text-decoration: none;
  list-style: none;
  cursor: pointer;
}

.lifecycle-more .row:hover,
.lifecycle-more summary:hover {
  background: var(--raised);
}

.lifecycle-more .row:focus-visible,
.lifecycle-more summary:focus-visible {
  outline-offset: -3px;
}

.lifecycle-more li:last-child > .row,
.lifecycle-more li:last-child > details:not([open]) > summary {
  border-end-end-radius: 10px;
  border-end-start-radius: 10px;
}

.lifecycle-more summary::-webkit-details-marker {
  display: none;
}

.lifecycle-more .row::after,
.lifecycle-more summary::after {
  content: "";
  flex: none;
  width: 0.45rem;
  height: 0.45rem;
  border: solid var(--muted);
  border-width: 0 2px 2px 0;
  rotate: -45deg;
}

[dir="rtl"] .lifecycle-more :is(.row, summary)::after {
  rotate: 135deg;
}

.lifecycle-more [open] > summary::after {
  rotate: 45deg;
}

.lifecycle-more details > form {
  padding: 0.25rem 1.15rem 1rem;
}
`
