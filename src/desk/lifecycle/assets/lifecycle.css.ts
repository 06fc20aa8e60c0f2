// Generated from desk/lifecycle/assets/lifecycle.css by .ci/assets.mjs.
export const lifecycleCss = `/* What can be done with a quote, its messages, its history and its differences. */

.lifecycle h2 {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
}

.narrow {
  max-width: 40rem;
}

.back {
  margin-bottom: 0.35rem;
}

.lines {
  white-space: pre-line;
  overflow-wrap: anywhere;
}
`
