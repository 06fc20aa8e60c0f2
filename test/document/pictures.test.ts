import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderHtml } from '../../src/document/html/render-html.js'
import { createDocument } from '../../src/document/model/create-document.js'
import { launchChromium, missingFonts, noChromium, pathsForPictures } from '../setup/chromium.js'
import { differenceOf, expectPicture } from '../setup/pictures.js'
import { pictureSamples, sampleOf } from './picture-samples.js'

/** Of Debian's fonts-noto-core and fonts-noto-cjk. */
const fonts = ['Noto Sans', 'Noto Sans Arabic', 'Noto Sans CJK SC', 'Noto Sans CJK JP']
const missing = process.env.CI || noChromium ? [] : missingFonts(fonts)
const skipReason = noChromium ?? (missing[0] && `no fonts: install ${missing.join(', ')}`)

/** The share of the pixels that can differ, because versions of fonts do. */
const tolerance = 0.005
const viewport = { width: 820, height: 940 }
const locales = Object.keys(pictureSamples) as (keyof typeof pictureSamples)[]

describe.skipIf(skipReason)(`pictures of documents (${skipReason ?? 'here'})`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(pathsForPictures)
  })
  afterAll(() => browser?.close())

  it.each(locales)('look as they did in %s', async (locale) => {
    const { quote, options } = await sampleOf(locale)
    const page = await browser.newPage({ viewport, colorScheme: 'light' })
    await page.setContent(renderHtml(createDocument(quote, options)))
    const picture = await page.screenshot()
    await page.close()
    expectPicture(`test/document/pictures/${locale}.png`, picture, tolerance)
  })

  it('differ from those of another language', () => {
    const [english, german] = ['en', 'de'].map((locale) =>
      readFileSync(`test/document/pictures/${locale}.png`),
    )
    expect(differenceOf(english as Buffer, german as Buffer)).toBeGreaterThan(tolerance)
  })
})
