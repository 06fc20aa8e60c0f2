/** The English strings of the desk's pages of users. */
export const userStrings = {
  title: 'Users',
  done: {
    added: 'The user was added.',
    saved: 'The user was saved.',
    removed: 'The user was removed. Their quotes keep them as owner.',
  },
  taken: 'is the id of a user already; change that user, or enter another id',
  none: 'No users yet',
  noneHint:
    'Users can be the owners of quotes. Adding one here creates no sign-in: that stays where your users sign in today.',
  caption: 'Users of the store',
  contact: 'Contact',
  id: 'Id',
  afterRemoval: 'Their quotes keep them as owner.',
  positions: { editor: 'Editor', manager: 'Manager', owner: 'Owner' },
  labels: { id: 'User id', name: 'Name', email: 'Email', phone: 'Phone', position: 'Position' },
  change: (name: string) => `Change ${name}`,
  add: 'Add a user',
  notSaved: 'The user was not saved.',
  phoneHint: 'Optional.',
  idHint: 'As your own sign-in names the user. It cannot be changed later.',
  saveButton: 'Save the user',
  addButton: 'Add the user',
}
