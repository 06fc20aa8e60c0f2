// Generated from customer-page/assets/messages.css by .ci/assets.mjs.
export const messagesCss = `/* The messages to and from the customer. */

.messages {
  padding: clamp(1.1rem, 3vw, 1.75rem);
  scroll-margin-block-start: 1rem;
}

.messages > ol {
  display: grid;
  gap: 0.75rem;
  list-style: none;
  margin: 0 0 1.25rem;
  padding: 0;
}

.messages ol > li {
  background: var(--raised);
  border-radius: 10px;
  padding: 0.65rem 0.9rem;
  width: fit-content;
  max-width: min(100%, 38rem);
}

.messages .own {
  background: var(--info-back);
  margin-inline-start: auto;
}

.messages .by {
  display: flex;
  flex-wrap: wrap;
  gap: 0 0.75rem;
  font-size: 0.85rem;
  margin: 0 0 0.15rem;
}

.messages time {
  color: var(--muted);
}

.messages .text {
  margin: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
}

.messages li ul {
  margin: 0.4rem 0 0;
  padding-inline-start: 1.1rem;
  overflow-wrap: anywhere;
}

.messages li a {
  display: inline-block;
  min-height: 1.5rem;
}

.messages button {
  min-height: 2.75rem;
}
`
