import type { RequiredApproval } from '../errors.js'
import { messageStrings } from '../features/messages/strings.js'
import { tagStrings } from '../features/tags/strings.js'
import { templateStrings } from '../features/templates/strings.js'
import { userStrings } from '../features/users/strings.js'
import { maxReasonLength } from '../quote/model/lifecycle-fields.js'
import type { ProductLine } from '../quote/model/quote.js'
import { quoteLabels } from '../quote/model/quote-fields.js'
import { mapTextFields, textFields } from '../quote/model/text-fields.js'
import {
  type EntryOperation,
  entryTitles,
  type RecordKind,
} from '../record/history/entry-operations.js'
import { actionStrings } from './strings/actions.js'

/** Titles of entries by the kind of their record and their operation. */
type EntryTitles = {
  readonly [Kind in RecordKind]: { readonly [Name in EntryOperation<Kind>]: string }
}

const tryAgain = 'Nothing was changed. Try again in a few minutes.'
const maxReason = maxReasonLength.toLocaleString('en')

/** Returns a label within a sentence: `offered price`, and `SKU`. */
function inner(label: string): string {
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
}

const requiredApprovals: Readonly<Record<RequiredApproval['status'], string>> = {
  required: 'not requested',
  pending: 'requested',
  rejected: 'rejected',
}

function approvalText({ label, by, status }: RequiredApproval): string {
  const state = requiredApprovals[status]
  return `${label} (${by === undefined ? state : `${state}, ${by}`})`
}

