/** Who the customers of the sample store are, and what becomes of their quotes. */

import { getPayable } from 'quotewright'

/**
 * What a step of a quote knows.
 *
 * @typedef {object} Visit
 * @property {ReturnType<import('quotewright').QuoteEngine['using']>} engine
 * @property {import('quotewright').StoreContext} seller
 * @property {import('quotewright').StoreContext} buyer
 * @property {import('quotewright').StoreContext} system
 * @property {string} quoteId
 * @property {string} email
 * @property {string} name
 * @property {number} time Milliseconds since the Unix epoch.
 *
 * @typedef {object} Step
 * @property {number} after Days since the quote was created.
 * @property {(visit: Visit) => Promise<unknown>} act
 *
 * @typedef {Omit<import('quotewright').CreateQuoteRequest, 'customer'>} QuoteContent
 * @typedef {QuoteContent & { tag_list?: string[] }} Content
 *
 * @typedef {object} Story
 * @property {string} customer
 * @property {string} owner
 * @property {number} age Days.
 * @property {Content} request
 * @property {readonly Step[]} steps
 */

/** @type {Readonly<Record<string, import('quotewright').UserDefinition>>} */
export const users = {
  grace: { name: 'Grace Hopper', email: 'grace@tools.example', position: 'manager' },
  katherine: { name: 'Katherine Johnson', email: 'katherine@tools.example', position: 'editor' },
  alan: { name: 'Alan Kay', email: 'alan@tools.example', position: 'editor' },
}

/** @type {Readonly<Record<string, import('quotewright').AnyCustomer>>} */
export const customers = {
  brightwell: {
    name: 'Ada Brightwell',
    company: 'Brightwell Joinery',
    email: 'ada@brightwell.example',
    phone: '+1 512 555 0142',
    address: '12 Mill Lane',
    'address-2': 'Unit 4',
    city: 'Austin',
    state: 'TX',
    zipcode: '78701',
    country: 'US',
  },
  school: {
    name: 'Miguel Ortega',
    company: 'Hill Country School District',
    email: 'm.ortega@hillcountry.example',
    address: '900 Ranch Road 12',
    city: 'Wimberley',
    state: 'TX',
    zipcode: '78676',
    country: 'US',
    tax_exempt: 'TX 01-339',
  },
  larkspur: {
    name: 'Dana Whitfield',
    company: 'Larkspur Café',
    email: 'dana@larkspur.example',
    address: '88 South Lamar Boulevard',
    city: 'Austin',
    state: 'TX',
    zipcode: '78704',
    country: 'US',
  },
  pacific: {
    name: 'Noah Kealoha',
    company: 'Pacific Boat Works',
    email: 'noah@pacificboats.example',
    address: '410 Harbor Drive',
    city: 'San Diego',
    state: 'CA',
    zipcode: '92101',
    country: 'US',
  },
  lindqvist: {
    name: 'Åsa Lindqvist',
    company: 'Lindqvist & Söner AB',
    email: 'asa@lindqvist.example',
    address: 'Hantverkargatan 14',
    city: 'Göteborg',
    zipcode: '411 04',
    country: 'SE',
  },
  tischlerei: {
    name: 'Jürgen Weiß',
    company: 'Tischlerei Weiß GmbH',
    email: 'j.weiss@tischlerei-weiss.example',
    address: 'Lindenstraße 7',
    city: 'Leipzig',
    zipcode: '04109',
    country: 'DE',
    vat_id: 'DE123456789',
  },
  atelier: {
    name: 'Hélène Fournier',
    company: 'Atelier Fournier',
    email: 'helene@fournier.example',
    address: '3 rue des Tanneurs',
    city: 'Nantes',
    zipcode: '44000',
    country: 'FR',
  },
  yamada: {
    name: '山田 太郎',
    company: '山田木工株式会社',
    email: 'yamada@mokko.example',
    address: '中央区銀座 4-5-6',
    city: '東京',
    zipcode: '104-0061',
    country: 'JP',
  },
  mansour: {
    name: 'ليلى منصور',
    company: 'ورشة منصور',
    email: 'layla@mansour.example',
    city: 'دبي',
    country: 'AE',
  },
  guerra: {
    name: 'Rafael Guerra',
    company: 'Móveis Guerra Ltda.',
    email: 'rafael@guerra.example',
    address: 'Rua do Comércio 210',
    city: 'Curitiba',
    state: 'PR',
    zipcode: '80020-000',
    country: 'BR',
  },
  oconnor: {
    name: 'Siobhán O’Connor',
    company: 'O’Connor Fit-out',
    email: 'siobhan@oconnor.example',
    address: '27 Dock Road',
    city: 'Limerick',
    zipcode: 'V94 X3T2',
    country: 'IE',
  },
  coworking: {
    name: 'Priya Raman',
    company: 'The Understory, coworking and event spaces of East Austin',
    email: 'priya@understory.example',
    address: '2200 East Sixth Street',
    city: 'Austin',
    state: 'TX',
    zipcode: '78702',
    country: 'US',
  },
  walkin: { name: 'Sam Porter', email: 'sam.porter@mail.example', state: 'TX', country: 'US' },
}

