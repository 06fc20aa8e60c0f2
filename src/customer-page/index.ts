/**
 * The page on which a customer reads and accepts a quote, behind a signed link.
 *
 * @module quotewright/customer-page
 */

export { html } from 'hono/html'
export type { ContactPerson } from '../document/model/contact.js'
export type { OnError } from '../http/report-error.js'
export type { HostHtml } from '../pages/host-html.js'
export type { Html } from '../pages/layout.js'
export type { Theme, ThemeFont, ThemeSource } from '../pages/theme.js'
export { createCustomerPage } from './app.js'
export type { CustomerLink } from './links.js'
export {
  type CustomerLinks,
  type CustomerLinksOptions,
  customerLinks,
} from './links.js'
export type {
  CustomerEvent,
  CustomerFrameCall,
  CustomerPageOptions,
  OfferSlotCall,
  OfferSlots,
  PaymentToStart,
} from './options.js'
export { createRequestPage } from './request/app.js'
export type { RequestBudget } from './request/budget.js'
export type { RequestEvent, RequestPageOptions } from './request/options.js'
export { createSite, type Site, type SiteOptions } from './site.js'
export type { PageStrings } from './strings/page-strings.js'
