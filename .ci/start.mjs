// Starts the sample server as a newcomer would, runs the commands that it prints, and stops it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

const commandsPrinted = 3
const maxStartMs = 120_000
const maxStopMs = 10_000

const port = await freePort()
// A process group of its own, since npm does not pass on every signal.
const server = spawn('npm', ['start'], {
  env: { ...process.env, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
})
const ended = once(server, 'exit')
process.on('exit', () => signal('SIGKILL'))
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(1))

for (const command of await printedCommands()) {
  if (!command.includes(String(port))) throw new Error(`not for port ${port}: ${command}`)
  console.log(command)
  const strictly = `curl() { command curl --silent --show-error --fail-with-body --max-time 30 "$@"; }\n${command}`
  execFileSync('bash', ['-c', strictly], { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log()
}

signal('SIGTERM')
await Promise.race([ended, failAfter(maxStopMs, 'the server does not stop on SIGTERM')])
process.exit()

async function printedCommands() {
  return Promise.race([
    readCommands(),
    ended.then(([code]) => {
      throw new Error(`npm start ended with exit code ${code}`)
    }),
    failAfter(maxStartMs, `npm start has not printed ${commandsPrinted} commands`),
  ])
}

/** The commands that begin with "curl", each with the lines on which it goes on. */
async function readCommands() {
  let text = ''
  for await (const chunk of server.stdout.setEncoding('utf8')) {
    text += chunk
    const commands = text.match(/^[ \t]*curl (?:[^\n]*\\\n)*[^\n]*[^\\\n]\n/gm) ?? []
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