/** @param {number} people @returns {Content} */
const office = (people) => ({
  products: [
    { id: 129, qty: people },
    { id: 130, qty: people },
    { id: 131, qty: people * 2, discount_percent: '8' },
    { id: 132, qty: people },
    { id: 133, qty: Math.ceil(people / 4), note: 'Keyed alike' },
    {
      name: 'Assembly and removal of packaging',
      sku: 'SV-ASM',
      unit: 'hour',
      price: '48.00',
      qty: people,
    },
  ],
})

/** @param {number} benches @returns {Content} */
const workshop = (benches) => ({
  products: [
    { id: 108, qty: benches, quote: '365.00' },
    { id: 109, qty: benches },
    { id: 111, qty: benches * 4 },
    { id: 101, qty: benches },
    { id: 105, qty: benches },
    { id: 106, qty: benches },
  ],
})

/** @param {number} factor @returns {Content} */
const fixings = (factor) => ({
  products: [
    { id: 114, qty: 600 * factor },
    { id: 115, qty: 250 * factor },
    { id: 118, qty: 125 * factor },
    { id: 117, qty: 125 * factor },
    { id: 120, qty: 500 * factor },
    { id: 121, qty: 6 * factor },
  ],
})

/** @param {number} people @returns {Content} */
const safety = (people) => ({
  products: [
    { id: 124, qty: people },
    { id: 125, qty: people },
    { id: 126, qty: people * 3 },
    { id: 127, qty: Math.ceil(people / 5) },
    { id: 128, qty: 1 },
  ],
})

/** @param {number} reams @returns {Content} */
const paper = (reams) => ({
  products: [
    { id: 135, qty: reams },
    { id: 137, qty: Math.ceil(reams / 20) },
    { id: 138, qty: Math.ceil(reams / 10) },
  ],
})

/** @type {readonly import('quotewright').CreateTemplateRequest[]} */
export const templates = [
  { name: 'Office, per ten desks', products: office(10).products, tag_list: ['Needs Approval'] },
  { name: 'Workshop, one bench', products: workshop(1).products },
  { name: 'Site start: fixings', products: fixings(1).products, tag_list: ['Auto Send'] },
  {
    name: 'Safety kit for schools',
    products: safety(30).products,
    customer: { state: 'TX', country: 'US' },
    tag_list: ['Approved'],
  },
]

/**
 * @param {number} after
 * @param {number} [days] For how long the offer is valid.
 * @returns {Step}
 */
const send = (after, days = 30) => ({
  after,
  act: ({ engine, seller, quoteId, time }) => {
    const expires = new Date(time + days * 86_400_000).toISOString().slice(0, 10)
    return engine.sendQuote(seller, quoteId, { expires })
  },
})

/**
 * @param {number} after
 * @param {import('quotewright').DeliveryType} type
 * @param {string} [detail]
 * @returns {Step}
 */
const mail = (after, type, detail) => ({
  after,
  act: ({ engine, system, quoteId, email }) => {
    const report = { type, recipient: email, ...(detail !== undefined && { detail }) }
    return engine.recordDelivery(system, quoteId, report)
  },
})

/** @param {number} after @param {string} [reference] @returns {Step} */
const accept = (after, reference) => ({
  after,
  act: async ({ engine, buyer, quoteId, name }) => {
    const { revision = 1, seal } = (await engine.getQuote(buyer, quoteId)).quote
    return engine.acceptQuote(buyer, quoteId, {
      revision,
      seal,
      name,
      ...(reference !== undefined && { reference }),
    })
  },
})

/** @param {number} after @param {string} orderId @returns {Step} */
const order = (after, orderId) => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.orderQuote(seller, quoteId, { order_id: orderId }),
})

/**
 * Orders a part of what was accepted.
 *
 * @param {number} after @param {string} orderId
 * @param {readonly import('quotewright').OrderedLine[]} lines
 * @returns {Step}
 */
const orderPart = (after, orderId, lines) => ({
  after,
  act: ({ engine, seller, quoteId }) =>
    engine.orderQuote(seller, quoteId, { order_id: orderId, lines }),
})

