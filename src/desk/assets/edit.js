// Totals, and rows.

/**
 * @typedef {Record<string, string>} Fields
 * @typedef {Fields & { isProduct?: boolean }} Line
 * @typedef {{ lines: Record<number, Line | null>, amounts: Fields, errors: Fields }} Priced
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
  const adder = /** @type {HTMLInputElement} */ (document.getElementById('f-search'))
  const list = /** @type {HTMLElement} */ (form.querySelector('[data-suggestions]'))
  let request = new AbortController()
  let timer = 0
  let next = rows?.children.length ?? 0
  let isChanged = false

  /** @param {string} selector @param {string} text @param {ParentNode} parent */
  const show = (selector, text, parent = document) => {
    parent.querySelector(selector)?.replaceChildren(text)
  }

  /** Returns what is typed. Lines that are text are not part of it. */
  // @ts-expect-error: without files, all values are strings.
  const typed = () => new URLSearchParams(new FormData(form))

  /** @param {string} [action] `taxes` for the total with taxes. */
  async function preview(action = '') {
    request.abort()
    // A new quote without lines is no error yet.
    if (!form.querySelector('[data-row]')) return
    request = new AbortController()
    const { signal } = request
    try {
      const body = typed()
      body.set('action', action)
      const init = { method: 'POST', body, signal }
      const response = await fetch(form.dataset.preview ?? '', init)
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
    for (const [index, line] of Object.entries(lines)) {
      const row = rows?.children[Number(index)]
      if (!row) continue
      for (const field of ['total', 'name', 'components'])
        show(`[data-${field}]`, line?.[field] ?? '', row)
      if (line?.isProduct) row.toggleAttribute('data-picked', true)
      row.querySelector('[name$=".quote"]')?.setAttribute('placeholder', line?.price ?? '')
    }
    for (const [name, amount] of Object.entries(amounts)) {
      const row = form.querySelector(`[data-amount="${name}"]`)
      const isHidden = !amount && !/lines|total/.test(name) && !row?.hasAttribute('data-kept')
      row?.toggleAttribute('hidden', isHidden)
      if (row) show('[data-value]', amount, row)
    }
    show('[data-sum]', sum)
  }

  /** Adds a line. @param {Fields} fields */
  function addRow(fields) {
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
    for (const [name, value] of Object.entries(fields)) {
      const input = row.querySelector(`[name$="].${name}"]`)
      if (input instanceof HTMLInputElement && value) input.value = value
    }
    row.toggleAttribute('data-picked', Boolean(fields.picked))
    change()
  }

  function change() {
    isChanged = true
    clearTimeout(timer)
    timer = setTimeout(preview, 50)
  }

  /**
   * Moves the focus to a cell of a row, by default to its quantity. Shows the fields of a line that
   * is text.
   *
   * @param {Element} row
   * @param {number} [cell]
   */
  function focusRow(row, cell = 1) {
    /** @param {Element} shown */
    const focus = (shown) => {
      const fields = 'input:not([type="hidden"], details *)'
      const { cells } = /** @type {HTMLTableRowElement} */ (shown)
      const field = cells[cell]?.querySelector(fields) ?? shown.querySelector('[name$="].qty"]')
      if (field instanceof HTMLInputElement) field.focus()
    }
    const button = row.querySelector('[name="action"]')
    if (!(button instanceof HTMLButtonElement)) return focus(row)
    const body = typed()
    body.set('action', button.value)
    loadPage(form.dataset.preview ?? '', body)
      .then((page) => {
        const shown = /** @type {Element} */ (page.querySelector('[data-row]'))
        row.replaceWith(shown)
        focus(shown)
      })
      .catch(() => form.requestSubmit(button))
  }
  rows?.addEventListener('click', (event) => {
    const cell = /** @type {Element} */ (event.target).closest('[data-closed] > *')
    if (!(cell instanceof HTMLTableCellElement && cell.parentElement)) return
    event.preventDefault()
    focusRow(cell.parentElement, cell.cellIndex)
  })

  /** Price and percent empty each other. @param {HTMLInputElement} input */
  function emptyOther({ name, value, defaultValue }) {
    const [, path, field] = /^(.*\.)(quote|discount_percent)$/.exec(name) ?? []
    const other = form.elements.namedItem(path + (field === 'quote' ? 'discount_percent' : 'quote'))
    if (path && other instanceof HTMLInputElement)
      other.value = value === defaultValue ? other.defaultValue : ''
  }

  // The field that adds lines, and the products that it suggests.

  /** @type {Fields[]} */
  let products = []
  let quantity = ''
  const suggestions =
    adder &&
    combobox(adder, list, {
      async load(text, signal) {
        const { products: path, quote = '', currency = '' } = form.dataset
        if (!path) return []
        const query = new URLSearchParams({ q: text, quote, currency })
        const fields = typed()
        for (const name of ['customer_id', 'company_id']) query.set(name, fields.get(name) ?? '')
        const found = await (await fetch(`${path}?${query}`, { signal })).json()
        ;({ products, qty: quantity = '' } = found)
        // Name, SKU, price, price breaks and picture, as the server orders them.
        return products.map(Object.values)
      },
      pick: addTyped,
    })

  /** Adds what is suggested, or what is typed. @param {number} [active] */
  function addTyped(active) {
    const text = adder.value.trim()
    if (text === '') return
    const product = active === undefined ? undefined : products[active]
    if (product) addRow({ id: product.name ?? '', picked: product.pick ?? '', qty: quantity })
    else {
      const quantityFirst = new RegExp(form.dataset.quantityFirst ?? '', 'isu')
      const [, qty = '', id = text] = quantityFirst.exec(text) ?? []
      addRow({ id, qty })
    }
    adder.value = ''
    suggestions?.close()
    adder.focus()
  }

  /** @param {string} text */
  async function addPasted(text) {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById('f-pasted'))
    field.value = text
    const body = typed()
    const { products: path, quote = '' } = form.dataset
    const query = new URLSearchParams({ quote })
    const response = await fetch(`${path}?${query}`, { method: 'POST', body })
    if (!response.ok) throw response
    const { lines, unknown, message } = await response.json()
    for (const line of lines) addRow(line)
    field.value = unknown
    const menu = /** @type {HTMLDetailsElement} */ (field.closest('details'))
    menu.open = unknown !== ''
    if (unknown) field.focus()
    else adder.focus()
    show('[data-status]', message)
  }

  const sendPasted = () => /** @type {HTMLElement} */ (form.querySelector('[data-paste]'))

  adder?.addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (!/\S\s*[\r\n]\s*\S|\S\t/.test(text) || !form.dataset.products) return
    event.preventDefault()
    addPasted(text).catch(() => sendPasted().click())
  })
  form.querySelector('[data-add]')?.addEventListener('click', (event) => {
    if (adder.value.trim() === '') return
    event.preventDefault()
    addTyped(suggestions?.active())
  })

  // The field that finds the customer.

  /** @type {ReturnType<typeof combobox> | undefined} */
  let customers
  searchCustomers()

  function searchCustomers() {
    const input = document.getElementById('f-find')
    const found = form.querySelector('[data-customers]')
    if (!(input instanceof HTMLInputElement && found instanceof HTMLElement)) return
    customers = combobox(input, found, {
      async load(text, signal) {
        const path = `${form.dataset.customersUrl}?${new URLSearchParams({ q: text })}`
        return (await (await fetch(path, { signal })).json()).items
      },
      pick: (index) => takeCustomer(index).catch(() => form.submit()),
    })
  }

  /** Shows the fields as the server fills them. @param {number} index */
  async function takeCustomer(index) {
    const body = typed()
    body.set('action', `customer:${index}`)
    const page = await loadPage(form.getAttribute('action') ?? '', body)
    for (const part of ['.party', '.labels']) {
      const filled = page.querySelector(`form ${part}`)
      if (filled) form.querySelector(part)?.replaceWith(filled)
    }
    searchCustomers()
    change()
    adder.focus()
  }

  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLElement) || /^f-(search|pasted|find)$/.test(target.id)) return
    isChanged = true
    if (target instanceof HTMLInputElement) {
      emptyOther(target)
      // The row keeps its number.
      const row = target.name.endsWith('.remove') && target.closest('[data-new]')
      if (row) row.toggleAttribute('hidden', true)
      if (row) adder.focus()
    }
    change()
  })
  form.addEventListener('submit', (event) => {
    const focused = document.activeElement
    const isEnter = event.submitter?.getAttribute('value') === 'enter'
    if (!isEnter) {
      isChanged = false
      return
    }
    // Enter does the action, adds a line, or goes to the next line.
    event.preventDefault()
    if (focused === adder) addTyped(suggestions?.active())
    const customer = focused?.id === 'f-find' ? customers?.active() : undefined
    if (customer !== undefined) takeCustomer(customer).catch(() => {})
    // A form ignores clicks until the event has ended.
    setTimeout(() => focused?.closest('.action')?.querySelector('button')?.click())
    const row = focused?.closest('[data-row]')
    if (row?.nextElementSibling) focusRow(row.nextElementSibling)
    else if (row) adder.focus()
  })
  form.querySelector('[data-taxes]')?.addEventListener('click', (event) => {
    event.preventDefault()
    clearTimeout(timer)
    preview('taxes')
  })
  // The next step, from wherever somebody types.
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const button = document.querySelector('.head .primary')
    if (button instanceof HTMLElement) button.click()
  })
  addEventListener('beforeunload', (event) => {
    if (isChanged) event.preventDefault()
  })
}

