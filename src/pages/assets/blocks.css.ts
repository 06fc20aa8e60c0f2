// Generated from pages/assets/blocks.css by .ci/assets.mjs.
export const blocksCss = `/* Blocks */

.card {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  padding: 1rem 1.15rem;
}

.card > h2:first-child {
  margin-bottom: 0.75rem;
}

.stack > * + * {
  margin-top: var(--gap);
}

.notice {
  border-radius: var(--radius);
  padding: 0.65rem 0.9rem;
  background: var(--info-back);
  overflow-wrap: anywhere;
}

.notice.good {
  background: var(--good-back);
  color: var(--good);
}

.notice.warn {
  background: var(--warn-back);
  color: var(--warn);
}

.notice.bad {
  background: var(--bad-back);
  color: var(--bad);
}

.notice > :last-child {
  margin-bottom: 0;
}

.pill {
  display: inline-block;
  font-size: 0.8rem;
  font-weight: 600;
  line-height: 1.3;
  padding: 0.12rem 0.55rem;
  border-radius: 99px;
  background: var(--raised);
  color: var(--ink);
  overflow-wrap: anywhere;
}

.pill.good {
  background: var(--good-back);
  color: var(--good);
}

.pill.warn {
  background: var(--warn-back);
  color: var(--warn);
}

.pill.bad {
  background: var(--bad-back);
  color: var(--bad);
}

.pill.info {
  background: var(--info-back);
  color: var(--accent);
}

.muted {
  color: var(--muted);
}

.number {
  text-align: end;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}

.wrap {
  overflow-wrap: anywhere;
}

.visually-hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.skip {
  position: absolute;
  inset-inline-start: 0.5rem;
  top: -4rem;
  z-index: 10;
  padding: 0.5rem 1rem;
  background: var(--surface);
  border-radius: var(--radius);
}

.skip:focus {
  top: 0.5rem;
}

@media print {
  .no-print.no-print {
    display: none;
  }
}
`
