/** Everything long that a page can have the lab do, each going on until the lab is gone, with what is confirmed on the way written down. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GameView } from '../../../src/core/contract/calls'
import { makeReplayLine, type Profile } from '../../../src/core/contract/files'
import { legalMoves } from '../../../src/core/games/twenty48/board'
import type { Player } from '../../../src/core/games/twenty48/player'
import type { Random } from '../../../src/core/random'
import { drawnGame } from '../../core/support/games'
import { sampleProfile } from '../../main/store/storeSupport'
import { smallConfig } from '../../main/lab/tuning/tuningSupport'
import type { Ledger } from './ledger'
import { Gone, type Served } from './servedLab'

export interface JobContext {
  readonly lab: Served
  readonly ledger: Ledger
  readonly random: Random
  /** Folders and files of its own go in here. */
  readonly scratch: string
}

/** Goes on until the lab is gone; rejects with `Gone` then. */
export type Job = (context: JobContext) => Promise<unknown>

/** Slides of a game that is worth keeping. */
const KEPT_SLIDES = 30

export const JOBS = {
  async play({ lab, ledger, random }) {
    for (;;) {
      ledger.board(await lab.call('newGame', { seed: ledger.askGame(random.below(1e9)) }))
      await playByHand(lab, ledger, 200)
    }
  },

  async keepGames({ lab, ledger, random }) {
    for (;;) {
      const game = await lab.call('newGame', { seed: ledger.askGame(random.below(1e9)) })
      ledger.board(game)
      const last = await playByHand(lab, ledger, KEPT_SLIDES)
      if (last.slides < KEPT_SLIDES) continue
      ledger.board(await lab.call('newGame', { seed: ledger.askGame(random.below(1e9)) }))
      ledger.left(game.seed)
    }
  },

  async autoplay({ lab, random }) {
    for (;;) {
      await lab.call('newGame', { seed: random.below(1e9) })
      await lab.call('startAutoplay', { player: playerOf(0), speed: 'fastest' })
      await untilOver(lab)
    }
  },

  async profiles({ lab, ledger, random }) {
    for (let n = 0; ; n++) {
      const name = `p${random.below(1e9)}`
      const id = idOf(await lab.call('createProfile', profileOf(name, 'new')))
      ledger.profile(id, 'new')
      ledger.askProfile(id, `changed ${n}`)
      await lab.call('changeProfile', { id, changes: { notes: `changed ${n}` } })
      ledger.profile(id, `changed ${n}`)
      if (n % 3 > 0) continue
      ledger.askProfile(id, null)
      await lab.call('deleteProfiles', { ids: [id] })
      ledger.profile(id, null)
    }
  },

  async preferences({ lab, ledger }) {
    const themes = ['light', 'dark', 'system'] as const
    for (let n = 0; ; n++) {
      const theme = themes[n % themes.length]!
      ledger.askPreference(theme)
      const { saved } = await lab.call('setPreferences', { theme })
      if (saved) ledger.preference(theme)
    }
  },

  async drafts({ lab, random }) {
    const id = idOf(await lab.call('createProfile', profileOf(`d${random.below(1e9)}`, 'new')))
    for (let n = 0; ; n++)
      await lab.call('saveDraft', { profile: id, draft: { changes: { notes: `draft ${n}` }, base: { notes: 'new' } } })
  },

  async imports({ lab, ledger, random }) {
    for (;;) {
      const text = Array.from({ length: 20 }, () => makeReplayLine(drawnGame(random.below(1e9)))).join('')
      ledger.games(await importGames(lab, text))
    }
  },

  async analysis({ lab, ledger, random }) {
    lab.on('gameAnalysis', ({ id, game, done }) => ledger.analysis(id, game, done))
    for (;;) {
      const [game] = await importGames(lab, makeReplayLine(drawnGame(random.below(1e9))))
      ledger.games([game!])
      const { id } = await lab.call('startGameAnalysis', { game: game!, player: playerOf(2), profile: 'thesis' })
      while ((await lab.call('gameAnalyses', { game: game! })).find(each => each.id === id)?.state !== 'complete') await rest()
    }
  },

  async tuning({ lab, ledger, random }) {
    lab.on('tuning', ({ id, evaluations }) => ledger.run(id, evaluations))
    for (;;) {
      const config = { ...smallConfig({ budget: { kind: 'iterations', count: 200 } }), seed: random.below(1e9) }
      const { id } = await lab.call('startTuning', { config })
      while ((await lab.call('tuning', { id })).state !== 'finished') await rest()
    }
  },

  async trees({ lab }) {
    for (;;) {
      const { id } = await lab.call('recordTree', { board: START, player: playerOf(2), keep: [] })
      await rest()
      await lab.call('closeTree', { tree: id })
    }
  },

  async backUps({ lab, ledger, scratch, random }) {
    for (;;) {
      const file = join(scratch, `copy-${random.below(1e9)}.db`)
      ledger.backup(await lab.call('backUpData', { file }))
    }
  },

  async restores({ lab, ledger, scratch, random }) {
    const file = join(scratch, `restored-${random.below(1e9)}.db`)
    await lab.call('backUpData', { file })
    ledger.forget() // what comes between the copy and the restore may be there or not
    for (;;) await lab.call('restoreData', { file })
  },

  async moves({ lab, scratch, random }) {
    for (;;) {
      const folder = join(scratch, `moved-${random.below(1e9)}`)
      if (!existsSync(folder)) await lab.call('moveData', { folder })
    }
  },
} as const satisfies Record<string, Job>

export type JobName = keyof typeof JOBS
export const JOB_NAMES = Object.keys(JOBS) as JobName[]

/** Runs a job until the lab is gone. @returns what was refused meanwhile, in words; nothing when all went well. */
export async function untilGone(job: Job, context: JobContext): Promise<string[]> {
  try {
    await job(context)
    return []
  } catch (error) {
    if (error instanceof Gone) return []
    return [String(error)]
  }
}

const START = [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]

async function playByHand(lab: Served, ledger: Ledger, slides: number): Promise<GameView> {
  let { game } = await lab.hello()
  while (!game.over && game.slides < slides) {
    game = await lab.call('slide', { move: legalMoves(game.board)[0]! })
    ledger.board(game)
  }
  return game
}

async function untilOver(lab: Served): Promise<void> {
  for (;;) {
    const { game } = await lab.hello()
    if (game.over) return
    await rest()
  }
}

async function importGames(lab: Served, text: string): Promise<readonly number[]> {
  const id = await lab.call('beginImport', { name: 'a file', size: text.length })
  await lab.call('importText', { id, text })
  await lab.call('endImport', { id })
  const { added } = await lab.call('saveImport', { id })
  return added
}

function playerOf(depth: number): Player {
  const { evaluator, settings } = sampleProfile('any')
  return { evaluator, settings, limits: { depth } }
}

export function profileOf(name: string, notes = ''): Profile {
  const { title, evaluator, settings, depth } = sampleProfile(name)
  return { name, title, notes, evaluator, settings, depth }
}

export function idOf(profile: unknown): number {
  return (profile as { id: number }).id
}

async function rest(): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, 20))
}
