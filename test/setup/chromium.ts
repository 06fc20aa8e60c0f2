import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'

/** Debian's. The one without windows takes two thirds of the time. */
const debianPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The one with windows chooses other weights of fonts, as people see them. */
export const pathsForPictures = debianPaths.toReversed()

/** Returns the path of a Chromium: that of `QUOTEWRIGHT_CHROMIUM`, or Debian's. */
function findChromium(paths = debianPaths): string | undefined {
  const { QUOTEWRIGHT_CHROMIUM: own } = process.env
  return (own === undefined ? paths : [own]).find((path) => existsSync(path))
}

/** Why tests in a browser are skipped. Undefined if they run; in CI, they always do. */
export const noChromium: string | undefined =
  process.env.CI || findChromium() !== undefined
    ? undefined
    : `no Chromium: set QUOTEWRIGHT_CHROMIUM, or install ${debianPaths[0]}`

/**
 * Launches Chromium. Close it in `afterAll` or `finally`.
 *
 * @param paths Where it may be; the first that exists is launched.
 *
 * @throws Error if there is none
 */
export function launchChromium(paths = debianPaths): Promise<Browser> {
  const executablePath = findChromium(paths)
  if (executablePath === undefined)
    throw new Error(`There is no Chromium: set QUOTEWRIGHT_CHROMIUM, or install ${debianPaths[0]}`)
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
