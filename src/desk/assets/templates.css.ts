// Generated from desk/assets/templates.css by .ci/assets.mjs.
export const templatesCss = `/* The list of templates, and the form of one. */

.word-search {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.5rem;
}

.word-search .field {
  flex: 0 1 22rem;
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

@media (max-width: 40rem) {
  table.template-lines .number,
  table.template-lines .item {
    width: auto;
    min-width: 0;
  }

  table.template-lines .number input {
    text-align: start;
  }

  table.template-lines .remove {
    text-align: start;
  }

  .phone-only {
    display: inline;
  }

  table.templates .use {
    text-align: start;
  }
}
`
