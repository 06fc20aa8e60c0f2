// Generated from customer-page/assets/customer-page.css by .ci/assets.mjs.
export const customerPageCss = `/* The page on which a customer decides about an offer: the offer as paper, the decision beside it. */

.masthead {
  border-block-end: 1px solid var(--line);
  background: var(--surface);
}

.masthead > div {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1.5rem;
  max-width: 84rem;
  margin-inline: auto;
  padding: 0.55rem clamp(1rem, 3vw, 2rem);
}

.masthead .seller {
  font-weight: 650;
  overflow-wrap: anywhere;
}

.masthead ul {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.1rem;
  list-style: none;
  margin: 0;
  padding: 0;
}

.masthead li {
  display: flex;
}

.masthead :is(a, button) {
  display: inline-flex;
  align-items: center;
  min-height: 2.5rem;
  padding-inline: 0.2rem;
}

.masthead button {
  border: 0;
  font-weight: inherit;
  line-height: inherit;
  padding-block: 0;
  text-decoration: underline;
  text-underline-offset: 0.2em;
}

.masthead [hidden] {
  display: none;
}

main {
  max-width: 84rem;
  margin-inline: auto;
  padding: clamp(1rem, 2.5vw, 2rem) clamp(1rem, 3vw, 2rem) 4rem;
}

main:focus-visible {
  outline: none;
}

main > .notice,
main > .no-print > .notice {
  margin-block-end: var(--gap);
}

.message-page {
  max-width: 34rem;
  margin: 12vh auto 0;
  padding: clamp(1.25rem, 5vw, 2.5rem);
}

.message-page p {
  margin-block: 0.75rem 0;
}

/* On wide screens, the decision stands beside the offer, and stays there. */

.offer {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: clamp(1rem, 2vw, 1.75rem);
}

@media (min-width: 64rem) {
  .offer:has(.decision) {
    grid-template-columns: minmax(0, 1fr) 21rem;
  }

  .offer:has(.decision) > .state {
    grid-column: 1 / -1;
  }

  .decision {
    grid-column: 2;
    grid-row: 2 / span 2;
    align-self: start;
    position: sticky;
    top: 1rem;
    max-height: calc(100vh - 2rem);
    overflow-y: auto;
  }

  .offer:not(:has(.decision)) {
    max-width: 60rem;
    margin-inline: auto;
  }
}

/* The paper */

.paper {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 4px;
  box-shadow:
    0 1px 2px rgb(0 0 0 / 6%),
    0 8px 28px rgb(0 0 0 / 7%);
  padding: clamp(1.1rem, 5vw, 3.5rem);
}

/* On phones, a bar leads to the decision until it is reached, unless it would cover too much. */

.to-acceptance {
  display: none;
}

@media (max-width: 63.99rem) and (min-height: 32rem) {
  .to-acceptance {
    display: block;
    position: sticky;
    bottom: 0;
    margin: 0 calc(-1 * clamp(1rem, 3vw, 2rem));
    padding: 0.6rem clamp(1rem, 3vw, 2rem);
    background: var(--page);
    border-block-start: 1px solid var(--line);
  }

  .to-acceptance .button {
    width: 100%;
    min-height: 2.9rem;
  }

  /* What has the focus is never under the bar. */
  html:has(.to-acceptance) {
    scroll-padding-block-end: 5rem;
  }
}

@media print {
  html,
  .paper {
    background: #ffffff;
    color: #000000;
  }

  main,
  .paper {
    border: 0;
    box-shadow: none;
    max-width: none;
    padding: 0;
  }

  .offer {
    display: block;
  }
}
`
