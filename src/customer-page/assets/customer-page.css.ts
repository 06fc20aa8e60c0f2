// Generated from customer-page/assets/customer-page.css by .ci/assets.mjs.
export const customerPageCss = `/* The page on which a customer decides about an offer: the offer as paper, the decision beside it. */

.masthead {
  border-block-end: 1px solid var(--line);
  background: var(--surface);
}

.masthead > div {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1.5rem;
  max-width: 84rem;
  margin-inline: auto;
  padding: 0.55rem clamp(1rem, 3vw, 2rem);
}

.masthead .seller {
  font-weight: 650;
  overflow-wrap: anywhere;
}

.masthead ul {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.1rem;
  list-style: none;
  margin: 0;
  padding: 0;
}

.masthead :is(a, button) {
  display: inline-flex;
  align-items: center;
  min-height: 2.5rem;
  padding-inline: 0.2rem;
}

.masthead button {
  border: 0;
  font-weight: inherit;
  padding-block: 0;
  text-decoration: underline;
  text-underline-offset: 0.2em;
}

.masthead [hidden] {
  display: none;
}

main {
  max-width: 84rem;
  margin-inline: auto;
  padding: clamp(1rem, 2.5vw, 2rem) clamp(1rem, 3vw, 2rem) 4rem;
}

main:focus-visible {
  outline: none;
}

main > .notice,
main > .no-print > .notice {
  margin-block-end: var(--gap);
}

.message-page {
  max-width: 34rem;
  margin: 12vh auto 0;
  padding: clamp(1.25rem, 5vw, 2.5rem);
}

.message-page p {
  margin-block: 0.75rem 0;
}

/* On wide screens, the decision stands beside the offer, and stays there. */

.offer {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: clamp(1rem, 2vw, 1.75rem);
}

@media (min-width: 64rem) {
  .offer:has(.decision) {
    grid-template-columns: minmax(0, 1fr) 21rem;
  }

  .offer:has(.decision) > .state {
    grid-column: 1 / -1;
  }

  .decision {
    grid-column: 2;
    grid-row: 2 / span 2;
    align-self: start;
    position: sticky;
    top: 1rem;
    max-height: calc(100vh - 2rem);
    overflow-y: auto;
  }

  .offer:not(:has(.decision)) {
    max-width: 60rem;
    margin-inline: auto;
  }
}

/* What the state is */

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

/* The paper */

.paper {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 4px;
  box-shadow:
    0 1px 2px rgb(0 0 0 / 6%),
    0 8px 28px rgb(0 0 0 / 7%);
  padding: clamp(1.1rem, 5vw, 3.5rem);
}

/* The decision */

.decision {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  scroll-margin-block-start: 1rem;
}

.decision .accept {
  padding: 1.25rem;
}

.decision h2 {
  font-size: 1.15rem;
}

.decision .total {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 1rem;
  margin-block: 0.35rem 1rem;
  padding-block-end: 0.9rem;
  border-block-end: 1px solid var(--line);
}

.decision .total span {
  color: var(--muted);
}

.decision .total strong {
  font-size: 1.45rem;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
}

.decision :is(input, textarea):not([type="checkbox"], [type="hidden"]) {
  min-height: 2.75rem;
}

.decision .check {
  align-items: start;
  gap: 0.65rem;
  min-height: 2.75rem;
  padding-block: 0.7rem;
  font-size: 1rem;
  line-height: 1.35;
  cursor: pointer;
}

.decision .check input {
  flex: none;
  width: 1.35rem;
  height: 1.35rem;
}

.decision .check [aria-invalid="true"] {
  outline: 2px solid var(--bad);
  outline-offset: 2px;
}

.decision button {
  min-height: 2.9rem;
  width: 100%;
}

.decision button.primary {
  font-size: 1.05rem;
  font-weight: 650;
}

.decision details {
  border-block-start: 1px solid var(--line);
}

.decision details:first-child {
  border: 0;
}

.decision summary {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.9rem;
  padding: 0.5rem 1.25rem;
  font-weight: 550;
  cursor: pointer;
  list-style: none;
}

.decision summary::-webkit-details-marker {
  display: none;
}

.decision summary::before {
  content: "";
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  border: solid var(--muted);
  border-width: 0 2px 2px 0;
  rotate: -45deg;
}

[dir="rtl"] .decision summary::before {
  rotate: 135deg;
}

.decision [open] > summary::before,
[dir="rtl"] .decision [open] > summary::before {
  rotate: 45deg;
}

.decision summary:hover {
  background: var(--raised);
}

.decision summary:focus-visible {
  outline-offset: -3px;
}

.decision details > div {
  padding: 0.25rem 1.25rem 1.25rem;
}

.decision details .hint {
  margin-block-start: 0;
}

/* The messages */

.messages {
  padding: clamp(1.1rem, 3vw, 1.75rem);
  scroll-margin-block-start: 1rem;
}

.messages > ol {
  display: grid;
  gap: 0.75rem;
  list-style: none;
  margin: 0 0 1.25rem;
  padding: 0;
}

.messages ol > li {
  background: var(--raised);
  border-radius: 10px;
  padding: 0.65rem 0.9rem;
  width: fit-content;
  max-width: min(100%, 38rem);
}

.messages .own {
  background: var(--info-back);
  margin-inline-start: auto;
}

.messages .by {
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.75rem;
  font-size: 0.85rem;
  margin: 0 0 0.15rem;
}

.messages time {
  color: var(--muted);
}

.messages .text {
  margin: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
}

.messages li ul {
  margin: 0.4rem 0 0;
  padding-inline-start: 1.1rem;
  overflow-wrap: anywhere;
}

.messages li a {
  display: inline-block;
  min-height: 1.5rem;
}

.messages button {
  min-height: 2.75rem;
}

/* On phones, a bar leads to the decision until it is reached, unless it would cover too much. */

.to-acceptance {
  display: none;
}

@media (max-width: 63.99rem) and (min-height: 32rem) {
  .to-acceptance {
    display: block;
    position: sticky;
    bottom: 0;
    margin: 0 calc(-1 * clamp(1rem, 3vw, 2rem));
    padding: 0.6rem clamp(1rem, 3vw, 2rem);
    background: var(--page);
    border-block-start: 1px solid var(--line);
  }

  .to-acceptance .button {
    width: 100%;
    min-height: 2.9rem;
  }

  /* What has the focus is never under the bar. */
  html:has(.to-acceptance) {
    scroll-padding-block-end: 5rem;
  }
}

@media print {
  html,
  .paper {
    background: #ffffff;
    color: #000000;
  }

  main,
  .paper {
    border: 0;
    box-shadow: none;
    max-width: none;
    padding: 0;
  }

  .offer {
    display: block;
  }
}
`
