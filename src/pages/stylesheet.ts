import { blocksCss } from './assets/blocks.css.js'
import { buttonsCss } from './assets/buttons.css.js'
import { formsCss } from './assets/forms.css.js'
import { pagesCss } from './assets/pages.css.js'
import { tablesCss } from './assets/tables.css.js'
import { tokensCss } from './assets/tokens.css.js'
import { sharedTheme, type Themed, themeRule } from './theme.js'

const shared = [tokensCss, pagesCss, blocksCss, formsCss, buttonsCss, tablesCss].join('\n')

/** Returns the stylesheet of an app: its theme, what all pages share, and rules of its own. */
export function pagesStylesheet(options: Themed, rules: readonly string[]): string {
  return [themeRule(sharedTheme(options)), shared, ...rules].join('\n')
}
