// Helps to edit a quote: totals while typing, rows, products. The page works without it.

/**
 * @typedef {object} Preview
 * @property {({ total: string, price: string } | null)[]} [lines]
 * @property {Record<string, string>} [amounts]
 * @property {string} [sum]
 * @property {Record<string, string>} errors
 * @property {string} [message]
 */

/** @type {HTMLFormElement | null} */
const edited = document.querySelector('form[data-edit]')
if (edited) enhance(edited)

/** @param {HTMLFormElement} form */
function enhance(form) {
  /** @type {Element | null} */
  const rows = form.querySelector('[data-rows]')
  /** @type {HTMLTemplateElement | null} */
  const template = form.querySelector('[data-row-template]')
  /** @type {AbortController | undefined} */
  let request
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let next = rows?.children.length ?? 0
  let isChanged = false

  /** @param {string} selector @param {string} text */
  const show = (selector, text) => {
    const element = form.querySelector(selector)
    if (element && element.textContent !== text) element.textContent = text
  }

  /** @param {string} url @param {RequestInit} [init] */
  async function load(url, init) {
    const response = await fetch(url, { ...init, headers: { accept: 'application/json' } })
    if (!response.ok) throw new Error(`Status ${response.status}`)
    return response.json()
  }

  async function preview() {
    request?.abort()
    request = new AbortController()
    const { signal } = request
    // @ts-expect-error: a form has no files, so all its values are strings.
    const body = new URLSearchParams(new FormData(form))
    try {
      const result = await load(form.dataset.preview ?? '', { method: 'POST', body, signal })
      if (!signal.aborted) showPreview(result)
    } catch {
      if (!signal.aborted) show('[data-status]', 'The totals cannot be calculated now.')
    }
  }

  /** @param {Preview} preview */
  function showPreview({ lines, amounts, sum, errors, message = 'Not saved yet.' }) {
    show('[data-status]', message)
    for (const field of form.elements) {
      const name = field.getAttribute('name') ?? ''
      if (Object.hasOwn(errors, name)) field.setAttribute('aria-invalid', 'true')
      else if (!field.hasAttribute('aria-describedby')) field.removeAttribute('aria-invalid')
    }
    if (!lines || !amounts) return
    for (const [index, row] of [...(rows?.children ?? [])].entries()) {
      const line = lines[index]
      const total = row.querySelector('[data-total]')
      if (total) total.textContent = line?.total ?? ''
      const price = row.querySelector('[name$=".quote"]')
      if (line) price?.setAttribute('placeholder', line.price)
    }
    for (const [name, amount] of Object.entries(amounts)) {
      const row = form.querySelector(`[data-amount="${name}"]`)
      row?.toggleAttribute('hidden', amount === '' && name !== 'lines' && name !== 'total')
      show(`[data-amount="${name}"] td`, amount)
    }
    show('[data-sum]', sum ?? '')
  }

  function addRow() {
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!(row instanceof Element)) return
    for (const element of [row, ...row.querySelectorAll('*')])
      for (const { name, value } of element.attributes)
        if (value.includes('N0')) element.setAttribute(name, value.replaceAll('N0', String(next)))
    next += 1
    rows?.append(row)
    /** @type {HTMLElement | null} */
    const first = row.querySelector('[name$=".id"]')
    first?.focus()
  }

  /**
   * The price and the percent say the same, so the one that is typed empties the other.
   *
   * @param {HTMLInputElement} input
   */
  function emptyOther(input) {
    const [, path, field] = /^(.*)\.(quote|discount_percent)$/.exec(input.name) ?? []
    if (path === undefined) return
    const name = `${path}.${field === 'quote' ? 'discount_percent' : 'quote'}`
    const other = form.elements.namedItem(name)
    if (other instanceof HTMLInputElement) other.value = ''
  }

  /** @param {string} text */
  async function suggest(text) {
    const list = document.getElementById('found-products')
    if (!list || !form.dataset.products || text.length < 2) return
    const url = `${form.dataset.products}?${new URLSearchParams({ q: text })}`
    const { products } = await load(url).catch(() => ({ products: [] }))
    list.replaceChildren(
      ...products.map((/** @type {{ value: string, label: string }} */ { value, label }) => {
        const option = document.createElement('option')
        option.value = value
        option.textContent = label
        return option
      }),
    )
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof Element)) return
    const isSearch = target.getAttribute('name') === 'search'
    isChanged ||= !isSearch
    if (target instanceof HTMLInputElement) {
      emptyOther(target)
      if (target.list) void suggest(target.value)
      const row = target.closest('[data-new]')
      if (row && target.name.endsWith('.remove')) row.remove()
    }
    clearTimeout(timer)
    if (!isSearch) timer = setTimeout(preview, 300)
  })
  form.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-add-row]')) return
    event.preventDefault()
    addRow()
  })
  form.addEventListener('submit', () => {
    isChanged = false
  })
  window.addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}
