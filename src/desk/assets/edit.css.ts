// Generated from desk/assets/edit.css by .ci/assets.mjs.
export const editCss = `/* The page of a quote. */

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

/* Lines */

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

.shipping:not(:has(option[value="custom"]:checked)) .custom {
  display: none;
}

.labels .field {
  max-width: 20rem;
}

/* The bar that saves stays in sight, unless the window is as low as with a large zoom. */

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
  .save-bar {
    position: sticky;
    bottom: 0.5rem;
    z-index: 2;
  }

  .edit :is(input, select, textarea, summary, button) {
    scroll-margin-bottom: 5.5rem;
  }
}

/* Facts */

.facts {
  display: grid;
  gap: 0.35rem;
  margin: 0;
}

.facts > div {
  display: grid;
  grid-template-columns: minmax(5.5rem, 8rem) minmax(0, 1fr);
  gap: 0.5rem;
}

.facts.wide {
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
}

.facts dt {
  color: var(--muted);
  overflow-wrap: anywhere;
}

.facts dd {
  margin: 0;
  overflow-wrap: anywhere;
  white-space: pre-line;
}

.facts + h3 {
  margin-top: 0.9rem;
}

.deliveries {
  margin: 0.35rem 0 0;
  padding-inline-start: 1.2rem;
  font-size: 0.9rem;
  overflow-wrap: anywhere;
}

.amounts tbody th {
  font-size: inherit;
  font-weight: inherit;
  color: inherit;
  overflow-wrap: anywhere;
}

.amounts tbody tr:last-child > * {
  border-bottom: 0;
}

/* Two versions */

.differences tr th,
.differences tr td {
  width: 25%;
  overflow-wrap: anywhere;
}

.differences tr td {
  white-space: pre-line;
}

.differences .both {
  background: var(--warn-back);
}

.differences tbody th {
  color: var(--ink);
  font-size: inherit;
  font-weight: 550;
}

.differences tbody tr.both > * {
  padding-inline: 0.6rem;
}

.differences .both .pill {
  background: var(--surface);
}

.differences .check {
  align-items: start;
  font-size: inherit;
}

@media (max-width: 40rem) {
  .edit table.lines tbody tr {
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

  .lines tfoot tr:not([hidden]) {
    display: flex;
    justify-content: space-between;
    border: 0;
    padding: 0.1rem 0;
  }

  .differences tr th,
  .differences tr td {
    width: auto;
  }

  .discount {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }

  .discount .taken {
    margin-top: 0;
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
