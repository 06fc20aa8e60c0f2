// Generated from pages/assets/forms.css by .ci/assets.mjs.
export const formsCss = `/* Forms */

label,
.label {
  display: block;
  font-size: 0.85rem;
  font-weight: 550;
  color: var(--muted);
  margin-bottom: 0.2rem;
}

input:not([type="checkbox"], [type="radio"], [type="color"]),
select,
textarea {
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--field);
  border-radius: var(--radius);
  padding: 0.4rem 0.55rem;
  min-height: 2.3rem;
  width: 100%;
  max-width: 100%;
}

::placeholder {
  color: var(--muted);
  opacity: 1;
}

textarea {
  min-height: 5rem;
  resize: vertical;
}

input[type="checkbox"],
input[type="radio"] {
  width: 1.15rem;
  height: 1.15rem;
  flex: none;
  margin: 0;
  accent-color: var(--accent);
}

[aria-invalid="true"]:not([type="checkbox"], [type="radio"]) {
  border-color: var(--bad);
  box-shadow: inset 0 0 0 1px var(--bad);
}

fieldset {
  border: 0;
  margin: 0;
  padding: 0;
  min-width: 0;
}

legend {
  padding: 0;
  font-weight: 650;
  margin-bottom: 0.5rem;
}

.error {
  color: var(--bad);
  font-size: 0.85rem;
  margin: 0.25rem 0 0;
  overflow-wrap: anywhere;
}

.hint {
  color: var(--muted);
  font-size: 0.85rem;
  margin: 0.25rem 0 0;
}

.fields {
  display: grid;
  gap: 0.75rem var(--gap);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
}

.check {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 1.75rem;
  min-width: 0;
  overflow-wrap: anywhere;
  color: inherit;
  font-weight: 450;
  margin: 0;
}
`
