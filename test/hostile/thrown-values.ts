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

/** A proxy of which nothing can be read, not even whether it is an array. */
function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const mustNotBeCalled = () => {
  throw new Error('must not be called')
}

/** Values that JavaScript can throw. */
export const thrownValues: readonly (readonly [name: string, value: unknown])[] = [
  ['an Error', new Error('no')],
  ['a frozen Error', Object.freeze(new TypeError('no'))],
  ['an Error whose message is an object', Object.assign(new Error(), { message: { code: 5 } })],
  ['an Error whose message is undefined', Object.assign(new Error(), { message: undefined })],
  [
    'an Error whose message throws',
    Object.defineProperty(new Error('no'), 'message', { get: mustNotBeCalled }),
  ],
  ['null', null],
  ['undefined', undefined],
  ['a string', 'no'],
  ['a number', 0],
  ['a bigint', 1n],
  ['a symbol', Symbol('no')],
  ['a function', mustNotBeCalled],
  ['an object without a prototype', Object.create(null)],
  ['an object whose toString throws', { toString: mustNotBeCalled }],
  // Resolving a promise with it calls `then`, which never answers.
  ['an object with a then that does nothing', Object.fromEntries([['then', () => {}]])],
  ['an object that throws on every access', untouchable],
  ['a revoked proxy', revokedProxy()],
]
