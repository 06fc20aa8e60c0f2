// Generated from pages/assets/buttons.css by .ci/assets.mjs.
export const buttonsCss = `/* Buttons, and links that look like them */

button,
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.4rem;
  font: inherit;
  font-weight: 550;
  line-height: 1.2;
  min-height: 2.3rem;
  padding: 0.4rem 0.85rem;
  border: 1px solid var(--field);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  text-decoration: none;
  cursor: pointer;
}

button:hover,
.button:hover {
  background: var(--raised);
}

button.primary,
.button.primary {
  background: var(--accent);
  border-color: var(--accent);
  color: var(--accent-ink);
}

button.primary:hover,
.button.primary:hover {
  background: color-mix(in oklab, var(--accent), black 12%);
}

button.danger {
  color: var(--bad);
  border-color: var(--bad);
}

button.quiet {
  border-color: transparent;
  background: transparent;
  color: var(--accent);
  padding-inline: 0.4rem;
}

.actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
}
`
