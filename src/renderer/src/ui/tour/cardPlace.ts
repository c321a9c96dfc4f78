interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

const GAP = 12

/** Where to put a card about an element: beside, below or above it, where there is room; always fully visible. */
export function cardPlace(anchor: Box, card: Size, view: Size): { readonly left: number; readonly top: number } {
  const clamp = (at: number, most: number): number => Math.max(GAP, Math.min(at, most - GAP))
  const top = clamp(anchor.top + anchor.height / 2 - card.height / 2, view.height - card.height)
  const left = clamp(anchor.left + anchor.width / 2 - card.width / 2, view.width - card.width)
  const right = anchor.left + anchor.width + GAP
  if (right + card.width + GAP <= view.width) return { left: right, top }
  const before = anchor.left - GAP - card.width
  if (before >= GAP) return { left: before, top }
  const below = anchor.top + anchor.height + GAP
  if (below + card.height + GAP <= view.height) return { left, top: below }
  return { left, top: clamp(anchor.top - GAP - card.height, view.height - card.height) }
}