const english = {
  // What several pages have.
  labels: {
    customer: {
      name: 'Name',
      company: 'Company',
      email: 'Email',
      phone: 'Phone',
      address: 'Address',
      'address-2': 'Address, second line',
      city: 'City',
      zipcode: 'Postal code',
      state: 'State',
      country: 'Country code',
    },
    line: {
      position: 'Place',
      id: 'Product',
      qty: 'Quantity',
      price: 'List price',
      price_total: 'List total',
      quote: 'Offered price',
      quote_total: 'Line total',
      discount: 'Discount per unit',
      discount_total: 'Discount',
      discount_percent: 'Discount in percent',
      calculated_price: 'Calculated price',
      key: 'Key',
      price_breaks: 'Price breaks',
      price_quantity: 'Price for',
      billing: 'Billing',
      section: 'Section',
      optional: 'Optional',
      choice: 'Choice',
      selected: 'Proposed',
      qty_range: 'Range of quantities',
      unpriced: 'To be priced',
      note: 'Note',
      fields: 'Own fields',
      internal_fields: 'Own fields, for the store only',
      ...mapTextFields((name): string => textFields[name].label),
    } satisfies Record<keyof ProductLine | 'position', string>,
    quote: quoteLabels(),
  },
  statuses: {
    new: 'New',
    draft: 'Draft',
    sent: 'Sent',
    expired: 'Expired',
    revision_requested: 'Revision requested',
    accepted: 'Accepted',
    ordered: 'Ordered',
    declined: 'Declined',
    canceled: 'Canceled',
  },
  deliveries: {
    delivered: 'Delivered',
    opened: 'Opened',
    deferred: 'Delayed',
    bounced: 'Bounced',
    dropped: 'Not sent',
  },
  entries: entryTitles as EntryTitles,
  deliveryEntries: {
    delivered: 'Offer delivered',
    opened: 'Offer opened by the customer',
    deferred: 'Delivery delayed',
    bounced: 'Offer bounced',
    dropped: 'Offer not delivered',
  },
  roles: { seller: 'Seller', buyer: 'Customer', system: 'A program' },
  sections: {
    quotes: 'Quotes',
    approvals: 'To approve',
    templates: 'Templates',
    activity: 'Activity',
    tags: 'Tags',
    users: 'Users',
  },
  common: {
    toBePriced: 'to be priced',
    incompleteTotal: (amount: string) => `${amount} + to be priced`,
    yes: 'Yes',
    no: 'No',
    exchange: ({ from, rate, to, source, date }: Readonly<Record<string, string>>) =>
      `1 ${from} = ${rate} ${to} (${source}, ${date})`,
    skip: 'Skip to content',
    desk: 'Desk',
    pages: 'Pages',
    actions: 'Actions',
    firstPage: 'First page',
    nextPage: 'Next page',
    showFirstPage: 'Show the first page',
    cancel: 'Cancel',
    change: 'Change',
    remove: 'Remove',
    edit: 'Edit',
    add: 'Add',
    more: 'More',
    price: 'Price',
    listPrice: (price: string) => `list ${price}`,
    search: 'Search',
    total: 'Total',
    discountPercent: 'Discount %',
    allQuotes: 'All quotes',
    empty: 'Empty',
    by: 'by',
    unknownAuthor: 'Unknown',
    theCustomer: 'the customer',
    quoteNumber: (number: string) => `Quote ${number}`,
    quoteFor: (customer: string) => `Quote for ${customer}`,
    quoteWithoutNumber: 'Quote without a number',
    newQuote: (id: string) => `New ${id}`,
    product: (id: number | string) => `Product ${id}`,
    line: 'Line',
    lineNumber: (number: number, name: string) => `Line ${number}, ${name}`,
    lineWithoutName: 'Line without a name',
    perUnit: (unit: string) => `per ${unit}`,
    per: (quantity: string) => `per ${quantity}`,
    percentOff: (percent: string) => `${percent}% off`,
    toStatus: (status: string) => `Change the status to “${status}”`,
    roundedFrom: (price: string) => `Rounded from ${price}`,
    discount: 'Discount',
    shipping: 'Shipping',
    notCharged: (tax: string) => `${tax}, in the prices, not charged`,
    beingPlaced: 'being placed',
    notPermitted: (reason: string) => `You are not permitted to do this: ${reason}`,
    tryAgain: (problem: string) => `${problem}. Try again.`,
    backToQuote: 'Back to the quote',
    reloadPage: 'must be the version that the form was shown with; reload the page',
    laterChanges: 'and later changes',
    seeChanges: 'See what has changed',
    changedMeanwhile:
      'Somebody else has changed the quote. You can compare both versions on saving.',
  },
  errors: {
    notAvailable: 'Not available to you',
    cannotDo: 'Your account cannot do this. Nothing was changed.',
    reason: (reason: string) => `The reason: ${reason}`,
    askManager: 'If you need it, ask the person who manages the accounts of your store.',
    nothingChanged: 'Nothing was changed yet',
    notSignedIn: 'You are not signed in any more.',
    signInTab: 'Sign in in another tab',
    thenGoBack: 'Then go back, and send the form again.',
    keptForm: 'What you typed is kept on this page. Sign in, then come back to this one.',
    oldForm:
      'The form is too old, or was opened by another user. What was typed is kept on this page.',
    sendAs: (user: string | undefined) =>
      `Send it again${user === undefined ? '' : ` as ${user}`} only if it is yours.`,
    otherSite: 'The form was not sent from a page of yours.',
    sendAgain: 'Send again',
    otherMethod: (methods: string) => `Method not allowed; use ${methods}`,
    signIn: 'Sign in to see this page',
    signInUnavailable: 'Signing in is unavailable',
    onlySellers: (role: string) => `the desk is for sellers; the role of the caller is ${role}`,
  },
  conflict: {
    columns: { before: 'Before', mine: 'Yours', theirs: 'Theirs' },
    authors: { both: 'Changed by both', mine: 'Changed by you', theirs: 'Changed by them' },
    what: 'What',
    typed: 'What you have typed',
    differs: 'What differs',
    choose: 'Choose for each difference',
    chooseHint:
      'Where both of you changed the same, the other version is chosen, because it is stored already. All other changes are combined.',
    quoteTitle: 'Two versions of a quote',
    quote:
      'Your changes are not saved yet: somebody else has changed the quote since you opened it.',
    locked: (status: string) =>
      `Your changes are not saved: the quote is ${status.toLowerCase()} now, and cannot be edited. Open it in another tab and revise it, then try again here.`,
    keptLines: (names: string) => `Your new lines are kept: ${names}.`,
    drop: 'Drop my changes',
    again: 'Try again',
    save: 'Save my choice',
    saveAnd: (button: string) => `Save my choice, then: ${inner(button)}`,
    actionTitle: 'The quote has changed meanwhile',
    action: (label: string) =>
      `Nothing was done: others have changed the quote since you opened the page with “${label}”.`,
    impossible: (label: string) => `“${label}” is no longer possible.`,
    now: (button: string) => `${button} now`,
    template: 'Nothing was saved yet: another user has changed this template while you edited it.',
    lastChanged: 'Last changed',
    keepStored: 'Keep the stored version',
    saveMine: 'Save my version',
    editMine: 'Change my version first',
    removed: 'Removed',
    there: 'Set',
    customerField: (label: string) => `Customer: ${label}`,
    lineField: (line: string, label: string) => `${line}: ${inner(label)}`,
    tag: (name: string) => `Tag ${name}`,
    catalogPrice: 'catalog price',
    amountOff: (value: string) => `${value} off`,
    inTotal: (value: string) => `${value} in total`,
    perPiece: (value: string) => `${value} per piece`,
    percent: (value: string) => `${value}%`,
    ofLines: (count: number) => `(${count} lines)`,
    noShipping: 'None',
  },

  // The list of quotes.
  list: {
    title: 'Quotes',
    deletedTitle: 'Deleted quotes',
    newQuote: 'New quote',
    done: { restored: 'The quote was restored.', erased: 'The quote was erased for good.' },
    summary: (count: string, isOne: boolean, order: string) =>
      `${count} ${isOne ? 'quote' : 'quotes'}, ${order.toLowerCase()}`,
    notSearched: 'The quotes could not be searched.',
    noSuchPage: 'There is no such page of this list.',
    noSuchPageHint: 'The filters have changed, or the address is incomplete.',
    ends: 'The list ends here',
    noMatch: 'No quote matches',
    noMatchHint:
      'Remove one of the filters above. A search finds the beginnings of words: “lov” finds Lovelace.',
    removeFilters: 'Remove all filters',
    noDeleted: 'No deleted quotes',
    noDeletedHint: 'Quotes that are deleted stay here until they are restored or erased.',
    noneExpires: 'No offer expires',
    noneExpiresHint: 'This order lists only quotes whose offer expires at some time.',
    showAll: 'Show all quotes',
    none: 'No quotes yet',
    noneHint: 'Write the first quote here. Quotes that customers request appear here as well.',
    fromTemplate: 'Start from a template',
    statuses: 'Statuses',
    all: 'All',
    deleted: 'Deleted',
    quote: 'Quote',
    expires: 'Expires',
    noName: 'No name',
    changed: 'changed',
    restore: 'Restore',
    erase: 'Erase…',
    filters: {
      text: 'Search',
      status: 'Status',
      tag: 'Tag',
      owner: 'Owner',
      customer_id: 'Customer id',
      company_id: 'Company id',
      follow_up: 'Follow-up until',
      approval: 'Approval',
      requested: 'Requests to answer',
      suspicious: 'Suspicious requests',
      unpriced: 'With lines to be priced',
      from: 'Created from',
      to: 'Created until',
      order: 'Order',
    },
    orders: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      updated: 'Last changed first',
      expires: 'Expiring first',
    },
    searchLabel: 'Search customers, numbers, titles and products',
    filtersAndOrder: 'Filters and order',
    apply: 'Apply filters',
    anyTag: 'Any tag',
    anyValue: 'Any',
    anyone: 'Anyone',
    anyApproval: 'Any',
    approvalsTitle: 'Quotes to approve',
    noneToApprove: 'Nothing waits for an approval',
    noneToApproveHint: 'Quotes stay here from the request until they are approved or rejected.',
    filteredBy: 'Filtered by',
    filter: (label: string, value: string) => `${label}: ${value}`,
    filterText: (text: string) => `“${text}”`,
    filterFrom: (date: string) => `From ${date}`,
    filterTo: (date: string) => `Until ${date}`,
    removeFilter: 'Remove the filter',
    removeAll: 'Remove all',
    invalidDate: 'must be a day in the form YYYY-MM-DD',
    reversedDates: 'must not be before the first day',
  },
  erase: {
    title: (name: string) => `Erase ${name}?`,
    quoteFor: (customer: string) => `The quote for ${customer}.`,
    consequence:
      'This removes the quote for good: its content, its customer, its messages and its history. It cannot be undone. Only the times of its changes stay.',
    confirm: 'I want to erase this quote for good',
    notConfirmed: 'Check this box to erase the quote',
    button: 'Erase the quote',
    keep: 'Keep it',
    notErased: 'The quote was not erased',
    changed: 'It may have been restored or changed. Open it again from the list of deleted quotes.',
  },

  // The page of a quote.
  quote: {
    done: {
      created: 'The quote was created.',
      'created-without-tags': 'The quote was created, but its tags could not be set.',
      saved: 'Your changes were saved.',
      unchanged: 'Nothing was changed, so nothing was saved.',
    },
    save: 'Save',
    saveLabels: 'Save tags, owner, follow-up and ids',
    newTitle: 'New quote',
    create: 'Create the quote',
    nextSteps: 'Next steps',
    document: 'Document',
    history: 'History',
    facts: 'Facts',
    changed: 'Changed',
    validUntil: 'Valid until',
    accepted: 'Accepted',
    reference: 'Reference',
    acceptedBy: (name: string) => `by ${name}`,
    late: 'late',
    signed: 'signed',
    quotesWith: (label: string) => `All quotes with this ${inner(label)}`,
    unknownCustomer: 'Nothing is known about the customer.',
    toTotal: (total: string) => `to ${total}`,
    currencyHint:
      'Three letters, such as EUR. Empty for the currency of the store. It never changes.',
    reused:
      'This form has created a quote already. Send it again if you want another quote with what it has now.',
    newTotals: 'The totals are those of the quote as it is below.',
    changedTotals: 'The totals are those of your changes.',
  },
  edit: {
    tooMany: {
      fields: (max: number) => tooMany(max, 'customer fields'),
      lines: (max: number) => tooMany(max, 'lines'),
      newLines: (max: number) => tooMany(max, 'new lines'),
      discounts: (max: number) => tooMany(max, 'discounts'),
      charges: (max: number) => tooMany(max, 'charges'),
      sections: (max: number) => tooMany(max, 'sections'),
      choices: (max: number) => tooMany(max, 'choices'),
      tags: (max: number) => tooMany(max, 'tags'),
    },
    calculate: 'Calculate',
    forTheStore: 'For the store',
    followUpHint: 'The day on which you want to look at this quote again',
    customerIds: 'Ids of the customer',
    customerIdHint:
      'The id of the customer in your own records. New lines get the prices of this customer. Lines that the quote has keep theirs.',
    companyIdHint: 'The id of the company of the customer in your own records',
    totalsUnavailable: 'The totals cannot be calculated now.',
    severalProducts: 'matches several products; choose one',
    oneProduct: 'matches one product; choose it if it is meant',
    hasErrors: 'Nothing was saved, because the form has errors.',
    fieldWithoutName: 'Field without a name',
    addressAndMore: 'Phone, address and more',
    anotherField: 'Another field',
    otherAddress: 'Deliver to another address',
    otherAddressHint:
      'Taxes and shipping depend on this address. Leave all fields empty to deliver to the address of the customer.',
    fieldName: 'Name of the field',
    fieldValue: 'Value',
    customerFieldName: 'Name of a customer field',
    customerFieldValue: 'Value of a customer field',
    discountsHint: 'Each is taken off what the ones before it have left. Unit prices stay.',
    discountTypes: { percent: 'Percent', amount: 'Amount off', target: 'Price in total' },
    discountTargets: { lines: 'Lines', shipping: 'Shipping', all: 'Lines and shipping' },
    discountFields: {
      type: 'Type',
      value: 'Value',
      label: 'Name',
      on: 'Taken off',
      lines: 'Lines',
    },
    newDiscount: 'New discount',
    discount: (number: number) => `Discount ${number}`,
    smallPercent: (percent: string) => `This is ${percent}, less than one percent.`,
    residue: (amount: string) => `The lines cost ${amount} less than this already.`,
    forAllLines: 'For all lines',
    forLines: (count: number) => `For ${count} of the lines`,
    discountLines: 'Lines of the discount; none for all',
    chargesHint:
      'Each is added after all discounts. One with a tax code is taxed by itself, others with their lines.',
    chargeTypes: { percent: 'Percent', amount: 'Amount', unit: 'Amount per piece' },
    chargeFields: {
      type: 'Type',
      value: 'Value',
      label: 'Name',
      tax_code: 'Tax code',
      lines: 'Lines',
    },
    newCharge: 'New charge',
    charge: (number: number) => `Charge ${number}`,
    chargeLines: 'Lines of the charge; none for all',
    sectionsAndChoices: 'Sections and choices',
    choicesHint:
      'Sections divide the lines. A choice has several members, of which the customer takes one. Say at each line which section and choice it is in, whether it can be left out, and in which quantities.',
    chooseAtLines: 'Choose at the lines',
    choicesAtLines:
      'Open the details of a line to say its section, what the customer can do, and in which quantities.',
    newSection: 'New section',
    section: (number: number) => `Section ${number}`,
    sectionFields: {
      position: 'Place',
      title: 'Title',
      text: 'Text below the title',
      choice: 'For the customer',
      show: 'Lines',
      page_break: 'Begins a page',
    },
    sectionDetails: 'Text, prices and pages',
    sectionViews: { '': 'With prices', lines: 'Without prices', total: 'Only the total' },
    newChoice: 'New choice',
    choice: (number: number) => `Choice ${number}`,
    choiceFields: { position: 'Place', title: 'What is chosen', optional: 'For the customer' },
    takes: { '': 'One must be taken', yes: 'One or none can be taken' },
    lineChoice: {
      section: 'Section',
      choice: 'For the customer',
      'qty_range.min': 'Quantity from',
      'qty_range.max': 'Quantity to',
      'qty_range.step': 'In steps of',
    },
    noSection: 'None',
    alwaysIncluded: 'Always included',
    canBeLeftOut: 'Can be left out',
    oneOf: (title: string) => `One of “${title}”`,
    proposed: (label: string) => `${label}, proposed`,
    partGone: (key: string) => `${key} (gone)`,
    range: (min: string, max: string, step: string) =>
      `${min} to ${max}${step === '' ? '' : ` in steps of ${step}`}`,
    proposedTwice: 'cannot be proposed, because another one of its choice is; propose one of them',
    unusedChoice: 'is of no line and no section yet; choose it there, or remove it',
    billingFields: {
      'billing.interval': 'Charged',
      'billing.count': 'Every',
      'billing.cycles': 'Times, or empty for no end',
    },
    billedOnce: 'Once',
    billedAsProduct: 'Once, or as the product',
    priceIsKnown: 'as above',
    unpricedLines: (count: number) =>
      `${count === 1 ? 'One line is' : `${count} lines are`} to be priced, and not in the total. The quote can be sent once every line has a price.`,
    priceQuantity: 'Price for a quantity of',
    intervals: { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' },
    billed,
    missingInterval: 'is required for what is typed beside it; choose how often',
    lineGone: (key: string) => `Line that is gone (${key})`,
    chooseLines: 'Choose lines',
    noTags: 'The store has no tags yet.',
    unknownTag: (name: string) => `${name} (not a tag of the store)`,
    noUsers: 'The store has no users yet.',
    noOwner: 'None',
    unknownOwner: (id: string) => `${id} (no user of the store)`,
    paper: 'The quote',
    addLine: 'Add a line',
    addLineHint: '3 drill',
    pasteTable: 'Paste a table',
    pastedLines: 'Products and quantities',
    pastedHint: 'One line each: a SKU, a name or an id, and the quantity',
    addPasted: 'Add the lines',
    pastedRows: (count: number) => `${count === 1 ? 'One line was' : `${count} lines were`} added.`,
    unknownRows: (names: readonly string[]) =>
      `No single product was found for ${names.map((name) => `“${name}”`).join(', ')}: correct it below.`,
    tooManyPasted: (max: number) => `has more than ${max} rows; paste fewer at once`,
    productsFound: 'Products found',
    noProduct: (text: string) =>
      `No product was found for “${text}”. It is a line of your own once it has a price.`,
    addChecked: 'Add the checked products',
    noCharge: 'No charge',
    ownCharge: 'A charge of your own',
    shippingMethod: 'Method',
    shippingOption: (name: string, price: string) => `${name}, ${price}`,
    shippingStored: (name: string, price: string) => `${name}, ${price} as chosen`,
    shippingStale: (name: string, price: string) => `${name}, ${price} until the quote is sent`,
    pricedAgain: 'Is priced again when the quote is sent.',
    chargeName: 'Name',
    chargePrice: 'Price',
    errorLabels: {
      'shipping.type': 'Shipping method',
      'shipping.product.name': 'Name of the shipping charge',
      'shipping.product.price': 'Price of the shipping charge',
      'shipping.product.tax_code': 'Tax code of the shipping charge',
    },
    amounts: {
      lines: 'Lines',
      discounts: 'Discounts',
      charges: 'Charges',
      shipping: 'Shipping',
      taxes_removed: 'Taxes in the prices, not charged',
      taxes: 'Taxes',
      taxes_added: 'Taxes, added',
      total: 'Total',
      upfront: 'Charged once',
      recurring: 'Charged again',
      withheld: 'Withheld by the customer',
      rounding: 'Rounding',
      payable: 'To pay',
    },
    taxesIncluded: 'Taxes, included',
    listPrices: (total: string) => `List prices of the lines: ${total}.`,
    taxesOnSend: 'calculated when sent',
    taxesStale: 'What is taxed has changed. Taxes are calculated again when the quote is sent.',
    shippingIsStale:
      'The quote has changed since its shipping was priced. Shipping is priced again when the quote is sent.',
    sameGross:
      'The prices contain taxes that this customer does not pay. The customer pays the same prices as others.',
    lineField: (label: string, line: string) => `${label}, ${line}`,
    errorField: (line: string, label: string) => `${line}, ${inner(label)}`,
    lineProduct: (number: number, label: string) => `Line ${number}, ${inner(label)}`,
    productId: (id: string) => `product ${id}`,
    newLine: (number: number | string) => `new line ${number}`,
    lineName: (number: number) => `Name of line ${number}`,
    productPlaceholder: '3 drill: a quantity, and a name, SKU or id',
    idPlaceholder: 'Id of a product, or name of a line',
    noteAndFacts: 'Note, billing and facts',
    noteAndBilling: 'Note and billing',
    choiceAnd: (others: string) => `Choice, ${inner(others)}`,
    noteAndFields: 'Note, billing and more fields',
    moreAboutQuote: 'More about the quote',
    wording: 'Title and terms',
    longWording: 'Introduction and terms',
    termsHint: 'These stand on the offer instead of the terms that it has otherwise.',
    validDaysHint: 'How many days after it is sent the offer is valid. Empty for no end.',
    storeOnly: 'For the store only',
    ownField: (label: string, value: string) => `${label}: ${value}`,
    catalogPrices: (prices: string) => `Catalog prices: ${prices}.`,
    priceFrom: (qty: number, price: string) => `from ${qty}: ${price}`,
    notSaved: 'Nothing is saved yet.',
    linesToChoose: 'The lines to choose from are shown below.',
    newRows: 'The products are new rows now.',
    noSearch: 'Products cannot be searched now. Try again later.',
    noSearchHere: 'There is no search for products',
    shippingUnavailable:
      'The shipping options are not available now. Reload the page to try again.',
    invalidCountry: 'must be the code of two letters of a country, such as DE for Germany',
    countryCode: (code: string, country: string) =>
      `must be the code of two letters of the country: ${code} for ${country}`,
    invalidEmail: 'must be an e-mail address, such as ada@example.com',
    missingCustomer: (labels: readonly string[]) =>
      `is required, or another field that says who the quote is for: ${labels.map(inner).join(', ')}`,
    missingProduct: 'is required for what is typed beside it; choose a product, or remove the row',
    notSearched: 'is not searched yet, and adds no line; press Search, or empty it',
    missingFieldName: 'is required, as the field has a value',
    takenFieldName: 'is the name of another field; choose another',
    invalidPlace: 'must be the number of a place, such as 2',
    notSavedYet: 'Not saved yet.',
    notCounted: (lines: readonly number[]) => `${linesAre(lines)} not counted yet.`,
    countedWithout: (lines: readonly number[]) => `${linesAre(lines)} counted without your change.`,
    bothStale: 'Shipping and taxes are priced again when the quote is sent.',
    onlyShippingStale: 'Shipping is priced again when the quote is sent.',
    onlyTaxesStale: 'Taxes are calculated again when the quote is sent.',
  },

  // What can be done with a quote.
  lifecycle: {
    nextSteps: 'More actions',
    status: 'Status',
    messageSent: 'The message is added.',
    requested: 'Requested change',
    customersRequest: 'Request of the customer',
    suspicious:
      'This request may be from a program: a field that people do not see was filled in. Browsers that fill in forms do that, too. No mail was sent.',
    by: 'By',
    reason: 'Reason',
    noLink: 'The link for the customer is not available.',
    link: 'Link for the customer',
    linkHint: 'Copy it into your message to the customer.',
    writeEmail: 'Write an email',
    customersView: 'What the customer sees',
    mailSubject: (number: string | undefined) =>
      number === undefined ? 'Your quote' : `Quote ${number}`,
    delivery: 'Delivery',
    earlier: (count: number) => `${count} earlier`,
    revision: (revision: number) => `Revision ${revision}`,
    reasonHint: `Optional, at most ${maxReason} characters.`,
    notConfirmed: 'must be checked',
    required: 'is required',
    savesFirst: 'What you have changed on this page is saved first.',
    savedFirst: 'What you have changed on this page is saved.',
    notDoneUnsaved: (action: string) =>
      `“${action}” was not done, because you have changed the quote, and it is about the quote as it was when the approval was requested. Save your changes and request the approval again, or take them back.`,
  },
  acceptance: {
    verified: 'Verified',
    erased: 'Verified, but for what was erased',
    violated: 'Not verified',
    taken: 'Taken',
    leftOut: 'Left out',
    signature: 'Signature',
    drawn: 'The signature as it was drawn',
    consent: 'Consent',
    address: 'Address',
    seals: 'Seals',
    sealOfOffer: 'Of the offer',
    sealOfAcceptance: 'Of the acceptance',
    certificate: 'Certificate, in the document',
  },
  counterOffers: {
    title: 'Counter-offer',
    of: (revision: number) => `To revision ${revision}`,
    answered: (count: number) =>
      `${count} earlier ${count === 1 ? 'counter-offer' : 'counter-offers'}`,
    offered: 'Offered',
    wished: 'Wished',
    cost: 'Difference',
    result: 'Result',
    all: 'All of it',
    remove: 'Leave out',
    add: (name: string) => `Add: ${name}`,
    takeHint: 'What is not selected is declined. What is no product needs a price.',
    results: {
      taken: 'Fulfilled',
      partly: 'Partly',
      declined: 'Declined',
      open: 'See the offer',
    },
  },
  approvals: {
    title: 'Approvals',
    needed: (requirements: readonly RequiredApproval[]) =>
      `Before it is sent, this must be approved: ${requirements.map(approvalText).join('; ')}.`,
    requirement: 'What is approved or rejected',
    statuses: { pending: 'Waiting', approved: 'Approved', rejected: 'Rejected' },
    mayApprove: (who: string) => `by ${who}`,
    requested: 'Requested',
    waiting: (time: string) => `waiting ${time}`,
    notYours: 'Somebody else decides this.',
    list: 'List prices',
    offered: 'Offered',
    below: 'Below list',
    by: 'by',
    note: 'Note',
    noteHint: `Optional, at most ${maxReason} characters. Customers do not see it.`,
  },
  actions: actionStrings,
  // Why an action was not done, and what to do.
  explain: {
    orderUnknown:
      'The result of the order is not known, because the order system did not answer as expected. Try again: an order that exists is found, and not placed twice.',
    taxesUnavailable: `The taxes cannot be calculated at the moment. ${tryAgain}`,
    pricesUnavailable: `The current prices are not available at the moment. ${tryAgain}`,
    shippingUnavailable: `The shipping options are not available at the moment. ${tryAgain}`,
    permissionUnknown: `Whether you are permitted to do this could not be found out in time. ${tryAgain}`,
    resultUnknown:
      'The database did not answer in time, so it is not known whether this was done. Look at the quote below, and try again if it was not.',
    tooSlow: 'This took too long, and nothing was changed. Try again in a few minutes.',
    invalid: 'Nothing was changed. Check these fields.',
    notPermitted: (reason: string) =>
      `You are not permitted to do this: ${sentence(reason)} Nothing was changed.`,
    orderPending: (action: string) =>
      `${action}: this is not possible while the order is being placed. Finish the order first.`,
    wrongStatus: (action: string, status: string) =>
      `${action}: this is not possible while the quote is ${status.toLowerCase()}. The actions below are.`,
    impossible: (action: string, reason: string) =>
      `${action}: this is not possible: ${sentence(reason)}`,
    locked: 'The prices cannot change, because the quote was sent or closed. Revise it first.',
    expired: (date: string) =>
      `The offer was valid through ${date}. Revise the quote, and send it again.`,
    approvalRequired: (requirements: readonly RequiredApproval[]) =>
      `The quote must be approved before it is sent: ${requirements.map(approvalText).join('; ')}. Request the approval, or change the quote.`,
    otherTotal: 'What is selected costs another total now. Look at the quote, and try again.',
    otherRevision: (revision: number | undefined) =>
      `The current offer is revision ${revision}. Check it, and accept it again.`,
    conflict: 'Others changed the quote at the same moment. Nothing was changed. Try again.',
    reused:
      'This form was sent before, with other values. Check the quote, and send it again if you still want to.',
    orderRejected: (reason: string) =>
      `The order was rejected: ${sentence(reason)} The quote is still accepted. Correct what is wrong and order again, or cancel the quote.`,
    orderRejectedOnce: (reason: string, key: string | undefined) =>
      `The order was rejected: ${sentence(reason)} An earlier attempt has no known result, so an order may exist. Try again, or look it up in the order system: its key is ${key}.`,
    taxRejected: (reason: string) =>
      `The taxes cannot be calculated: ${sentence(reason)} Nothing was changed. Correct the quote, and try again.`,
  },

  // The history of a quote, its versions and documents.
  history: {
    title: 'History',
    pageTitle: (quote: string) => `History: ${quote}`,
    deletedQuote: 'Deleted quote',
    ofDeleted: 'History of a deleted quote',
    versions: 'Versions',
    version: (version: number) => `Version ${version}`,
    currentVersion: (version: number) => `Version ${version} (current)`,
    differences: 'Differences',
    ofVersion: (version: number) => `of version ${version} from the one before`,
    pages: 'Pages of the history',
    latest: 'Latest versions',
    earlier: 'Earlier versions',
    facts: {
      revision: (revision: number) => `revision ${revision}`,
      validThrough: (date: string) => `valid through ${date}`,
      reference: (reference: string) => `reference ${reference}`,
      order: (id: string) => `order ${id}`,
    },
    changedCustomer: (labels: readonly string[]) => `customer (${labels.join(', ').toLowerCase()})`,
    changedStatus: (status: string) => `status ${status.toLowerCase()}`,
    changedField: (label: string) => label.toLowerCase(),
    compare: 'Compare',
    with: 'with',
    show: 'Show differences',
    versionOf: (version: number) => `Version ${version} of`,
    isCurrent: 'This is the current version.',
    isPast: (current: number) => `The quote is at version ${current} now.`,
    before: 'Version before',
    after: 'Version after',
    fromNow: 'Differences from now',
    includes: (tax: string) => `Includes ${tax}`,
    twoVersions: (from: number, to: number) => `From version ${from} to version ${to}`,
    same: 'The two versions have the same content.',
    field: 'Field',
    whatHappened: 'What happened',
    displayOrder: 'Order of display',
    reordered: 'The lines are in another order.',
    quote: 'Quote',
    none: 'none',
    noTaxes: 'calculated, none due',
    kinds: { added: 'added', removed: 'removed', changed: 'changed' },
    priceFrom: (price: string, qty: string) => `${price} from ${qty}`,
    wishes: (count: number, time: string) => `${count} ${count === 1 ? 'wish' : 'wishes'} ${time}`,
    notPriced: (shipping: string) => `${shipping}, not priced since the last change`,
    notCalculated: 'not calculated since the last change',
    noAdditional: 'No additional costs',
    yes: 'yes',
  },
  documents: {
    title: 'Document',
    ofVersion: (version: number) => `Document of version ${version}`,
    pdf: 'Download PDF',
    html: 'Download HTML',
    ubl: 'Download UBL',
    printHint: 'To print it, use the print command of your browser: it prints the document only.',
    versions: 'Versions of the document',
    now: 'As it is now',
    asSent: (revision: number) => `Revision ${revision} as sent`,
    noPdf: 'There are no PDF files: print the document, or save it',
    noUbl: 'There is no UBL file: only an offer that was sent has one',
  },
  own: {
    failed: 'A part of this page could not be shown. Load it again in a moment.',
    notDone: (action: string) => `Not done: ${action}`,
    pageTitle: (action: string, quote: string) => `${action}: ${quote}`,
  },
  messages: messageStrings,

  // The other pages of a store.
  activity: {
    title: 'Activity',
    nothingBefore: 'Nothing before this',
    showLatest: 'Show the latest activity',
    nothing: 'Nothing has happened yet',
    nothingHint: 'Every change of a quote, a template, a tag or a user is listed here.',
    latest: 'Latest',
    earlier: 'Earlier',
    caption: 'Events of the store, the latest first',
    time: 'Time',
    what: 'What',
    quote: 'Quote',
    by: 'By',
    hidden: (id: string) => `${id}, deleted or hidden`,
  },
  tags: tagStrings,
  users: userStrings,
  templates: templateStrings,
}

type EnglishStrings = typeof english

/**
 * The strings of the desk by page. A language is an object of this type.
 *
 * @hidden
 */
export interface DeskStrings extends EnglishStrings {}

/**
 * The English strings of the desk. Functions return a string with the values that they receive.
 *
 * @hidden
 */
export const deskStrings: DeskStrings = english

/** Says how often something is charged: `every 3 months, 4 times`. */
function billed(interval: string, count = '', cycles = ''): string {
  const every = ['', '1'].includes(count) ? `every ${interval}` : `every ${count} ${interval}s`
  return cycles === '' ? every : `${every}, ${cycles} ${cycles === '1' ? 'time' : 'times'}`
}

function tooMany(max: number, list: string): string {
  return `A form must have at most ${max} ${list}; go back, and save it in parts`
}

/** Returns the lines as the start of a sentence: `Line 2 is`, `Lines 2, 4 are`. */
function linesAre(lines: readonly number[]): string {
  return lines.length === 1 ? `Line ${lines[0]} is` : `Lines ${lines.join(', ')} are`
}

/** Returns a reason as a sentence: with a full stop. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
