// Helps to edit a quote: totals while typing, rows, products. The page works without it.

/**
 * @typedef {object} Preview
 * @property {({ total: string, price: string } | null)[]} [lines]
 * @property {Record<string, string>} [amounts]
 * @property {string} [sum]
 * @property {Record<string, string>} errors
 * @property {string} message
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

  /** @param {string} selector @param {string} text */
  const show = (selector, text) => {
    const element = form.querySelector(selector)
    if (element) element.textContent = text
  }

  async function preview() {
    request.abort()
    request = new AbortController()
    const { signal } = request
    // @ts-expect-error: without files, all values are strings.
    const body = new URLSearchParams(new FormData(form))
    try {
      const response = await fetch(form.dataset.preview ?? '', { method: 'POST', body, signal })
      if (!response.ok) throw response
      showPreview(await response.json())
    } catch {
      if (!signal.aborted) show('[data-status]', 'The totals cannot be calculated now.')
    }
  }

  /** @param {Preview} preview */
  function showPreview({ lines, amounts, sum = '', errors, message }) {
    show('[data-status]', message)
    for (const field of form.elements) {
      const isInvalid = Object.hasOwn(errors, field.getAttribute('name') ?? '')
      if (isInvalid) field.setAttribute('aria-invalid', 'true')
      else if (!field.hasAttribute('aria-describedby')) field.removeAttribute('aria-invalid')
    }
    if (!lines || !amounts) return
    for (const [index, row] of [...(rows?.children ?? [])].entries()) {
      const { total = '', price = '' } = lines[index] ?? {}
      const shown = row.querySelector('[data-total]')
      if (shown) shown.textContent = total
      row.querySelector('[name$=".quote"]')?.setAttribute('placeholder', price)
    }
    for (const [name, amount] of Object.entries(amounts)) {
      const row = `[data-amount="${name}"]`
      const isOptional = !['lines', 'total'].includes(name)
      form.querySelector(row)?.toggleAttribute('hidden', isOptional && amount === '')
      show(`${row} td`, amount)
    }
    show('[data-sum]', sum)
  }

  function addRow() {
    const row = template?.content.firstElementChild?.cloneNode(true)
    if (!(row instanceof Element)) return
    for (const element of [row, ...row.querySelectorAll('*')])
      for (const { name, value } of element.attributes)
        element.setAttribute(name, value.replaceAll('N0', String(next)))
    next += 1
    rows?.append(row)
    row.querySelectorAll('input')[2]?.focus()
  }

  /** Typing one of price and percent empties the other. @param {HTMLInputElement} input */
  function emptyOther({ name, value, defaultValue }) {
    const [, path, field] = /^(.*\.)(quote|discount_percent)$/.exec(name) ?? []
    const other = form.elements.namedItem(path + (field === 'quote' ? 'discount_percent' : 'quote'))
    if (path && other instanceof HTMLInputElement)
      other.value = value === defaultValue ? other.defaultValue : ''
  }

  /** @param {string} text */
  async function suggest(text) {
    if (text.length < 2) return
    const response = await fetch(`${form.dataset.products}?q=${encodeURIComponent(text)}`)
    const { products } = response.ok ? await response.json() : { products: [] }
    const options = products.map((/** @type {{ value: string, label: string }} */ product) =>
      Object.assign(document.createElement('option'), product),
    )
    list?.replaceChildren(...options)
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.id === 'f-search') return
    isChanged = true
    if (target instanceof HTMLInputElement) {
      emptyOther(target)
      if (target.list) suggest(target.value).catch(() => {})
      // The row stays in the form, so that the numbers of all rows stay as they are.
      const row = target.name.endsWith('.remove') && target.closest('[data-new]')
      if (row) row.toggleAttribute('hidden', true)
      if (row) addButton?.focus()
    }
    clearTimeout(timer)
    timer = setTimeout(preview, 300)
  })
  addButton?.addEventListener('click', (event) => {
    event.preventDefault()
    addRow()
  })
  form.addEventListener('submit', () => {
    isChanged = false
  })
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}
