import { face } from '../board'
import type { ExpertReport } from './report'

/** What an expert found, as the JSON of searches and trees has it; docs/terminal.md promises these fields. */
export interface ExpertAnswer extends Pick<ExpertReport, 'decides' | 'walls' | 'chances'> {
  /** The tile that the chances are of. */
  readonly tile: number
  readonly layers: number
  /** Where its best chance is lower, the search decides. */
  readonly below: number
}

/** The part of an answer about the expert, if it was asked. If it decides, `values` are its chances, 0 … 1. */
export function expertAnswer(expert: ExpertReport | undefined): { readonly expert?: ExpertAnswer } {
  if (!expert) return {}
  const { decides, walls, chances, settings } = expert
  const { target, layers, below } = settings
  return { expert: { decides, tile: face(target), walls, layers, below, chances } }
}
