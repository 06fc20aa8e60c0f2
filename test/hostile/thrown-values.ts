/** An object that throws whatever is asked of it. */
export const untouchable = new Proxy(
  {},
  {
    get() {
      throw new Error('must not be looked at')
    },
    getPrototypeOf() {
      throw new Error('must not be looked at')
    },
    ownKeys() {
      throw new Error('must not be looked at')
    },
  },
)

/** What JavaScript lets a function throw. */
export const thrownValues: readonly (readonly [name: string, value: unknown])[] = [
  ['an Error', new Error('no')],
  ['an Error that is frozen', Object.freeze(new TypeError('no'))],
  ['null', null],
  ['undefined', undefined],
  ['a text', 'no'],
  ['a number', 0],
  ['a symbol', Symbol('no')],
  ['an object without a prototype', Object.create(null)],
  ['an object that throws whatever is asked of it', untouchable],
]
