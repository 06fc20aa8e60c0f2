import { describe, expect, it } from 'vitest'
import { linesCss } from '../../../src/desk/edit/assets/lines.css.js'
import { noTools, textOf } from '../../pdf/pdf-tools.js'
import { launchChromium, noChromium } from '../../setup/chromium.js'

describe.skipIf(noChromium)(`the lines of a quote in Chromium (${noChromium ?? 'here'})`, () => {
  it.skipIf(noTools)(`have their total once in print, at their end${noTools}`, async () => {
    const browser = await launchChromium()
    const page = await browser.newPage()
    const rows = Array.from({ length: 100 }, (_, index) => `<tr><td>Chair ${index}</td></tr>`)
    await page.setContent(`<style>${linesCss}</style><table class="lines">
      <thead><tr><th>Name</th></tr></thead><tbody>${rows.join('')}</tbody>
      <tfoot><tr class="total"><td>Total</td></tr></tfoot></table>`)
    const text = textOf(await page.pdf({ format: 'A4' }))
    expect(text.match(/\bName$/gm)?.length).toBeGreaterThan(1)
    expect(text.match(/\bTotal$/gm)).toHaveLength(1)
    await browser.close()
  })
})
