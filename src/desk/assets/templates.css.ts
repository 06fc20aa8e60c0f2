// Generated from desk/assets/templates.css by .ci/assets.mjs.
export const templatesCss = `/* The list of templates, and the form of one. */

.word-search {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.5rem;
}

.word-search .field {
  flex: 1 1 11rem;
  max-width: 22rem;
}

.preview-total > * {
  border-bottom: 0;
}

table.templates th[scope="row"] {
  font-size: inherit;
}

table.templates td {
  vertical-align: middle;
}

table.templates .use {
  text-align: end;
  white-space: nowrap;
}

table.template-lines .item {
  min-width: 13rem;
}

table.template-lines .number {
  width: 7.5rem;
}

table.template-lines .number input {
  text-align: end;
  font-variant-numeric: tabular-nums;
}

table.template-lines .error {
  white-space: normal;
  text-align: start;
}

.from-template {
  display: grid;
  gap: var(--gap);
  grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  align-items: start;
}

@media (max-width: 62rem) {
  .from-template {
    grid-template-columns: minmax(0, 1fr);
  }
}

/* On the line of the text in the inputs beside it. */
table.template-lines .list-price,
table.template-lines .check {
  margin-top: 0.4rem;
}

table.template-lines .new-line td {
  background: color-mix(in oklab, var(--raised), transparent 50%);
}

table.template-lines .remove {
  text-align: center;
}

table.template-lines .check {
  display: inline-flex;
  min-width: 1.75rem;
  justify-content: center;
}

table.template-lines details {
  margin-top: 0.35rem;
}

table.template-lines summary {
  cursor: pointer;
  font-size: 0.85rem;
  color: var(--accent);
  min-height: 1.5rem;
}

.phone-only {
  display: none;
}

.add-lines {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem 1.5rem;
  margin-top: 0.75rem;
}

.add-lines .word-search {
  flex: 1 1 18rem;
}

.found-products {
  flex-basis: 100%;
  order: 1;
  margin: 0;
  padding: 0;
  list-style: none;
  display: grid;
  gap: 0.35rem;
}

.found-products li {
  display: flex;
  align-items: center;
  gap: 0.75rem;
}

@media (min-width: 40.01rem) {
  /* Below the label of the first cell. */
  table.template-lines .new-line td:not(.item) {
    padding-top: 2rem;
  }
}

@media (max-width: 40rem) {
  table.rows.template-lines tr {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 0.35rem 0.75rem;
    align-items: start;
    padding: 0.9rem 0;
  }

  table.template-lines .item,
  table.template-lines .note,
  table.template-lines .remove {
    grid-column: 1 / -1;
  }

  table.template-lines .number,
  table.template-lines .item {
    width: auto;
    min-width: 0;
  }

  table.template-lines .number input,
  table.template-lines .remove,
  table.templates .use {
    text-align: start;
  }

  table.template-lines .new-line td {
    background: none;
  }

  table.template-lines .new-line .remove {
    display: none;
  }

  table.templates td:empty {
    display: none;
  }

  .phone-only {
    display: inline;
  }
}
`
