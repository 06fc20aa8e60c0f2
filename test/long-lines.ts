import ts from 'typescript'

export const maxColumns = 100

/** A literal from here on keeps the formatter from breaking a line in time. */
const lastBreak = 80

/**
 * Finds the lines of a program that are too long, as numbers counted from 1. Exempt are imports,
 * URLs, and lines that end in a string, a template or a regular expression.
 */
export function longLines(path: string, text: string): number[] {
  const lines = text.split('\n')
  const isLong = (line: string) => line.length > maxColumns && !/https?:\/\//.test(line)
  if (!lines.some(isLong)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const unbroken = unbrokenRanges(source)
  const starts = source.getLineStarts()
  return lines.flatMap((line, index) => {
    if (!isLong(line)) return []
    const start = starts[index] ?? 0
    const isExempt = unbroken.some(
      ({ pos, end }) => pos < start + line.length && end > start + lastBreak,
    )
    return isExempt ? [] : [index + 1]
  })
}

/** Where the literals and the imports are. */
function unbrokenRanges(source: ts.SourceFile): ts.TextRange[] {
  const ranges: ts.TextRange[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isImportDeclaration(node) ||
      ts.isStringLiteral(node) ||
      ts.isTemplateExpression(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isRegularExpressionLiteral(node)
    )
      ranges.push({ pos: node.getStart(source), end: node.getEnd() })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return ranges
}
