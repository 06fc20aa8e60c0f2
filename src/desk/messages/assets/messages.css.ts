// Generated from desk/messages/assets/messages.css by .ci/assets.mjs.
export const messagesCss = `/* The messages of a quote. */

.messages {
  display: grid;
  gap: 0.6rem;
}

.message {
  border: 1px solid var(--line);
  border-radius: var(--radius);
  padding: 0.6rem 0.8rem;
}

.message.internal {
  border: 1px dashed var(--warn);
  background: color-mix(in oklab, var(--warn-back), var(--surface) 55%);
}

.message > :last-child {
  margin-bottom: 0;
}

.message .about {
  display: flex;
  flex-wrap: wrap;
  gap: 0.15rem 0.6rem;
  align-items: center;
  font-size: 0.9rem;
  margin-bottom: 0.3rem;
}

.message .about .pill {
  white-space: normal;
}

.message time {
  color: var(--muted);
}
`
