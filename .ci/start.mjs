// Starts the sample server, runs the commands that it prints, and stops it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

const commandsPrinted = 6
const startTimeoutMs = 120_000
const stopTimeoutMs = 10_000

const port = await freePort()
// A separate process group, because npm does not forward every signal.
const server = spawn('npm', ['start'], {
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
})
const ended = once(server, 'exit')
process.on('exit', () => signal('SIGKILL'))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(1))

for (const command of await printedCommands()) {
  if (!command.includes(String(port)))
    throw new Error(`expected a command for port ${port}, received: ${command}`)
  console.log(command)
  const script = `curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }\n${command}`
  execFileSync('bash', ['-c', script], { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log()
}

signal('SIGTERM')
await Promise.race([
  ended,
  failAfter(stopTimeoutMs, `the server did not stop within ${stopTimeoutMs} ms of SIGTERM`),
])
process.exit()

async function printedCommands() {
  return Promise.race([
    readCommands(),
    ended.then(([code]) => {
      throw new Error(`npm start ended with exit code ${code}`)
    }),
    failAfter(
      startTimeoutMs,
      `npm start did not print ${commandsPrinted} commands within ${startTimeoutMs} ms`,
    ),
  ])
}

/** Reads the printed curl commands, including continuation lines. */
async function readCommands() {
  let output = ''
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    output += chunk
    const commands = output.match(/^[ \t]*curl (?:[^\n]*\\\n)*[^\n]*[^\\\n]\n/gm) ?? []
    if (commands.length >= commandsPrinted) return commands.map((command) => command.trim())
  }
  return new Promise(() => {})
}

function failAfter(milliseconds, message) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(message)), milliseconds).unref()
  })
}

function signal(name) {
  try {
    process.kill(-server.pid, name)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

async function freePort() {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port: free } = probe.address()
  probe.close()
  await once(probe, 'close')
  return free
}
