import { inject, provide, type InjectionKey, type ShallowRef } from 'vue'

type Place = Readonly<ShallowRef<HTMLElement | null>>

const key: InjectionKey<Place> = Symbol('tooltips')

/** Puts the tooltips of a modal dialog into it: the browser shows it above the rest of the page. */
export function provideTipPlace(dialog: Place): void {
  provide(key, dialog)
}

/** The modal dialog that a tooltip belongs to; `undefined` for the page. */
export function useTipPlace(): Place | undefined {
  return inject(key, undefined)
}
