import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { endSign, endValue } from '../../../../core/numberText'
import type { TopNode, TreeEdge } from '../../../../core/tree/views'
import type { SceneWords } from './picture'
import type { SceneNode } from './scene'

interface Texts {
  readonly edge: (edge: TreeEdge) => string
  readonly reason: (node: TopNode) => string
  readonly worth: (node: TopNode) => string | undefined
  readonly isOfBoards: () => boolean
}

/** The texts of a drawn tree. */
export function useSceneWords({ edge, reason, worth, isOfBoards }: Texts): SceneWords {
  const { t, n } = useI18n()
  return {
    label({ label, row }, isShort = false) {
      if (!label) return ''
      const text = row && label.is !== 'best' ? worth(row) : undefined
      if (text !== undefined) return text
      if (label.is === 'value') {
        const form = isShort ? 'short' : 'brief'
        if (label.values) return `[${label.values.map(each => n(each, form)).join(', ')}]`
        const value = label.sign + n(label.value, form)
        if (isOfBoards() && row?.visits) return t('tree.drawn.visited', { value, visits: n(row.visits, 'short') })
        return row?.tie ? t('tree.drawn.tied', { value }) : value
      }
      if (label.is === 'difference') return n(label.value, 'loss')
      return label.is === 'best' ? t('tree.drawn.best') : t('bars.equal')
    },
    edge(node) {
      if (node.chance !== undefined) return n(node.chance, 'share')
      if (isOfBoards()) return node.edge ? edge(node.edge) : ''
      return node.row?.visits ? t('tree.drawn.visits', { visits: n(node.row.visits, 'short') }) : ''
    },
    more({ more }) {
      const facts = { count: n(more!.children, 'integer') }
      if (more!.chance === undefined) return `+${facts.count}`
      return t('tree.drawn.more', { ...facts, chance: n(more!.chance, 'percent') })
    },
    below: nodes => t('tree.drawn.below', { nodes: n(nodes, 'short') }, nodes),
    cut: ({ row }) => (row ? reason(row) : ''),
    unlikely: ({ row }) => (row ? t('tree.flags.probabilityCut') : ''),
    ended: () => t('tree.anyGame.over'),
    windowEnd: end => (typeof end === 'number' ? n(endValue(end), 'brief') + endSign(end) : end),
    variable: ({ frame }) => (frame && frame.best !== null ? `${frame.variable ?? ''} ${n(frame.best, 'brief')}`.trim() : ''),
    name: ({ name, agent, kind }) =>
      [name, kind === 'agent' && agent !== undefined && t('tree.agent', { number: n(agent + 1, 'integer') })]
        .filter(Boolean)
        .join(' '),
  }
}

/** Milliseconds between two updates of the tree for screen readers. */
const SPOKEN_MS = 250

/** The nodes for screen readers: renewed at once while their element has the focus, otherwise now and then. */
export function useSpoken(box: Readonly<Ref<HTMLElement | null>>, nodes: () => readonly SceneNode[]) {
  const spoken = shallowRef(nodes())
  let waiting: ReturnType<typeof setTimeout> | undefined
  const speakNow = () => (spoken.value = nodes())
  watch(nodes, () => {
    if (box.value === document.activeElement) speakNow()
    else waiting ??= setTimeout(() => (waiting = void speakNow()), SPOKEN_MS)
  })
  onScopeDispose(() => clearTimeout(waiting))
  return { spoken, speakNow }
}
