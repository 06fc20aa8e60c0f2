import { blocksCss } from './assets/blocks.css.js'
import { buttonsCss } from './assets/buttons.css.js'
import { formsCss } from './assets/forms.css.js'
import { pagesCss } from './assets/pages.css.js'
import { tablesCss } from './assets/tables.css.js'

/** The styles that all pages share. */
export const pagesStylesheet = [pagesCss, blocksCss, formsCss, buttonsCss, tablesCss].join('\n')
