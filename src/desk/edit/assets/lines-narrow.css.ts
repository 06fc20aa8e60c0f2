// Generated from desk/edit/assets/lines-narrow.css by .ci/assets.mjs.
export const linesNarrowCss = `/* The lines of a quote in narrow windows. */

@media (max-width: 40rem) {
  table.lines tr[hidden] {
    display: none;
  }

  table.lines tfoot {
    display: block;
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
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: 0.2rem 0.6rem;
    align-items: end;
  }

  .edit table.lines td {
    grid-column: span 2;
    min-width: 0;
  }

  .edit table.lines .product {
    grid-column: span 5;
  }

  .edit table.lines [data-new] .product {
    grid-column: 1 / -1;
  }

  .edit table.lines .place {
    grid-column: span 1;
    align-self: start;
  }

  .edit table.lines .place::before,
  table.lines.shown tbody td:empty {
    display: none;
  }

  .lines .place input {
    padding-inline: 0.25rem;
  }

  table.lines.shown tbody td:not(:empty) {
    display: flex;
    justify-content: space-between;
  }

  .edit .lines tbody .fixed {
    justify-content: start;
  }

  /* Of a new row only the product is shown until one is typed, and of empty rows the first. */
  .edit table.lines [data-new] .place,
  .edit [data-new]:has(.product input:placeholder-shown):not(:has([aria-invalid])) > :not(.product),
  .edit
    tbody:not([data-all])
    [data-new]:has(.product input:placeholder-shown)
    + [data-new]:has(.product input:placeholder-shown):not(:has([aria-invalid])) {
    display: none;
  }

  .edit .lines .remove label {
    justify-content: start;
  }
}
`
