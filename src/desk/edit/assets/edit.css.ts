// Generated from desk/edit/assets/edit.css by .ci/assets.mjs.
export const editCss = `/* The form of a quote. */

.edit,
.labels,
.conflict {
  display: grid;
  gap: var(--gap);
  grid-template-columns: minmax(0, 1fr);
}

.grand {
  font-size: 1.3rem;
  font-weight: 650;
  margin-inline-end: 0.5rem;
}

.heading {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem;
  margin-bottom: 0.4rem;
}

.more > summary {
  width: fit-content;
  min-height: 1.7rem;
  padding-block: 0.15rem;
  color: var(--accent);
  font-size: 0.85rem;
  cursor: pointer;
}

.more[open] > summary {
  margin-bottom: 0.35rem;
}

.edit .more textarea {
  min-height: 3.6rem;
}

.choice {
  display: flex;
  flex-wrap: wrap;
  gap: 0.1rem 1rem;
}

.choice .pill {
  white-space: normal;
  overflow-wrap: anywhere;
}

.find {
  margin-top: 0.5rem;
}

.search {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.5rem;
}

.search > .field {
  flex: 0 1 20rem;
}

.search > .found {
  flex: 1 0 100%;
}

.found ul,
.discounts {
  list-style: none;
  margin: 0;
  padding: 0;
}

.found li {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.2rem 0.75rem;
}

/* Discounts, shipping */

.card > h2 + .hint {
  margin: -0.4rem 0 0.6rem;
}

.discounts li + li {
  border-top: 1px solid var(--line);
  margin-top: 0.6rem;
  padding-top: 0.6rem;
}

.discount {
  display: grid;
  gap: 0.5rem var(--gap);
  grid-template-columns: minmax(8rem, 10rem) minmax(6rem, 8rem) minmax(8rem, 1fr) auto;
  align-items: start;
}

.discount .taken {
  display: flex;
  align-items: center;
  gap: 1rem;
  min-height: 2.3rem;
  margin-top: 1.45rem;
}

.shipping .fields {
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
}

.shipping:not(:has(option[value="custom"]:checked)) .custom {
  display: none;
}

.labels .field {
  max-width: 20rem;
}

/* The bar that saves comes into sight with the first change, and covers nothing before it. It
   stays at the end of the form if the window is as low as with a large zoom. */

.save-bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 0.75rem;
  padding: 0.6rem 0.9rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  box-shadow: 0 2px 12px rgb(0 0 0 / 12%);
}

.save-bar .status {
  flex: 1 1 12rem;
  color: var(--muted);
  overflow-wrap: anywhere;
}

.save-bar .sum {
  margin-inline-start: auto;
}

.save-bar .sum strong {
  font-size: 1.15rem;
}

@media (min-height: 32rem) {
  [data-changed] > .save-bar {
    position: sticky;
    bottom: 0.5rem;
    z-index: 2;
  }

  .edit :is(input, select, textarea, summary, button) {
    scroll-margin-bottom: 5.5rem;
  }
}

@media (max-width: 40rem) {
  .discount {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }

  .discount > :nth-child(3) {
    grid-column: 1 / -1;
  }

  .discount .taken {
    margin-top: 0;
  }
}
`
