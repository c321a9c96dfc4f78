import { shallowRef } from 'vue'

/** The letter that each key prints without modifiers, by its place, such as "KeyW"; empty where the browser does not know. */
export const printedLetters = shallowRef<ReadonlyMap<string, string>>(new Map())

/** https://wicg.github.io/keyboard-map/ for secure pages of Chromium; TypeScript's DOM does not have it. */
interface WithLayout {
  readonly keyboard?: { getLayoutMap(): Promise<ReadonlyMap<string, string>> }
}

export async function readKeyboardLayout(): Promise<void> {
  try {
    printedLetters.value = (await (navigator as WithLayout).keyboard?.getLayoutMap()) ?? printedLetters.value
  } catch (error) {
    if (!(error instanceof DOMException)) throw error // refused in a frame, or by a permission
  }
}
