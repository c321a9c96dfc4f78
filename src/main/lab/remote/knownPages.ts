import type { PageSelectors } from '../../../core/contract/files/pageFile'

/** What 2048-like pages took over from the original: a class for the value of a tile and one for its place. */
const TILE_CLASSES = {
  row: { class: 'tile-position-\\d+-(\\d+)' },
  column: { class: 'tile-position-(\\d+)-\\d+' },
  value: { class: 'tile-(\\d+)' },
} as const

/** What most of them took over besides. */
const MESSAGES = {
  score: '.score-container',
  won: '.game-message.game-won',
  keepPlaying: '.keep-playing-button',
  over: '.game-message.game-over',
  restart: '.game-message.game-over .retry-button, .restart-button',
} as const

/** Pages that need no selector file; the first whose tiles, and saved game if it names one, are on a page is that page's. */
export const KNOWN_PAGES: readonly PageSelectors[] = [
  // https://github.com/gabrielecirulli/2048: html_actuator.js and local_storage_manager.js
  { name: 'the original 2048', tiles: '.tile-container .tile', ...TILE_CLASSES, ...MESSAGES, savedState: 'gameState' },
  { name: 'a page with the original’s tile classes', tiles: '[class*="tile-position-"]', ...TILE_CLASSES, ...MESSAGES },
]
