/** What Safari still gives as the key code of a press that an input method has used. */
const USED_BY_INPUT_METHOD = 229

/**
 * Hides the keys that an input method uses from the whole page: the Enter that confirms a word ends no editing, Esc that drops one
 * closes nothing, and arrows choose among its words only. The input method itself still receives them.
 */
export function hideCompositionKeys(page: Window): void {
  page.addEventListener('keydown', hide, true)
}

function hide(event: KeyboardEvent): void {
  if (event.isComposing || Reflect.get(event, 'keyCode') === USED_BY_INPUT_METHOD) event.stopImmediatePropagation()
}
