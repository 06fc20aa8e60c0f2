// Totals, and rows.

/**
 * @typedef {Record<string, string>} Fields
 * @typedef {{ lines: (Fields | null)[], amounts: Fields, errors: Fields }} Priced
 * @typedef {Priced & { sum: string, message: string, pending: string[] }} Preview
 */

/** @type {HTMLFormElement | null} */
const edited = document.querySelector('form[data-edit]')
if (edited) enhance(edited)

/** @param {HTMLFormElement} form */
function enhance(form) {
  const rows = form.querySelector('[data-rows]')
  /** @type {HTMLTemplateElement | null} */
  const template = form.querySelector('[data-row-template]')
  /** @type {HTMLElement | null} */
  const addButton = form.querySelector('[data-add-row]')
  const list = document.getElementById('found-products')
  let request = new AbortController()
  let timer = 0
  let next = rows?.children.length ?? 0
  let isChanged = false

  /** @param {string} selector @param {string} text @param {Element} parent */
  const show = (selector, text, parent = form) => {
    parent.querySelector(selector)?.replaceChildren(text)
  }

  /** @param {EventTarget | null} [changed] */
  async function preview(changed) {
    request.abort()
    request = new AbortController()
    const { signal } = request
    // @ts-expect-error: without files, all values are strings.
    const body = new URLSearchParams(new FormData(form))
    try {
      if (changed instanceof HTMLInputElement && changed.list)
        suggest(changed.value, signal).catch(() => {})
      const response = await fetch(form.dataset.preview ?? '', { method: 'POST', body, signal })
      if (!response.ok) throw response
      showPreview(await response.json())
    } catch {
      if (!signal.aborted) show('[data-status]', form.dataset.unavailable ?? '')
    }
  }

  /** @param {Preview} preview */
  function showPreview({ lines, amounts, sum, errors, message, pending }) {
    show('[data-status]', message)
    /** @param {string[]} names */
    const ids = (names) => names.map((name) => `f-${name.replace(/[^\w-]/g, '_')}`)
    const invalid = ids(Object.keys(errors))
    const kept = [...invalid, ...ids(pending)]
    for (const id of invalid) document.getElementById(id)?.setAttribute('aria-invalid', 'true')
    for (const error of form.querySelectorAll('[aria-invalid], #errors a')) {
      if (kept.includes(error.id || error.getAttribute('href')?.slice(1) || '')) continue
      error.removeAttribute('aria-invalid')
      document.getElementById(`${error.id}-error`)?.remove()
      error.closest('#errors li')?.remove()
    }
    if (!form.querySelector('#errors li')) form.querySelector('#errors')?.remove()
    for (const [index, row] of [...(rows?.children ?? [])].entries()) {
      const { total = '', price = '', name = '' } = lines[index] ?? {}
      show('[data-total]', total, row)
      show('[data-name]', name, row)
      row.querySelector('[name$=".quote"]')?.setAttribute('placeholder', price)
    }
    for (const [name, amount] of Object.entries(amounts)) {
      const row = `[data-amount="${name}"]`
      const isHidden = !amount && !/lines|total/.test(name)
      form.querySelector(row)?.toggleAttribute('hidden', isHidden)
      show(`${row} td`, amount)
    }
    show('[data-sum]', sum)
  }

  function addRow() {
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!(row instanceof Element)) return
    for (const element of [row, ...row.querySelectorAll('*')]) {
      for (const each of element.attributes) {
        each.value = each.value.replaceAll('N0', `${next}`).replace('N1', `${next + 1}`)
      }
      const text = element.lastChild
      if (text?.nodeValue) text.nodeValue = text.nodeValue.replace('N1', `${next + 1}`)
    }
    next += 1
    rows?.append(row)
    rows?.toggleAttribute('data-all', true)
    focusRow(row)
  }

  /** @param {Element} row */
  const focusRow = (row) =>
    /** @type {HTMLElement} */ (row.querySelectorAll('input:not(details *)')[2])?.focus()

  /** Price and percent empty each other. @param {HTMLInputElement} input */
  function emptyOther({ name, value, defaultValue }) {
    const [, path, field] = /^(.*\.)(quote|discount_percent)$/.exec(name) ?? []
    const other = form.elements.namedItem(path + (field === 'quote' ? 'discount_percent' : 'quote'))
    if (path && other instanceof HTMLInputElement)
      other.value = value === defaultValue ? other.defaultValue : ''
  }

  /** @param {string} text @param {AbortSignal} signal */
  async function suggest(text, signal) {
    if (text.length < 2) return
    const { products: path, quote = '' } = form.dataset
    const query = new URLSearchParams({ q: text, quote })
    const typed = new FormData(form)
    for (const name of ['customer_id', 'company_id']) query.set(name, `${typed.get(name) ?? ''}`)
    const response = await fetch(`${path}?${query}`, { signal })
    const { products } = await response.json()
    const options = products.map((/** @type {Fields} */ { pick = '', ...product }) => {
      const option = Object.assign(document.createElement('option'), product)
      option.dataset.pick = pick
      return option
    })
    list?.replaceChildren(...options)
  }

  /** Keeps the product named in a field. @param {HTMLInputElement} input */
  function pick({ name, value, list: choices }) {
    const option = [...(choices?.options ?? [])].find((each) => each.value === value)
    const picked = form.elements.namedItem(name.replace(/id$/, 'picked'))
    if (option?.dataset.pick && picked instanceof HTMLInputElement)
      picked.value = option.dataset.pick
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.id === 'f-search') return
    isChanged = true
    // Above the save bar.
    if (form.toggleAttribute('data-changed', true)) target.scrollIntoView({ block: 'nearest' })
    if (target instanceof HTMLInputElement) {
      emptyOther(target)
      pick(target)
      // The row keeps its number.
      const row = target.name.endsWith('.remove') && target.closest('[data-new]')
      if (row) row.toggleAttribute('hidden', true)
      if (row) addButton?.focus()
    }
    clearTimeout(timer)
    timer = setTimeout(preview, 300, target)
  })
  addButton?.addEventListener('click', (event) => {
    event.preventDefault()
    addRow()
  })
  form.addEventListener('submit', (event) => {
    const focused = document.activeElement
    const isEnter = event.submitter?.getAttribute('value') === 'enter'
    if (!isEnter || focused?.id === 'f-search') {
      isChanged = false
      return
    }
    // Enter does the action, or goes to the next line.
    event.preventDefault()
    // A form ignores clicks until the event has ended.
    setTimeout(() => focused?.closest('.action')?.querySelector('button')?.click())
    const row = focused?.closest('[data-row]')
    if (row?.nextElementSibling) focusRow(row.nextElementSibling)
    else if (row) addRow()
  })
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}
