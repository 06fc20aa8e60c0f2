import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'

const debianPath = '/usr/bin/chromium'

/** Returns the path of a Chromium: that of `QUOTEWRIGHT_CHROMIUM`, or Debian's. */
function findChromium(): string | undefined {
  const path = process.env.QUOTEWRIGHT_CHROMIUM ?? debianPath
  return existsSync(path) ? path : undefined
}

/** Why tests in a browser are skipped. Undefined if they run; in CI, they always do. */
export const noChromium: string | undefined =
  process.env.CI || findChromium() !== undefined
    ? undefined
    : `no Chromium: set QUOTEWRIGHT_CHROMIUM, or install ${debianPath}`

/**
 * Launches Chromium. Close it in `afterAll` or `finally`.
 *
 * @throws Error if there is none
 */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined)
    throw new Error(`There is no Chromium: set QUOTEWRIGHT_CHROMIUM, or install ${debianPath}`)
  // The sandbox needs privileges that containers lack. Hinting would depend on the machine.
  const args = ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text']
  return chromium.launch({ executablePath, args })
}

/** Describes tests in a browser that is open while they run. They are skipped if there is none. */
export function describeInChromium(title: string, tests: (browser: () => Browser) => void): void {
  const name = `${title} in Chromium (${noChromium ?? 'here'})`
  describe.skipIf(noChromium !== undefined)(name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchChromium()
    })
    afterAll(() => browser?.close())
    tests(() => browser)
  })
}

/** Returns the font families that fontconfig doesn't know. */
export function missingFonts(families: readonly string[]): string[] {
  return families.filter((family) => {
    const { stdout } = spawnSync('fc-list', [`:family=${family}`], { encoding: 'utf8' })
    return !stdout
  })
}
