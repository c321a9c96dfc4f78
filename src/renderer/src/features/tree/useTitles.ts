import { useI18n } from 'vue-i18n'
import type { TreeView } from '../../../../core/contract/calls'
import type { SearchSettings, WallExpert } from '../../../../core/search/settings'
import { SEARCHER_IDS } from '../../../../core/contract/searchers'
import { GAME_IDS } from '../../../../core/games/registry'
import { face } from '../../../../core/games/twenty48/board'
import { useProfiles } from '../../bridge/profiles'
import { useTrees } from '../../bridge/trees'
import { gameView, useGameNames } from '../../games/gameViews'
import { profileOf } from './searcherFacts'
import { useConfigWords, useSearchNames } from '../../ui/search/searchWords'

/** Titles of trees: their origin and searcher, and what distinguishes them from the other open ones. */
export function useTitles() {
  const { t, n } = useI18n()
  const profiles = useProfiles()
  const trees = useTrees()
  const names = useSearchNames()
  const gameName = useGameNames()
  const configWords = useConfigWords()

  function title(view: TreeView): string {
    return titleWith(view, features(view))
  }

  /** A title beside which the position stands. */
  function titleBesidePosition(view: TreeView): string {
    return titleWith(view, ['', ...features(view).slice(1)])
  }

  /** @param its features that may be included, each in its place */
  function titleWith(view: TreeView, its: readonly string[]): string {
    const name = plainTitle(view)
    const alike = trees.list.filter(each => plainTitle(each) === name)
    const distinguishing = its.filter((text, i) => text !== '' && alike.some(each => features(each)[i] !== text))
    const full = [name, ...distinguishing].join(' · ')
    const twins = alike.filter(each => features(each).join() === features(view).join())
    const number = twins.findIndex(({ id }) => id === view.id) + 1
    return number > 1 ? t('tree.titles.numbered', { title: full, number }) : full
  }

  /** The searcher, as the heading of its pseudo-code: "Alpha-beta". */
  function searcher({ searcher: its }: TreeView): string {
    const id = SEARCHER_IDS.find(id => id === its)
    return id ? names.searcher(id) : t('tree.record.kernel')
  }

  /** "Tic-tac-toe", "XO./.X./..O" */
  function place({ game, root }: TreeView): { readonly game: string; readonly position: string } {
    const id = GAME_IDS.find(each => each === game)
    return { game: id ? gameName(id) : game, position: gameView(game).title(root.state) }
  }

  function plainTitle({ from, file, of, player, search, searcher, depth, state, recording }: TreeView): string {
    if (from === 'file') return file ?? ''
    const its = SEARCHER_IDS.find(id => id === searcher)
    if (search && its) return t('tree.titles.search', { name: names.searcher(its), depth })
    const known = player && profileOf(profiles.list, player)
    const name = known?.title ?? t('tree.titles.unnamed')
    const at = state === 'recording' && recording ? recording.depth : depth
    if (from === 'again' && of)
      return t('tree.titles.again', { path: of.path.map(({ notation }) => notation).join(' ') || t('tree.root'), depth: at })
    return t('tree.titles.search', { name, depth: at })
  }

  /** Everything that may differ under one title, in words and in a fixed order. */
  function features(view: TreeView): string[] {
    const { game, root, player, search } = view
    const position = gameView(game).title(root.state)
    if (search) {
      const { deepening, order, table, quiescence, shorterWin, rootTies } = search.wrapping
      const around = [
        deepening && `${t('search.wrapping.deepening')}: ${names.deepening(deepening)}`,
        order && `${t('search.wrapping.order')}: ${names.order(order)}`,
        table !== undefined && t('search.wrapping.table'),
        quiescence && t('search.wrapping.quiescence'),
        shorterWin && t('search.wrapping.shorterWin'),
        rootTies && t('search.wrapping.rootTies'),
      ]
      const config = Object.entries(search.config as Readonly<Record<string, string | number>>).map(([name, value]) =>
        configWords.summary(name, value),
      )
      return [position, around.filter(each => each !== undefined && each !== false).join(', '), config.join(', ')]
    }
    if (!player) return [position]
    const { settings } = player
    const number = (value: string | number, word: string) => (typeof value === 'number' ? n(value, 'value') : word)
    const parts: Readonly<Record<keyof SearchSettings, string>> = {
      leaf: `${t('search.leaf')}: ${settings.leaf === 'spawned' ? t('search.leafSpawned') : t('search.leafAfterstate')}`,
      cut: `${t('search.cut')}: ${n(settings.cut, 'value')}`,
      dead: `${t('search.dead')}: ${number(settings.dead, t('search.deadHeuristic'))}`,
      floor: `${t('search.floor')}: ${number(settings.floor, t('search.floorNone'))}`,
      points: `${t('search.points')}: ${settings.points === 'added' ? t('search.pointsAdded') : t('search.pointsIgnored')}`,
      table: `${t('search.table')}: ${
        { off: t('search.tableOff'), exact: t('search.tableExact'), deeper: t('search.tableDeeper') }[settings.table]
      }`,
      tableBits: `${t('search.tableBits')}: ${n(2 ** settings.tableBits, 'integer')}`,
      expert: `${t('search.expert')}: ${settings.expert ? expertText(settings.expert, view) : t('search.expertNone')}`,
    }
    return [position, ...Object.values(parts)]
  }

  /** The parts of an expert in which those of the trees of one title differ; its network where one of them has no expert. */
  function expertText(expert: WallExpert, view: TreeView): string {
    const name = plainTitle(view)
    const rivals = trees.list.filter(each => plainTitle(each) === name).map(({ player }) => player?.settings.expert)
    const differs = (part: keyof WallExpert) => rivals.some(rival => rival && rival[part] !== expert[part])
    const parts = {
      target: t('tree.titles.expertTarget', { tile: n(face(expert.target), 'integer') }),
      least: t('tree.titles.expertLeast', { walls: expert.least }, expert.least),
      layers: t('tree.titles.expertLayers', { layers: expert.layers }, expert.layers),
      cut: t('tree.titles.expertCut', { cut: n(expert.cut, 'value') }),
      below: t('tree.titles.expertBelow', { chance: n(expert.below, 'share') }),
    }
    const named = Object.entries(parts).flatMap(([part, text]) => (differs(part as keyof typeof parts) ? [text] : []))
    const isNamed = differs('network') || rivals.includes(undefined) || named.length === 0
    return [...(isNamed ? [expert.network] : []), ...named].join(', ')
  }

  return { title, titleBesidePosition, place, searcher }
}
