import type { Route } from '../../src/engine/operation.js'
import { operations } from '../../src/quote-engine/operations.js'

/** Returns the table of methods in docs/interface.md, from the routes of all operations. */
export function methodsTable(): string {
  const rows = Object.entries(operations).map(([name, { route }]) => rowOf(name, route))
  const head = ['| Method | Over HTTP | Response |', '| --- | --- | --- |']
  return [...head, ...rows].join('\n')
}

function rowOf(name: string, route: Route): string {
  const { method, path, status, response } = route
  const call = `\`${name}(${argumentsOf(route).join(', ')})\``
  const body = response === 'none' ? `${status}` : `${status}, \`${response}\``
  return `| ${call} | \`${method} ${path}\` | ${body} |`
}

/** The context, the parameters of the path, the body, and options. */
function argumentsOf({ path, body }: Route): string[] {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id)
  const isOptional = body?.().safeParse(undefined).success === true
  const request = body === undefined ? [] : [isOptional ? 'request?' : 'request']
  return ['context', ...ids, ...request, 'options?']
}
