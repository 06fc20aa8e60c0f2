// Generated from desk/assets/store-lists.css by .ci/assets.mjs.
export const storeListsCss = `/* The pages of tags, users and activity. */

.colors {
  display: grid;
  gap: 0.75rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7rem), 1fr));
  align-items: end;
}

input[type="color"] {
  display: block;
  width: 100%;
  height: 2.3rem;
  padding: 0.2rem;
  border: 1px solid var(--field);
  border-radius: var(--radius);
  background: var(--surface);
  cursor: pointer;
}

.card.list tbody th[scope="row"] {
  font-size: inherit;
  font-weight: 550;
  color: var(--ink);
}

.card.list tbody tr:last-child,
.card.list tbody tr:last-child > * {
  border-bottom: 0;
}

.tag-list td > .pill {
  border-radius: 0.8rem;
  white-space: normal;
  overflow-wrap: anywhere;
}

.events .time {
  font-size: 0.9rem;
  font-variant-numeric: tabular-nums;
}

.events .what {
  font-weight: 550;
}

/* The question before a row is removed. */

.remove > summary {
  list-style: none;
  cursor: pointer;
}

.remove > summary::-webkit-details-marker {
  display: none;
}

.actions:has(> .remove[open]) {
  align-items: start;
}

.remove > form {
  margin-top: 0.5rem;
  white-space: normal;
  text-align: start;
}

.remove p {
  margin: 0;
}

@media (min-width: 40.01rem) {
  .users .contact {
    min-width: 13rem;
  }

  .users .id {
    min-width: 5rem;
  }

  .events .time {
    white-space: nowrap;
    width: 1%;
  }

  .card.list td > .actions {
    flex-wrap: nowrap;
    justify-content: flex-end;
  }
}
`
