// Generated from desk/assets/edit.css by .ci/assets.mjs.
export const editCss = `/* The page of a quote. */

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
  min-height: 1.5rem;
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

.edit .lines .product {
  min-width: 11rem;
}

.edit .lines td.number {
  width: 6.4rem;
}

.edit .lines td.place {
  width: 3.4rem;
}

.lines .number input,
.amount input {
  text-align: end;
  font-variant-numeric: tabular-nums;
}

.lines .number .error {
  text-align: start;
  white-space: normal;
}

.edit .lines tbody .fixed,
.edit .lines .remove .check {
  display: flex;
  align-items: center;
  justify-content: end;
  min-height: 2.3rem;
}

.edit .lines .remove .check span {
  font-size: 0.85rem;
}

.edit .lines .product > .name {
  padding-top: 0.35rem;
}

.lines .new {
  display: grid;
  gap: 0.4rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
}

tr:has(.remove input:checked) :is(.name, .fixed),
tr:has(.remove input:checked) .field input {
  text-decoration: line-through;
  color: var(--muted);
}

.lines tfoot tr > * {
  border-bottom: 0;
  padding-block: 0.2rem;
}

.lines tfoot tr:first-child > * {
  padding-top: 0.6rem;
}

.lines tfoot .total > * {
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

.labels .tags {
  margin-bottom: var(--gap);
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

.amounts th {
  font-size: inherit;
  font-weight: inherit;
  color: inherit;
  overflow-wrap: anywhere;
}

.amounts tr:last-child > * {
  border-bottom: 0;
}

/* Two versions */

.differences th,
.differences td {
  width: 25%;
  overflow-wrap: anywhere;
}

.differences td {
  white-space: pre-line;
}

.differences .both {
  background: var(--warn-back);
}

.differences .both > * {
  padding-inline: 0.6rem;
}

.differences .check {
  align-items: start;
}

@media (max-width: 40rem) {
  .lines .new {
    margin-bottom: 0.3rem;
  }

  .edit .lines .product {
    min-width: 0;
  }

  .edit .lines tbody td.number[data-label] {
    width: auto;
    display: grid;
    grid-template-columns: 8rem minmax(0, 1fr);
    align-items: center;
  }

  .lines td.number[data-label] {
    display: flex;
    justify-content: space-between;
  }

  .edit .lines .remove .check {
    justify-content: start;
  }

  .lines tfoot tr:not([hidden]) {
    display: flex;
    justify-content: space-between;
    border: 0;
    padding: 0.1rem 0;
  }

  .differences th,
  .differences td {
    width: auto;
  }

  .discount {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }

  .discount .taken {
    margin-top: 0;
  }
}
`
