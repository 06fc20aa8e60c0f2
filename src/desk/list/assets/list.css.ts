// Generated from desk/list/assets/list.css by .ci/assets.mjs.
export const listCss = `/* The filters of the list of quotes. */

.title .summary {
  margin: 0;
}

.strip ul,
.active ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.35rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.strip ul {
  gap: 0 0.15rem;
  border-bottom: 1px solid var(--line);
}

.strip a {
  display: block;
  padding: 0.45rem 0.7rem;
  margin-bottom: -1px;
  border-bottom: 2px solid transparent;
  color: var(--muted);
  font-weight: 550;
  text-decoration: none;
}

.strip a:hover {
  color: var(--ink);
  border-bottom-color: var(--field);
}

.strip a[aria-current] {
  color: var(--accent);
  border-bottom-color: var(--accent);
}

.strip .count {
  font-size: 0.8rem;
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  padding-inline-start: 0.2rem;
}

.filters .search {
  display: flex;
  gap: 0.5rem;
  align-items: flex-end;
}

.filters .search .field {
  flex: 1 1 8rem;
  max-width: 32rem;
  min-width: 0;
}

.filters .search:has(.error) {
  align-items: center;
}

.filters details {
  margin-top: 0.6rem;
}

.filters summary {
  display: inline-block;
  padding: 0.2rem 0;
  color: var(--accent);
  font-weight: 550;
  cursor: pointer;
}

.filters summary::before {
  content: "+";
  display: inline-block;
  width: 1em;
}

.filters details[open] > summary::before {
  content: "−";
}

.filters details > div {
  margin-top: 0.5rem;
  padding: 1rem 1.15rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
}

.filters.filters input:not([type="checkbox"]),
.filters.filters select {
  height: 2.4rem;
}

.filters .search button {
  height: 2.4rem;
}

.checks {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
}

.active {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.4rem 0.75rem;
}

.active li {
  min-width: 0;
}

.active a {
  overflow-wrap: anywhere;
}

.active .drop {
  display: inline-block;
  padding: 0.15rem 0.6rem;
  border: 1px solid var(--line);
  border-radius: 99px;
  background: var(--surface);
  color: var(--ink);
  font-size: 0.9rem;
  text-decoration: none;
}

.active .drop:hover {
  background: var(--raised);
}

.card.list {
  padding: 0.25rem 1.15rem;
}

.card.empty {
  padding: 2.5rem 1.5rem;
  text-align: center;
}

.card.empty .actions {
  justify-content: center;
  margin-top: 1rem;
}

.card.empty p {
  max-width: 34rem;
  margin-inline: auto;
}

.narrow {
  max-width: 40rem;
}

@media (max-width: 40rem) {
  .strip ul {
    gap: 0.25rem;
    border: 0;
  }

  .strip a {
    margin: 0;
    padding: 0.3rem 0.6rem;
    border: 1px solid var(--line);
    border-radius: 99px;
    background: var(--surface);
  }

  .strip a[aria-current] {
    background: var(--info-back);
  }
}
`
