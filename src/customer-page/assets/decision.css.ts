// Generated from customer-page/assets/decision.css by .ci/assets.mjs.
export const decisionCss = `/* The forms that decide about the offer. */

.decision {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  scroll-margin-block-start: 1rem;
}

.decision .accept {
  padding: 1.25rem;
}

.decision h2 {
  font-size: 1.15rem;
}

.decision .total {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 1rem;
  margin-block: 0.35rem 1rem;
  padding-block-end: 0.9rem;
  border-block-end: 1px solid var(--line);
}

.decision .total span {
  color: var(--muted);
}

.decision .total strong {
  font-size: 1.45rem;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
}

.decision :is(input, textarea):not([type="checkbox"], [type="hidden"]) {
  min-height: 2.75rem;
}

.decision .check {
  align-items: start;
  gap: 0.65rem;
  min-height: 2.75rem;
  padding-block: 0.7rem;
  font-size: 1rem;
  line-height: 1.35;
  cursor: pointer;
}

.decision .check input {
  flex: none;
  width: 1.35rem;
  height: 1.35rem;
}

.decision .check [aria-invalid="true"] {
  outline: 2px solid var(--bad);
  outline-offset: 2px;
}

.decision button {
  min-height: 2.9rem;
  width: 100%;
}

.decision button.primary {
  font-size: 1.05rem;
  font-weight: 650;
}

.decision details {
  border-block-start: 1px solid var(--line);
}

.decision details:first-child {
  border: 0;
}

.decision summary {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.9rem;
  padding: 0.5rem 1.25rem;
  font-weight: 550;
  cursor: pointer;
  list-style: none;
}

.decision summary::-webkit-details-marker {
  display: none;
}

.decision summary::before {
  content: "";
  flex: none;
  width: 0.5rem;
  height: 0.5rem;
  border: solid var(--muted);
  border-width: 0 2px 2px 0;
  rotate: -45deg;
}

[dir="rtl"] .decision summary::before {
  rotate: 135deg;
}

.decision [open] > summary::before,
[dir="rtl"] .decision [open] > summary::before {
  rotate: 45deg;
}

.decision summary:hover {
  background: var(--raised);
}

.decision summary:focus-visible {
  outline-offset: -3px;
}

.decision details > div {
  padding: 0.25rem 1.25rem 1.25rem;
}

.decision details .hint {
  margin-block-start: 0;
}
`
