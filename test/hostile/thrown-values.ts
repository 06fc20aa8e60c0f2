/** An object that throws on every access. */
export const untouchable = new Proxy(
  {},
  {
    get() {
      throw new Error('must not be accessed')
    },
    getPrototypeOf() {
      throw new Error('must not be accessed')
    },
    ownKeys() {
      throw new Error('must not be accessed')
    },
  },
)

/** Values that JavaScript can throw. */
export const thrownValues: readonly (readonly [name: string, value: unknown])[] = [
  ['an Error', new Error('no')],
  ['a frozen Error', Object.freeze(new TypeError('no'))],
  ['null', null],
  ['undefined', undefined],
  ['a string', 'no'],
  ['a number', 0],
  ['a symbol', Symbol('no')],
  ['an object without a prototype', Object.create(null)],
  ['an object that throws on every access', untouchable],
]
