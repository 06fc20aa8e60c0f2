// Writes the ES modules of dist as CommonJS into dist/cjs: the same text with other imports and
// exports, so that gzip finds one in the other.
//
// Imported names are constants of the module, not live: no file exports what it assigns later, and
// no two files import each other. Both are checked.

/** Returns an ES module, as rolldown writes it, as CommonJS. */
export function toCommonJs(code, file) {
  const lines = code.split('\n')
  const first = lines.findIndex((line) => !/^(?:import|export|#!|\/\*!) ?|^$/.test(line))
  const body = first < 0 ? lines.length : first
  const converted = lines.map((line, index) => {
    if (/^export \{.*\};$/.test(line)) return exportsOf(line, code, file)
    return index < body ? inHead(line) : line
  })
  const start = converted.findIndex((line) => !/^(?:#!|\/\*!)/.test(line))
  return [...converted.slice(0, start), '"use strict";', ...converted.slice(start)]
    .join('\n')
    .replace(/\bimport\("(\.[^"]+)"\)/g, 'Promise.resolve().then(() => require("$1"))')
    .replaceAll('import.meta.url', 'require("node:url").pathToFileURL(__filename).href')
}

function inHead(line) {
  const { names, from } = /^import (?<names>.+) from (?<from>".+");$/.exec(line)?.groups ?? {}
  if (names !== undefined) return `const ${names.replaceAll(' as ', ': ')} = require(${from});`
  const again = /^export \{ (?<names>.+) \} from (?<from>".+");$/.exec(line)?.groups
  if (again === undefined) return line.replace(/^import (".+");$/, 'require($1);')
  return pairs(again.names)
    .map(([name, exported]) => `exports.${exported} = require(${again.from}).${name};`)
    .join('\n')
}

function exportsOf(line, code, file) {
  const names = pairs(line.slice('export { '.length, -' };'.length))
  const variables = [...code.matchAll(/^let ([\w$]+)/gm)].map(([, name]) => name)
  const assigned = names.filter(([name]) => variables.includes(name))
  if (assigned.length > 0) throw new Error(`dist/${file} exports a variable: ${assigned}`)
  return names.map(([name, exported]) => `exports.${exported} = ${name};`).join('\n')
}

/** Returns the names in a list of imports or exports, each with what it is called there. */
function pairs(list) {
  return list.split(', ').map((item) => {
    const [name, exported = name] = item.split(' as ')
    return [name, exported]
  })
}
