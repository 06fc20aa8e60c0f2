/** The English strings of the desk's page of saved views. */
export const viewStrings = {
  title: 'Saved views',
  done: {
    removed: 'The view was removed. No quote has changed.',
  },
  none: 'No saved views yet',
  noneHint: 'Filter the list of quotes, and choose “Save this view” beside the views.',
  shared: 'Everybody',
  own: 'Only you',
  forWhom: 'For',
  afterRemoval: 'No quote changes.',
  labels: { name: 'Name', search: 'Filters', isShared: 'Show it to everybody' },
  add: 'Save this view',
  notSaved: 'The view was not saved.',
  taken: 'is the name of a view already; choose another name',
  addButton: 'Save the view',
  notKept: 'The engine of this desk keeps no views.',
  toList: 'To the list of quotes',
}
