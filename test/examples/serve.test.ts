import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runExample, startExample, startProgram, temporaryFolder } from './example-programs.js'

const hasCurl = spawnSync('curl', ['--version']).status === 0
const run = promisify(execFile)
const lastLine = 'Ctrl-C ends the server.'

describe('the sample server', () => {
  it('serves no other host than its own, so that no site can lead a browser to it', async () => {
    const page = await startExample('serve.mjs', { PORT: '0' }).printed(lastLine)
    const { origin, host, port } = new URL(/^Open (\S+)\/desk$/m.exec(page)?.[1] ?? '')
    const statusFor = async (name: string) => {
      const request = get(`${origin}/desk`, { headers: { host: name } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      response.resume()
      return response.statusCode
    }
    expect(await statusFor(host)).toBe(200)
    expect(await statusFor(`localhost:${port}`)).toBe(200)
    expect(await statusFor('rebound.example')).toBe(421)
    expect(await statusFor(`rebound.example:${port}`)).toBe(421)
  })

  it('prints commands that work as they are, from a quote to an order', async () => {
    const page = await startExample('serve.mjs', { PORT: '0' }).printed(lastLine)
    const [create = '', update = '', tags = '', ...lifecycle] = commandsIn(page)
    const [send = '', accept = '', order = '', ...others] = lifecycle
    expect(others).toEqual([])
    expect(await responseTo(create)).toMatchObject({
      success: true,
      quote_id: expect.any(String),
      quote: { quote_total: '1636.90', customer: { state: 'Texas' } },
    })
    const changed = { success: true, tags: ['Needs Approval'], customer: { city: 'Dallas' } }
    expect(await responseTo(update)).toMatchObject(changed)
    expect(await responseTo(update)).toMatchObject(changed)
    expect(Object.keys((await responseTo(tags)) as object)).toHaveLength(7)
    expect(await responseTo(order)).toMatchObject({ code: 'invalid_transition' })
    expect(await responseTo(send)).toMatchObject({
      status: 'sent',
      number: expect.stringMatching(/^Q-\d{5}$/),
    })
    const acceptance = { role: 'buyer', by: 'demo-buyer', reference: 'PO-2026-7' }
    expect(await responseTo(accept)).toMatchObject({ status: 'accepted', acceptance })
    expect(await responseTo(order)).toMatchObject({
      status: 'ordered',
      order: { id: expect.stringMatching(/^order-/) },
    })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s', async (signal) => {
    const folder = temporaryFolder()
    const { child, printed, ended } = startExample('serve.mjs', { PORT: '0', TMPDIR: folder })
    const [, , tags = ''] = commandsIn(await printed(lastLine))
    await fetchLike(tags)
    expect(readdirSync(folder)).toHaveLength(1)
    child.kill(signal)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(folder)).toEqual([])
  })

  const noShell = process.platform === 'win32' ? ' (skipped: Windows has no sh)' : ''
  it.skipIf(noShell)(`ends with the shell that npm starts it in${noShell}`, async () => {
    const folder = temporaryFolder()
    const script = `"${process.execPath}" docs/examples/serve.mjs; exit`
    const environment = { PORT: '0', TMPDIR: folder, npm_lifecycle_event: 'start' }
    const shell = startProgram('sh', ['-c', script], environment, true)
    await shell.printed(lastLine)
    shell.child.kill('SIGTERM')
    // The server holds the pipe, so it is closed no sooner than the server has ended.
    await shell.ended
    expect(readdirSync(folder)).toEqual([])
  })

  it('closes a connection whose headers never end', async () => {
    const page = await startExample('serve.mjs', { PORT: '0' }).printed(lastLine)
    const socket = connect(Number(new URL(addressIn(page)).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write('GET /v3/bc/public/tags HTTP/1.1\r\nhost: x\r\n')
    const [response] = await once(socket.setEncoding('utf8'), 'data')
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
    await once(socket, 'close')
  })

  it('keeps the quotes in the database that it is given', async () => {
    const database = join(temporaryFolder(), 'kept.sqlite')
    const environment = { PORT: '0', QUOTEWRIGHT_DATABASE: database }
    const first = startExample('serve.mjs', environment)
    const [, update = ''] = commandsIn(await first.printed(lastLine))
    first.child.kill('SIGTERM')
    await first.ended
    expect(existsSync(database)).toBe(true)
    const page = await startExample('serve.mjs', environment).printed(lastLine)
    expect(page).toContain(database)
    const elsewhere = update.replace(/http:\/\/[\d.:]+/, addressIn(page))
    expect(await responseTo(elsewhere)).toMatchObject({ success: true })
  })

  it('takes a free port where the usual one is taken', async () => {
    await takePort(3000)
    const page = await startExample('serve.mjs').printed(lastLine)
    expect(page).toContain('Port 3000 is in use')
    expect(addressIn(page)).not.toBe('http://127.0.0.1:3000')
    expect(await responseTo(commandsIn(page)[2] ?? '')).toHaveProperty('Approved')
  })

  it('rejects a chosen port that is in use', async () => {
    const port = await takePort(0)
    const { code, stdout, stderr } = await runExample('serve.mjs', { PORT: String(port) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(`Port ${port} is in use; PORT=0 chooses a free one\n`)
  })

  it.each(['http', '-1', '65536', '80.5'])('rejects PORT=%s', async (port) => {
    const { code, stderr } = await runExample('serve.mjs', { PORT: port })
    expect(code).toBe(1)
    expect(stderr).toBe(`PORT must be a number from 0 to 65535, received "${port}"\n`)
  })
})

function commandsIn(page: string): string[] {
  return page.split('\n').filter((line) => line.startsWith('curl '))
}

function addressIn(page: string): string {
  return /http:\/\/[\d.:]+/.exec(page)?.[0] ?? ''
}

/** Runs the command in a shell; sends its request with `fetch` if curl is not installed. */
async function responseTo(command: string): Promise<unknown> {
  if (!hasCurl) return fetchLike(command)
  const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, NO_PROXY: '*' } })
  return JSON.parse(stdout)
}

async function fetchLike(command: string): Promise<unknown> {
  const after = (option: string) =>
    [...command.matchAll(new RegExp(`${option} (?:'([^']*)'|(\\S+))`, 'g'))].map(
      ([, inQuotes, bare]) => inQuotes ?? bare ?? '',
    )
  const response = await fetch(/http:\S+/.exec(command)?.[0] ?? '', {
    method: after(' -X')[0] ?? 'GET',
    headers: after(' -H').map((header) => header.split(': ') as [string, string]),
    body: after(' -d')[0] ?? null,
  })
  return response.json()
}

/** Occupies a port until the test ends, unless it is in use already. 0 means any free port. */
async function takePort(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  try {
    await once(server, 'listening')
  } catch {
    return port
  }
  return (server.address() as AddressInfo).port
}
