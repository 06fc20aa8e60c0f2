// Takes the pictures of docs/screenshots from the sample store, as `npm start` shows it. Needs
// Chromium, at QUOTEWRIGHT_CHROMIUM or where Debian installs it.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'

const server = spawn(process.execPath, ['docs/examples/serve.mjs'], {
  env: { ...process.env, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const executablePath = process.env.QUOTEWRIGHT_CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const { desk, offer } = await addresses()
  await shoot('desk-list', desk, { height: 860 })
  await shoot('desk-list-dark', desk, { colorScheme: 'dark', height: 860 })
  await shoot('desk-phone', desk, { width: 390, height: 844 })
  await shoot('desk-edit', await firstQuote(`${desk}?status=new&text=priya`), { height: 1100 })
  await shoot('desk-sent', await firstQuote(`${desk}?status=sent&tag=Approved`), { height: 1100 })
  await shoot('customer-page', offer, { height: 1100 })
  await shoot('customer-page-phone', offer, { width: 390, height: 844 })
} finally {
  await browser.close()
  server.kill()
}

/** Returns the addresses that the server prints. */
async function addresses() {
  const found = {}
  for await (const line of createInterface({ input: server.stdout })) {
    found.desk ??= /^Open (\S+\/desk)$/.exec(line)?.[1]
    found.offer ??= /what a customer sees: (\S+)$/.exec(line)?.[1]
    if (found.desk && found.offer) break
  }
  server.stdout.resume()
  return found
}

/** Returns the address of the first quote of a list. */
async function firstQuote(list) {
  const page = await browser.newPage()
  await page.goto(list)
  const address = await page.locator('tbody a[href*="/quotes/"]').first().getAttribute('href')
  await page.close()
  return new URL(address, list).href
}

async function shoot(name, address, { width = 1280, height, colorScheme = 'light' }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await page.goto(address)
  await page.screenshot({ path: `docs/screenshots/${name}.png` })
  await page.close()
}
