// Generated from desk/lifecycle/assets/lifecycle.css by .ci/assets.mjs.
export const lifecycleCss = `/* What can be done with a quote, and its messages. */

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
`
