// Generated from desk/list/assets/quote-rows.css by .ci/assets.mjs.
export const quoteRowsCss = `/* The rows of the list of quotes. */

/* The link of a row covers the row. */
.quotes tbody tr {
  position: relative;
}

.quotes tbody tr:last-child > * {
  border-bottom: 0;
}

.quotes a.row::after {
  content: "";
  position: absolute;
  inset: 0 -0.6rem;
}

.quotes a.row:focus-visible {
  outline: none;
}

.quotes a.row:focus-visible::after {
  outline: 3px solid var(--accent);
  outline-offset: -2px;
  border-radius: 3px;
}

.quotes tbody tr:hover {
  background: color-mix(in oklab, var(--raised), transparent 45%);
}

.quotes th.name {
  font-size: inherit;
  font-variant-numeric: tabular-nums;
  color: var(--ink);
  overflow-wrap: anywhere;
}

.quotes a.row {
  text-decoration: none;
}

.quotes tbody tr:hover a.row {
  text-decoration: underline;
}

.quotes .who,
.quotes .where {
  display: block;
  overflow-wrap: anywhere;
}

.quotes .who {
  font-weight: 550;
}

.quotes .where {
  color: var(--muted);
  font-size: 0.87rem;
}

.quotes .date {
  color: var(--muted);
  font-size: 0.9rem;
  white-space: nowrap;
}

.quotes .changed {
  display: block;
}

.quotes .owner {
  font-size: 0.9rem;
  max-width: 10rem;
}

.quotes td.total {
  font-weight: 600;
}

/* A status is one word, however long the names beside it are. */
.quotes .status .pill {
  white-space: nowrap;
}

.quotes .who,
.quotes .where {
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  line-clamp: 2;
  overflow-wrap: anywhere;
}

.quotes .tags {
  min-width: 8rem;
}

.quotes .tags .pill {
  border-radius: 0.8rem;
  white-space: normal;
  overflow-wrap: anywhere;
}

.quotes .deleted .actions {
  flex-wrap: nowrap;
  justify-content: flex-end;
}

@media (min-width: 72.01rem) {
  .quotes th.name {
    white-space: nowrap;
  }

  .quotes .customer {
    min-width: 12rem;
  }

  .quotes td.owner {
    min-width: 8.5rem;
  }
}

/* Narrower, each quote is a block: name and total, who, then what the columns say. */
@media (max-width: 72rem) {
  .quotes thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .quotes,
  .quotes tbody {
    display: block;
  }

  .quotes.quotes tbody tr {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.1rem 0.9rem;
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--line);
  }

  .quotes.quotes tbody tr:last-child {
    border-bottom: 0;
  }

  .quotes.quotes td,
  .quotes.quotes th[scope="row"] {
    display: block;
    border: 0;
    padding: 0.05rem 0;
    min-width: 0;
  }

  .quotes.quotes td:empty {
    display: none;
  }

  .quotes th.name {
    order: -5;
    flex: 1 1 auto;
  }

  .quotes td.total {
    order: -4;
    margin-inline-start: auto;
  }

  .quotes.quotes td.customer {
    order: -3;
    flex: 1 0 100%;
  }

  .quotes.quotes td.deleted {
    flex: 1 0 100%;
    padding-top: 0.4rem;
    white-space: normal;
  }

  .quotes .deleted .actions {
    flex-wrap: wrap;
    justify-content: flex-start;
  }

  .quotes .changed {
    display: inline;
    padding-inline-start: 0.4rem;
  }

  .quotes .owner {
    max-width: none;
  }

  .quotes td[data-label]::before {
    content: attr(data-label) " ";
    font-size: 0.85rem;
    margin-inline-end: 0.2rem;
  }
}
`