/** Reports what is due now as paid. @param {number} after @param {string} id @returns {Step} */
const pay = (after, id) => ({
  after,
  act: async ({ engine, seller, system, quoteId, time }) => {
    const { quote } = await engine.getQuote(seller, quoteId)
    const { dueNow: amount } = getPayable(quote, { now: time })
    return engine.recordPayment(system, quoteId, { id, amount })
  },
})

/** @param {number} after @param {string} reason @returns {Step} */
const decline = (after, reason) => ({
  after,
  act: ({ engine, buyer, quoteId }) => engine.declineQuote(buyer, quoteId, { reason }),
})

/** @param {number} after @param {string} reason @returns {Step} */
const askForChange = (after, reason) => ({
  after,
  act: ({ engine, buyer, quoteId }) => engine.requestRevision(buyer, quoteId, { reason }),
})

/** @param {number} after @returns {Step} */
const revise = (after) => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.reviseQuote(seller, quoteId),
})

/** @param {number} after @param {string} reason @returns {Step} */
const cancel = (after, reason) => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.cancelQuote(seller, quoteId, { reason }),
})

/**
 * @param {number} after
 * @param {import('quotewright').UpdateQuoteRequest} changes
 * @returns {Step}
 */
const change = (after, changes) => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.updateQuote(seller, quoteId, changes),
})

/** @param {number} after @param {string} text @returns {Step} */
const buyerWrites = (after, text) => ({
  after,
  act: ({ engine, buyer, quoteId }) => engine.addMessage(buyer, quoteId, { text }),
})

/**
 * @param {number} after
 * @param {string} text
 * @param {import('quotewright').Visibility} [visibility]
 * @returns {Step}
 */
const sellerWrites = (after, text, visibility = 'customer') => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.addMessage(seller, quoteId, { text, visibility }),
})

/** @param {number} after @returns {Step} */
const reportExpiry = (after) => ({
  after,
  act: ({ engine, system }) => engine.expireQuotes(system),
})

/** @param {number} after @returns {Step} */
const remove = (after) => ({
  after,
  act: ({ engine, seller, quoteId }) => engine.deleteQuote(seller, quoteId),
})

/** @param {number} after @param {number} [days] For how long the offer is valid. */
const sendAndRead = (after, days) => [
  send(after, days),
  mail(after + 0.1, 'delivered'),
  mail(after + 0.9, 'opened'),
]

/**
 * @param {string} customer
 * @param {string} owner
 * @param {number} age
 * @param {Content} request
 * @param {...Step} steps
 * @returns {Story}
 */
const story = (customer, owner, age, request, ...steps) => ({
  customer,
  owner,
  age,
  request,
  steps,
})

const springSale = { type: /** @type {const} */ ('percent'), value: 5, label: 'Spring sale' }
const loyalty = { type: /** @type {const} */ ('amount'), value: '250.00', label: 'Loyalty' }
/** @type {readonly import('quotewright').PaymentPartRequest[]} */
const inTwoParts = [
  { label: 'Deposit', type: 'percent', value: 30, due: 'acceptance' },
  { label: 'Balance', type: 'rest', due: 'delivery', days: 30 },
]
const van = { type: 'van' }
const freight = { type: 'freight' }
const pickup = { type: 'pickup' }

