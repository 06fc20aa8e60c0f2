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
  overflow-wrap: anywhere;
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

/* The facts of a product and the note stand beside each other until the note is opened. */
.lines .cell {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 0.75rem;
}

.lines .cell > :is(.name, .field, .more[open]) {
  flex: 1 0 100%;
}

.lines .cell > .name {
  padding-top: 0.35rem;
}

.lines .cell > .muted:empty {
  display: none;
}

/* A row in which no product is typed is one line high. */
[data-new]:has(.product input:placeholder-shown) .more:not([open]) {
  display: none;
}

tr:has(.remove input:checked) :is(.name, .fixed),
tr:has(.remove input:checked) .field input {
  text-decoration: line-through;
  color: var(--muted);
}

/* Otherwise browsers print the totals at the end of every page. */
@media print {
  .lines tfoot {
    display: table-row-group;
  }
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
