/** Makes a member that is not emulated throw and say so; otherwise the app would carry on with `undefined`. */
export function strict(name, members) {
  return new Proxy(members, {
    get(target, key, receiver) {
      // `then` and `toJSON` are asked of any object by promises and by Playwright
      const known = key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON'
      if (!known) throw new Error(`electron-shim: ${name}.${key} is not emulated`)
      return Reflect.get(target, key, receiver)
    },
  })
}