/** @type {readonly Story[]} */
export const stories = [
  story(
    'brightwell',
    'grace',
    70,
    { ...workshop(4), discounts: [springSale], shipping: van },
    ...sendAndRead(0),
    accept(3, 'PO-20817'),
    order(4, 'order-4701'),
  ),
  story(
    'school',
    'katherine',
    68,
    { ...safety(60), tag_list: ['Approved'], shipping: van },
    ...sendAndRead(1),
    buyerWrites(2, 'Can you deliver before the term begins?'),
    sellerWrites(2.1, 'Yes: in the week before, on Tuesday or Wednesday.'),
    accept(6, 'HCSD-1188'),
    order(6.5, 'order-4702'),
  ),
  story(
    'lindqvist',
    'alan',
    66,
    { ...workshop(2), shipping: freight },
    send(1, 14),
    mail(1, 'delivered'),
    reportExpiry(16),
  ),
  story(
    'larkspur',
    'grace',
    63,
    { ...office(2), shipping: pickup },
    ...sendAndRead(0),
    decline(4, 'We found used furniture for half of the price.'),
  ),
  story(
    'coworking',
    'katherine',
    61,
    {
      ...office(24),
      discounts: [springSale, loyalty],
      tag_list: ['Needs Approval', 'Approved'],
      shipping: van,
    },
    sellerWrites(0.5, 'Margin is 14 % with both discounts. Approved by Grace.', 'internal'),
    ...sendAndRead(1),
    askForChange(4, 'Please quote 30 desks, and leave out the filing cabinets.'),
    revise(5),
    change(5, { discounts: [{ ...springSale, label: 'Project discount', value: 7 }, loyalty] }),
    send(5.5),
    mail(5.6, 'delivered'),
    mail(6, 'opened'),
    accept(9, 'UND-2026-031'),
    order(9.2, 'order-4703'),
  ),
  story(
    'tischlerei',
    'alan',
    58,
    { ...fixings(8), shipping: freight },
    ...sendAndRead(0, 21),
    accept(8, 'B-5532'),
    order(9, 'order-4704'),
  ),
  story(
    'atelier',
    'katherine',
    55,
    workshop(1),
    send(2, 10),
    mail(2.1, 'delivered'),
    reportExpiry(13),
  ),
  story(
    'pacific',
    'grace',
    52,
    { ...safety(18), tag_list: ['Auto Send'] },
    ...sendAndRead(0),
    accept(2),
    order(2.2, 'order-4705'),
  ),
  story('walkin', 'alan', 50, paper(12), cancel(1, 'Bought in the store.')),
  story(
    'yamada',
    'katherine',
    48,
    { ...workshop(6), discounts: [loyalty], shipping: freight },
    ...sendAndRead(1),
    accept(12, '注文 5-118'),
    order(13, 'order-4706'),
  ),
  story(
    'guerra',
    'alan',
    45,
    { ...fixings(3), shipping: freight },
    send(0),
    mail(0.1, 'bounced', '550 5.1.1 mailbox not found'),
    sellerWrites(
      0.3,
      'The address bounced. Called: rafael@ is right, their server is down until Monday.',
      'internal',
    ),
    mail(3, 'delivered'),
    mail(4, 'opened'),
    decline(7, 'Import duties are too high this year.'),
  ),
  story(
    'brightwell',
    'grace',
    43,
    { ...fixings(2), tag_list: ['Auto Send'] },
    ...sendAndRead(0),
    accept(1, 'PO-20840'),
    order(1.1, 'order-4707'),
  ),
  story(
    'oconnor',
    'katherine',
    41,
    { ...office(6), shipping: freight },
    send(1, 20),
    mail(1.2, 'delivered'),
    mail(5, 'opened'),
    reportExpiry(22),
  ),
  story(
    'school',
    'katherine',
    39,
    {
      ...office(12),
      tag_list: ['Needs Approval'],
      discounts: [{ type: 'target', value: '14500.00', label: 'Budget of the district' }],
    },
    ...sendAndRead(2),
    accept(9, 'HCSD-1204'),
    order(10, 'order-4708'),
  ),
  story(
    'mansour',
    'grace',
    37,
    { ...workshop(3), shipping: freight },
    ...sendAndRead(1),
    accept(6, 'LPO 771'),
    order(7, 'order-4709'),
  ),
  story(
    'larkspur',
    'alan',
    35,
    paper(5),
    cancel(3, 'Asked for twice: see the quote of the same day.'),
  ),
  story(
    'larkspur',
    'alan',
    35,
    { ...paper(40), shipping: pickup },
    ...sendAndRead(0),
    accept(1),
    order(1.2, 'order-4710'),
  ),
  story(
    'tischlerei',
    'alan',
    32,
    {
      ...workshop(5),
      discounts: [springSale],
      tag_list: ['Revision Requested'],
      shipping: freight,
    },
    ...sendAndRead(1),
    askForChange(3, 'Bitte ohne Bohrer, dafür mit einem Werkzeugwagen für jede Bank.'),
    revise(4),
    change(4.2, {
      product_changes: [
        { id: 106, remove: true },
        { id: 110, qty: 5 },
      ],
    }),
    send(4.5, 30),
    mail(4.6, 'opened'),
    decline(11, 'Der Umbau ist auf nächstes Jahr verschoben.'),
  ),
  story(
    'coworking',
    'katherine',
    30,
    { ...paper(200), tag_list: ['Auto Send'] },
    ...sendAndRead(0),
    accept(2, 'UND-2026-044'),
    order(2.1, 'order-4711'),
  ),
  story(
    'pacific',
    'grace',
    28,
    { ...workshop(8), discounts: [loyalty], tag_list: ['Needs Approval'] },
    ...sendAndRead(1, 21),
    buyerWrites(6, 'We need another week for the board.'),
    reportExpiry(23),
  ),
  story(
    'lindqvist',
    'alan',
    26,
    { ...safety(25), shipping: freight },
    ...sendAndRead(0),
    accept(5, '7741'),
  ),
  story(
    'atelier',
    'katherine',
    24,
    { ...fixings(1), tag_list: ['Approved'] },
    ...sendAndRead(0),
    accept(10, 'AF-09'),
  ),
  story(
    'walkin',
    'grace',
    22,
    {
      products: [
        { id: 101, qty: 1 },
        { id: 139, qty: 1 },
      ],
    },
    send(0, 7),
    reportExpiry(8),
  ),
  story(
    'brightwell',
    'grace',
    20,
    { ...workshop(2), tag_list: ['Approved'], shipping: van },
    ...sendAndRead(1),
    sellerWrites(4, 'Called Ada: she decides after the trade fair.', 'internal'),
  ),
  story('yamada', 'katherine', 18, { ...safety(40), shipping: freight }, ...sendAndRead(0, 45)),
  story(
    'oconnor',
    'alan',
    17,
    { ...workshop(3), tag_list: ['Revision Requested'], shipping: freight },
    ...sendAndRead(1),
    askForChange(
      5,
      'Could you offer the vices in 150 mm, and say what air freight costs without the benches?',
    ),
  ),
  story('guerra', 'alan', 15, { ...office(4), shipping: freight }, send(0), mail(0.1, 'delivered')),
  story(
    'coworking',
    'katherine',
    14,
    {
      ...office(8),
      discounts: [springSale],
      payment_plan: inTwoParts,
      tag_list: ['Needs Approval'],
      shipping: van,
    },
    ...sendAndRead(1),
    buyerWrites(3, 'Is the assembly on a Saturday possible?'),
    sellerWrites(3.4, 'Yes, without a surcharge.'),
    accept(8, 'UND-2026-052'),
    pay(8.2, 'pi_3QkT7w'),
    orderPart(8.4, 'order-4712', [
      { key: '1-1', qty: 5 },
      { key: '1-2', qty: 8 },
      { key: '1-6', qty: 5 },
    ]),
  ),
  story(
    'mansour',
    'grace',
    12,
    { ...fixings(5), shipping: freight },
    ...sendAndRead(0),
    askForChange(3, 'نحتاج إلى ضعف كمية البراغي.'),
  ),
  story(
    'school',
    'katherine',
    11,
    { ...safety(120), tag_list: ['Approved'], shipping: van },
    ...sendAndRead(1),
  ),
  story(
    'larkspur',
    'grace',
    10,
    { ...office(1), shipping: pickup },
    ...sendAndRead(0),
    decline(2, 'We wait for the summer.'),
  ),
  story(
    'tischlerei',
    'alan',
    9,
    { ...safety(15), shipping: freight },
    send(0),
    mail(0.1, 'deferred', '451 4.7.1 greylisted'),
    mail(0.3, 'delivered'),
  ),
  story(
    'pacific',
    'grace',
    8,
    { ...fixings(4), tag_list: ['Filter Product'] },
    ...sendAndRead(0),
    revise(2),
    change(2.1, { product_changes: [{ id: 116, qty: 2000 }] }),
  ),
  story('lindqvist', 'alan', 7, workshop(1), ...sendAndRead(0, 10)),
  story(
    'atelier',
    'katherine',
    6,
    { ...paper(60), shipping: freight },
    send(0, 14),
    mail(0.1, 'delivered'),
    revise(3),
  ),
  story('walkin', 'alan', 5, safety(2), remove(1)),
  story(
    'brightwell',
    'grace',
    4,
    {
      ...fixings(6),
      discounts: [springSale],
      payment_plan: inTwoParts,
      tag_list: ['Auto Send'],
      shipping: van,
    },
    ...sendAndRead(1),
  ),
  story(
    'coworking',
    'katherine',
    3,
    {
      ...office(30),
      tag_list: ['Needs Approval'],
      shipping: { type: 'custom', product: { name: 'Two vans and a lift', price: '120.00' } },
    },
    sellerWrites(0.2, 'Ask the warehouse about the chairs first: 18 in stock.', 'internal'),
  ),
  story('oconnor', 'alan', 2, { ...paper(20) }),
  story(
    'school',
    'katherine',
    2,
    { ...workshop(10), discounts: [loyalty] },
    buyerWrites(0.5, 'The workshop has 24 students, in two groups.'),
  ),
  story('yamada', 'katherine', 1, { ...office(3), shipping: freight }),
  story('pacific', 'grace', 1, { ...safety(6), tag_list: ['Filter Product'] }),
]
