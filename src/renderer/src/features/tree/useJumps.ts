import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { FlagName } from '../../../../core/trace/format'
import type { NodeKey } from '../../../../core/tree/views'
import { useToasts } from '../../ui/toasts/toasts'
import type { Outline } from './outline/useOutline'
import { provided } from '../../ui/provided'
import type { OpenTrees } from './useOpenTrees'
import { ROOT, type Selection } from './useSelection'

/** Jumps from the active node: to its parent, to the source of its value and back, and to search results. */
export const [provideJumps, useJumps] = provided('useJumps()', createJumps)

function createJumps({ view, ask: askTree }: OpenTrees, { active, activeNode }: Selection, { go }: Outline) {
  const toasts = useToasts()
  const { t } = useI18n()
  /** The nodes that jumps to a source started from. */
  const sources = shallowRef<readonly NodeKey[]>([])
  watch(
    () => view.value?.id,
    () => (sources.value = []),
  )

  async function toParent(): Promise<void> {
    const way = (await activeNode())?.path
    if (way && way.length > 0) await go(way.at(-2)?.key ?? ROOT)
  }

  async function toSource(): Promise<void> {
    const from = active.value
    const source = (await activeNode())?.row.source
    if (!source) return
    if (await go(source)) sources.value = [...sources.value, from]
  }

  async function jumpBack(): Promise<void> {
    const to = sources.value.at(-1)
    if (to === undefined) return
    sources.value = sources.value.slice(0, -1)
    await go(to)
  }

  async function findPosition(position: string): Promise<void> {
    arrive(await askTree((ask, [tree]) => ask('findPosition', { tree, position, after: active.value })))
  }

  async function findFlag(flag: FlagName, backwards: boolean): Promise<void> {
    arrive(await askTree((ask, [tree]) => ask('findFlag', { tree, flag, from: active.value, backwards })))
  }

  /** @param found `null`: no such node; `undefined`: a reported failure, or another tree is shown by now */
  function arrive(found: NodeKey | null | undefined): void {
    if (found === null) toasts.show({ kind: 'notice', title: t('tree.nothingFound') })
    else if (found !== undefined) void go(found)
  }

  return { toParent, toSource, jumpBack, findPosition, findFlag }
}
