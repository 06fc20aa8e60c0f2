// Generated from desk/edit/assets/lines.css by .ci/assets.mjs.
export const linesCss = `/* The lines of a quote, to read and to edit. */

.lines td,
.lines th {
  padding-inline: 0.3rem;
}

.lines th {
  vertical-align: bottom;
}

.lines tbody th {
  vertical-align: top;
  font-size: inherit;
  font-weight: inherit;
  color: inherit;
}

.lines .name {
  display: block;
  font-weight: 550;
  overflow-wrap: anywhere;
}

.lines .product .muted {
  display: block;
  font-size: 0.85rem;
}

.lines .note {
  display: block;
  font-size: 0.9rem;
  white-space: pre-line;
  overflow-wrap: anywhere;
}

.edit .product {
  width: 100%;
  min-width: 11rem;
}

.edit .lines .number {
  min-width: 5.6rem;
}

.edit .lines .place {
  min-width: 3.2rem;
}

.lines .number input,
.discount .amount input,
.shipping .amount input {
  text-align: end;
  font-variant-numeric: tabular-nums;
}

.lines .number .error {
  text-align: start;
  white-space: normal;
}

.edit .lines tbody .fixed,
.edit .lines .remove label {
  display: flex;
  align-items: center;
  justify-content: end;
  min-height: 2.3rem;
}

.edit .lines .product > .name {
  padding-top: 0.35rem;
}

.lines .new {
  display: grid;
  gap: 0.4rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 6.3rem), 1fr));
}

tr:has(.remove input:checked) :is(.name, .fixed),
tr:has(.remove input:checked) .field input {
  text-decoration: line-through;
  color: var(--muted);
}

.lines tfoot tr > * {
  border-bottom: 0;
  padding-block: 0.2rem;
  vertical-align: baseline;
}

.lines tfoot tr:first-child > * {
  padding-top: 0.6rem;
}

.lines tfoot tr.total > * {
  font-size: 1.1rem;
  font-weight: 650;
  color: var(--ink);
}

.notes {
  font-size: 0.9rem;
}

.notes:empty {
  display: none;
}

.search {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.5rem;
  margin-top: 0.75rem;
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

@media (max-width: 40rem) {
  table.lines tr[hidden] {
    display: none;
  }

  table.lines tfoot tr:not([hidden]) {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    border: 0;
    padding: 0.1rem 0;
  }

  .edit table.lines tbody tr:not([hidden]) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0.2rem 0.75rem;
  }

  .edit table.lines .product {
    grid-column: 1 / -1;
    min-width: 0;
  }

  .edit table.lines .place {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 0.6rem;
  }

  .edit table.lines .place .field {
    flex: 0 0 4rem;
  }

  table.lines.shown tbody td[data-label] {
    display: flex;
    justify-content: space-between;
  }

  .edit .lines tbody .fixed {
    justify-content: start;
  }

  .edit .lines .remove label {
    justify-content: start;
    margin-top: 1.3rem;
  }
}

@media (min-width: 40.01rem) {
  .lines .remove .text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
}
`
