// Generated from pages/assets/tables.css by .ci/assets.mjs.
export const tablesCss = `/* Tables; below 40rem, each row is a block with its labels (\`data-label\`). */

table {
  width: 100%;
  border-collapse: collapse;
}

caption {
  text-align: start;
  color: var(--muted);
  font-size: 0.85rem;
  padding-bottom: 0.4rem;
}

th {
  text-align: start;
  font-size: 0.8rem;
  font-weight: 600;
  color: var(--muted);
}

th.number {
  text-align: end;
}

th,
td {
  padding: 0.5rem 0.6rem;
  border-bottom: 1px solid var(--line);
  vertical-align: top;
}

th:first-child,
td:first-child {
  padding-inline-start: 0;
}

th:last-child,
td:last-child {
  padding-inline-end: 0;
}

@media (max-width: 40rem) {
  table.rows thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  table.rows,
  table.rows tbody,
  table.rows tr,
  table.rows td,
  table.rows th[scope="row"] {
    display: block;
  }

  table.rows tr {
    border-bottom: 1px solid var(--line);
    padding: 0.6rem 0;
  }

  table.rows td,
  table.rows th[scope="row"] {
    border: 0;
    padding: 0.15rem 0;
    text-align: start;
    white-space: normal;
  }

  table.rows td[data-label]::before {
    content: attr(data-label) " ";
    color: var(--muted);
    font-size: 0.85rem;
    font-weight: 550;
    margin-inline-end: 0.4rem;
  }
}
`
