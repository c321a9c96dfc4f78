import glossary from '../../../../../resources/glossary.json'
import { inject, provide, type InjectionKey, type ShallowRef } from 'vue'

/** The terms of the glossary that the window explains where they stand. */
export const TERMS = [
  'alpha-beta',
  'chance node',
  'cutoff',
  'depth',
  'Elo',
  'expectimax',
  'evaluator',
  'fitness',
  'gbest',
  'heuristic',
  'inertia',
  'interval',
  'leaf',
  'max-n',
  'node',
  'pbest',
  'ply',
  'principal variation',
  'probability cut',
  'quiescence search',
  'seed',
  'transposition table',
  'UCB1 bonus',
  'validation',
  'wall expert',
  'window',
] as const

export type Term = (typeof TERMS)[number]

const meanings = new Map(glossary.map(({ term, meaning }) => [term, meaning]))

/** What the glossary says of a term; `undefined` for no term. */
export function meaningOf(term: Term | undefined): string | undefined {
  return term === undefined ? undefined : meanings.get(term)
}

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
