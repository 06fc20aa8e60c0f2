/** The English strings of the desk's pages of tags. */
export const tagStrings = {
  title: 'Tags',
  done: {
    added: 'The tag was added.',
    saved: 'The tag was saved.',
    removed: 'The tag was removed. Quotes keep its name, and show it again if you add it again.',
  },
  taken: 'is the name of a tag already; change that tag, or choose another name',
  none: 'No tags yet',
  noneHint:
    'Tags label quotes in lists and on their pages, for example “Needs approval”. Only tags of this list are shown.',
  caption: 'Tags of the store',
  tag: 'Tag',
  contrast: 'Contrast',
  afterRemoval: 'Quotes keep its name, without its color.',
  invalidColors: 'Invalid colors',
  tooLow: (contrast: string) => `${contrast}: too low to read`,
  contrastHint: (contrast: number) =>
    `Shown in black or white instead. Choose colors with ${contrast} or more.`,
  labels: {
    name: 'Name',
    label: 'Label',
    color: 'Text color',
    backgroundColor: 'Background color',
    alpha: 'Opacity in %',
  },
  invalidColor: 'must be a color in the form #rrggbb',
  invalidAlpha: 'must be a number from 0 to 100 with at most 2 decimals',
  change: (name: string) => `Change ${name}`,
  add: 'Add a tag',
  notSaved: 'The tag was not saved.',
  labelHint: 'What chips show. Empty for the name.',
  saveButton: 'Save the tag',
  addButton: 'Add the tag',
}
