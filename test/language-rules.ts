/** A word that the project does not use, and the word to write instead. */
export interface BannedWord {
  readonly word: string
  readonly pattern: RegExp
  readonly replacement: string
}

export interface Finding {
  readonly word: string
  /** Counted from 1; 0 for the path itself. */
  readonly line: number
  readonly found: string
  readonly replacement: string
}

/** Matches a phrase even if a line of a comment ends within it. */
function phrase(words: string): RegExp {
  return new RegExp(String.raw`\b${words.replaceAll(' ', String.raw`(?:[\s*/#>]+|-)`)}\b`, 'gi')
}

export const bannedWords: readonly BannedWord[] = [
  { word: 'catalogue', pattern: /catalogues?/gi, replacement: 'catalog' },
  { word: 'fault', pattern: /(?<!de)faults?(?!y|[- ]?injection)/gi, replacement: 'error' },
  {
    word: 'refuse',
    pattern: /(?<!ECONN|connection[- ]?)refus(?:es|ed|e|als?|ing)/gi,
    replacement: 'reject',
  },
  { word: 'sound', pattern: /(?:\bun)?sound(?!s like)/gi, replacement: 'valid' },
  { word: 'anew', pattern: phrase('anew'), replacement: 'again' },
  { word: 'at hand', pattern: phrase('at hand'), replacement: 'cached' },
  { word: 'whoever', pattern: phrase('whoever'), replacement: 'the name of the caller' },
  { word: 'nobody', pattern: phrase('nobody'), replacement: 'no caller, or the passive' },
  { word: 'foreign data', pattern: phrase('foreign data'), replacement: 'untrusted data' },
  {
    word: 'carried out',
    pattern: phrase('carr(?:ied|ies|y|ying) out'),
    replacement: 'executed, or applied',
  },
  { word: 'is told', pattern: phrase('(?:is|are|was|were|be) told'), replacement: 'receives' },
  {
    word: 'lets … down',
    pattern: /\blets?\s[^.;:\n]{1,60}\sdown\b/gi,
    replacement: 'fails, or breaks',
  },
  { word: 'whole number', pattern: phrase('whole numbers?'), replacement: 'integer' },
  { word: 'timeLimit', pattern: /timeLimits?/gi, replacement: 'timeoutMs' },
  { word: 'must be a text', pattern: phrase('must be a text'), replacement: 'must be a string' },
  { word: 'texts', pattern: phrase('texts'), replacement: 'strings' },
  {
    word: 'mostX, longestX, largestX',
    pattern: /\b(?:most|longest|largest)[A-Z]\w*/g,
    replacement: 'maxX',
  },
  {
    word: 'answer, for a response',
    pattern: /\b(?:const|let) answers?\b|\w+Answer\b/g,
    replacement: 'response',
  },
]

/** Finds banned words in the path and the text of a file. */
export function findBannedWords(path: string, text: string): Finding[] {
  return bannedWords.flatMap(({ word, pattern, replacement }) => {
    const inPath = [...path.matchAll(pattern)].map(([found]) => ({ line: 0, found }))
    const inText = [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      line: text.slice(0, index).split('\n').length,
      found: found.replace(/\s+/g, ' '),
    }))
    return [...inPath, ...inText].map((place) => ({ word, ...place, replacement }))
  })
}
