/**
 * Pages on which a store's users write, send and follow quotes, as a Hono app for any runtime.
 *
 * @module quotewright/desk
 */
export { html } from 'hono/html'
export type { SearchedCustomer } from '../engine/search-products.js'
export type { OnError } from '../http/report-error.js'
export type { HostHtml } from '../pages/host-html.js'
export type { Html } from '../pages/layout.js'
export type { OwnStrings } from '../pages/own-strings.js'
export type { Theme, ThemeFont, ThemeSource } from '../pages/theme.js'
export type { ProductSuggestion } from '../ports/product-search.js'
export { createDesk } from './app/app.js'
export type {
  DeskBadges,
  DeskNavigation,
  DeskSection,
  HostLink,
  LoadBadges,
  NavigationSection,
  NavigationSource,
  OwnSection,
  SignOut,
  SignOutCall,
  SignOutForm,
  SignOutSource,
} from './navigation/options.js'
export type {
  AuthenticateUser,
  CustomerSuggestion,
  DeskFrameCall,
  DeskOptions,
  DeskSlots,
  DeskUser,
  OwnAction,
  OwnActionCall,
  OwnActionField,
  OwnColumn,
  OwnColumnCall,
  OwnPage,
  OwnPageCall,
  OwnQuoteCall,
  SearchCustomers,
  SearchProducts,
  StatusWords,
} from './options.js'
export { type DeskStrings, deskStrings } from './strings.js'
