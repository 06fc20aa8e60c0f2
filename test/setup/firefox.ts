import { existsSync } from 'node:fs'
import { type Browser, launch } from 'puppeteer-core'

const debianPath = '/usr/bin/firefox-esr'

/** Returns the path of a Firefox: that of `QUOTEWRIGHT_FIREFOX`, or Debian's. */
function findFirefox(): string | undefined {
  const path = process.env.QUOTEWRIGHT_FIREFOX ?? debianPath
  return existsSync(path) ? path : undefined
}

/** Why tests in Firefox are skipped. Undefined if they run; in CI, they always do. */
export const noFirefox: string | undefined =
  process.env.CI || findFirefox() !== undefined
    ? undefined
    : `no Firefox: set QUOTEWRIGHT_FIREFOX, or install ${debianPath}`

/**
 * Launches Firefox, by WebDriver BiDi. Close it in `afterAll` or `finally`. Playwright needs a
 * Firefox of its own.
 *
 * @throws Error if there is none
 */
export function launchFirefox(preferences: Record<string, unknown> = {}): Promise<Browser> {
  const executablePath = findFirefox()
  if (executablePath === undefined)
    throw new Error(`There is no Firefox: set QUOTEWRIGHT_FIREFOX, or install ${debianPath}`)
  return launch({ browser: 'firefox', executablePath, extraPrefsFirefox: preferences })
}
