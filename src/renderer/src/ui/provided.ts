import { inject, provide, type InjectionKey } from 'vue'

/**
 * A value that a component creates once, for itself and for every descendant that injects it.
 * @param name of the function that injects it
 */
export function provided<Needs extends readonly unknown[], T>(name: string, make: (...needs: Needs) => T) {
  const key: InjectionKey<T> = Symbol(name)
  const provideIt = (...needs: Needs): T => {
    const value = make(...needs)
    provide(key, value)
    return value
  }
  const takeIt = (): T => {
    const value = inject(key)
    if (value === undefined) throw new Error(`${name} outside the component that provides it`)
    return value
  }
  return [provideIt, takeIt] as const
}