/**
 * Loads a page as a document, in which no script runs.
 *
 * @param {string} url
 * @param {URLSearchParams} body
 * @returns {Promise<Document>}
 */
function loadPage(url, body) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'document'
    request.onload = () =>
      request.status === 200 && request.responseXML ? resolve(request.responseXML) : reject()
    request.onerror = reject
    request.send(body)
  })
}

/**
 * Suggests something while somebody types, in a list from which it is picked by keys or a click.
 *
 * @param {HTMLInputElement} input
 * @param {HTMLElement} list
 * @param {{
 *   load(text: string, signal: AbortSignal): Promise<(string | number)[][]>
 *   pick(index: number): void
 * }} source `load` returns the words of each suggestion, the fifth of which is a picture.
 */
function combobox(input, list, { load, pick }) {
  let request = new AbortController()
  let timer = 0
  let active = 0
  /** What the list is for. */
  let shown = ''

  async function suggest() {
    request.abort()
    request = new AbortController()
    const text = input.value.trim()
    if (text.length < 2) return close()
    const found = await load(text, request.signal)
    shown = text
    list.replaceChildren(...found.map(toOption))
    list.toggleAttribute('hidden', found.length === 0)
    input.setAttribute('aria-expanded', `${found.length > 0}`)
    activate(0)
  }

  /** @param {(string | number)[]} words @param {number} index */
  function toOption(words, index) {
    const option = document.createElement('li')
    option.id = `${list.id}-${index}`
    option.setAttribute('role', 'option')
    if (words[4]) {
      const picture = new Image(40, 40)
      picture.alt = ''
      picture.src = `${words[4]}`
      option.append(picture)
    }
    for (const [place, text] of words.slice(0, 4).entries()) {
      if (typeof text !== 'string') continue
      const element = document.createElement(place === 0 ? 'strong' : 'span')
      element.textContent = text
      option.append(element)
    }
    return option
  }

  function close() {
    clearTimeout(timer)
    request.abort()
    shown = ''
    list.toggleAttribute('hidden', true)
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }

  /** @param {number} index */
  function activate(index) {
    const { length } = list.children
    if (length === 0) return
    active = (index + length) % length
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', `${at === active}`)
    input.setAttribute('aria-activedescendant', `${list.id}-${active}`)
  }

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    input.setAttribute(name, value)
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => suggest().catch(() => {}), 150)
  })
  input.addEventListener('blur', () => setTimeout(close, 150))
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if ((step === undefined && event.key !== 'Escape') || list.hidden) return
    event.preventDefault()
    if (step === undefined) close()
    else activate(active + step)
  })
  list.addEventListener('mousedown', (event) => {
    const option = /** @type {Element} */ (event.target).closest('[role="option"]')
    if (!option) return
    event.preventDefault()
    pick([...list.children].indexOf(option))
  })
  return {
    close,
    /** The suggestion that Enter takes, if there is one for what is typed. */
    active: () =>
      !list.hidden && shown === input.value.trim() && list.children.length > 0 ? active : undefined,
  }
}
