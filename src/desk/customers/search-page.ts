import { html } from 'hono/html'
import type { DeskCall, DeskRoute } from '../desk-call.js'
import { customersOfQuotes, customerWords, findCustomers } from '../edit/find-customers.js'
import type { CustomerSuggestion } from '../options.js'
import { initials } from '../parts/names.js'
import { customerUrl } from './customer.js'

/** Of so many quotes the customers are shown before anything is searched. */
const latestQuotes = 50

/** Finds customers by words, as the form of a quote does. */
export const customerSearchRoute: DeskRoute = {
  path: '/customers/search',
  async get(call) {
    const { customers: strings, common, sections } = call.strings
    const text = call.query('q')
    const found = await load(call, text)
    const title = sections.customers
    const main = html`<div class="head"><h1>${title}</h1></div>
      <div class="narrow-page stack">
        <form method="get" role="search" class="customer-search"><input type="search" name="q" value="${text}"
          maxlength="200" aria-label="${strings.find}"><button>${common.search}</button></form>
        <section class="card" aria-labelledby="found-title">
          <h2 id="found-title">${text === '' ? strings.recent : strings.found}</h2>
          ${found === undefined && html`<p class="notice warn" role="alert">${strings.notSearched}</p>`}
          ${found?.length === 0 && html`<p class="muted">${strings.noneFound}</p>`}
          <ul class="people">${found?.map((each) => customerItem(call, each))}</ul>
        </section>
      </div>`
    return call.page({ title, section: 'customers', main })
  },
}

async function load(
  call: DeskCall,
  text: string,
): Promise<readonly CustomerSuggestion[] | undefined> {
  if (text !== '') return findCustomers(call, text)
  const { items } = await call.engine.listQuotes(call.user, { limit: latestQuotes })
  return customersOfQuotes(items)
}

function customerItem(call: DeskCall, customer: CustomerSuggestion) {
  const [name, rest] = customerWords(customer)
  const address = customerUrl(call, customer)
  return html`<li>${initials(name)}<p>${
    address === undefined
      ? html`<strong class="wrap">${name}</strong>`
      : html`<a class="wrap" href="${address}">${name}</a>`
  } <span class="muted wrap">${rest}</span></p></li>`
}
