// Generated from desk/assets/desk.css by .ci/assets.mjs.
export const deskCss = `/* The frame of the desk. Each kind of page has a stylesheet of its own. */

.bar {
  background: var(--surface);
  border-bottom: 1px solid var(--line);
}

.bar > div {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.25rem;
  max-width: 84rem;
  margin: auto;
  padding: 0.5rem clamp(0.75rem, 3vw, 1.75rem);
}

.bar .brand {
  font-weight: 700;
  color: var(--ink);
  text-decoration: none;
  margin-inline-end: 0.5rem;
}

.bar nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.15rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

.bar nav a {
  display: block;
  padding: 0.35rem 0.65rem;
  border-radius: var(--radius);
  color: var(--muted);
  font-weight: 550;
  text-decoration: none;
}

.bar nav a:hover {
  background: var(--raised);
}

.bar nav a[aria-current] {
  background: var(--info-back);
  color: var(--accent);
}

.bar .user {
  margin-inline-start: auto;
  color: var(--muted);
  font-size: 0.9rem;
  overflow-wrap: anywhere;
}

main {
  max-width: 84rem;
  margin: auto;
  padding: 1.25rem clamp(0.75rem, 3vw, 1.75rem) 4rem;
}

main:focus {
  outline: none;
}

.title {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 0.9rem;
  margin-bottom: 1.1rem;
}

.title .actions {
  margin-inline-start: auto;
}

.columns {
  display: grid;
  gap: var(--gap);
  grid-template-columns: minmax(0, 1fr) minmax(17rem, 22rem);
  grid-template-rows: auto 1fr;
  align-items: start;
}

.columns > .beside {
  grid-column: 2;
  grid-row: 1 / span 2;
}

@media (min-width: 62.01rem) {
  .title .to-actions {
    display: none;
  }
}

@media (max-width: 62rem) {
  .columns {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: none;
  }

  .columns > .beside {
    grid-column: auto;
    grid-row: auto;
  }
}
`
