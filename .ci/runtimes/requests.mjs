// Requests to the application of `app.mjs`, and what its responses must be.
import assert from 'node:assert/strict'

const auth = { 'x-auth-client': 'store-1', 'x-auth-token': 'token' }

/** By the names of capabilities. */
export const requests = {
  async HTTP(origin) {
    const url = `${origin}/v3/bc/public/quotes`
    const headers = { ...auth, 'content-type': 'application/json' }
    const body = '{ "customer": { "name": "Ada" }, "products": [{ "id": 118, "qty": 2 }] }'
    const created = await fetch(url, { method: 'POST', headers, body })
    assert.equal(created.status, 201)
    assert.equal((await created.json()).quote.quote_total, '400.00')
    const listed = await (await fetch(url, { headers: auth })).json()
    assert.equal(listed.quotes.length, 1)
    const rejected = await fetch(url, { method: 'POST', headers, body: '{ "products": [] }' })
    assert.equal(rejected.status, 422)
    assert.equal((await fetch(url)).status, 401)
  },

  async desk(origin) {
    const page = await (await fetch(`${origin}/desk/quotes/new`)).text()
    const fields = { 'products[0].id': '118', 'products[0].qty': '3', 'customer.name': 'Ada' }
    const body = new URLSearchParams({ ...hiddenFields(page), ...fields })
    const saved = await fetch(`${origin}/desk/quotes/new`, { method: 'POST', body })
    assert.equal(saved.status, 200)
    assert.match(await saved.text(), /600\.00/)
    assert.match(await (await fetch(`${origin}/desk`)).text(), /600\.00/)
  },

  async 'customer page'(origin) {
    const { quoteId, path } = await (await fetch(`${origin}/link`)).json()
    const url = `${origin}${path}`
    const html = await (await fetch(url)).text()
    assert.match(html, /400\.00/)
    const body = new URLSearchParams({ ...hiddenFields(html), name: 'Ada', consent: 'yes' })
    await fetch(url, { method: 'POST', body, redirect: 'manual' })
    const quote = await fetch(`${origin}/v3/bc/public/quotes/${quoteId}`, { headers: auth })
    assert.equal((await quote.json()).status, 'accepted')
  },
}

/** The fields of the form that accepts, or else of the first, of which a browser shows nothing. */
function hiddenFields(html) {
  const forms = [/<form[^>]*id="accept"/, /<form[^>]*method="post"/]
  const start = Math.max(...forms.map((form) => html.search(form)))
  const form = html.slice(start, html.indexOf('</form>', start))
  const fields = form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]))
}
