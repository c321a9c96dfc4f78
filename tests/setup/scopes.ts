/** What scopes own, for the leak check. */
import { Scope, type Closable } from '../../src/main/scope'

/** By scope, until it has closed. One map on the class, although the files of a worker without isolation each load this module. */
const open: Map<Scope, Set<Closable>> = ((Scope as { open?: typeof open }).open ??= watchScopes())

function watchScopes(): typeof open {
  const owned: typeof open = new Map()
  const { add, close } = Scope.prototype
  Scope.prototype.add = function <T extends Closable>(this: Scope, thing: T): T {
    add.call(this, thing)
    owned.set(this, (owned.get(this) ?? new Set()).add(thing))
    return thing
  }
  Scope.prototype.close = function (this: Scope): Promise<void> {
    const closing = close.call(this)
    const forget = (): void => void owned.delete(this)
    closing.then(forget, forget)
    return closing
  }
  return owned
}

function pathOf(scope: Scope): string {
  const [parent] = [...open].find(([, things]) => things.has(scope)) ?? []
  return parent ? `${pathOf(parent)}, ${scope.name}` : scope.name
}

/** What no scope has closed, by the names of its scopes and its class. */
export function leftOpen(): string[] {
  return [...open].flatMap(([scope, things]) =>
    [...things].flatMap(thing => {
      if (thing instanceof Scope) return []
      const { name } = thing.constructor
      return [name === 'Object' ? pathOf(scope) : `${pathOf(scope)}: ${name}`]
    }),
  )
}
