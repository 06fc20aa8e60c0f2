// Lets the declarations in dist compile without the optional peers, as a step of the build.
// Where a peer is missing, TypeScript takes its types for "any"; where it is installed, they are
// those of the installed version.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { peerDependenciesMeta } = JSON.parse(readFileSync('package.json', 'utf8'))
const peers = Object.keys(peerDependenciesMeta).join('|')
const importLine = new RegExp(`^import .* from '(${peers})(/.*)?';$`)
const mention = new RegExp(`(from|import\\(|import) *['"](${peers})['"/]`)

for (const file of readdirSync('dist')) {
  if (!/\.d\.c?ts$/.test(file)) continue
  const path = join('dist', file)
  const lines = readFileSync(path, 'utf8').split('\n')
  const changed = lines.flatMap((line) => {
    const [, peer] = importLine.exec(line) ?? []
    if (peer !== undefined) return [`// @ts-ignore: ${peer} is an optional peer dependency.`, line]
    // Comments have examples that import a peer.
    if (mention.test(line) && !line.trimStart().startsWith('*'))
      throw new Error(`${path} imports a peer in a way that this step does not know: ${line}`)
    return [line]
  })
  if (changed.length > lines.length) writeFileSync(path, changed.join('\n'))
}
