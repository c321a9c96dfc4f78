import { useI18n } from 'vue-i18n'
import { expertAnswer } from '../../../../../core/games/twenty48/search/expertAnswer'
import { useMutation } from '../../../bridge/useMutation'
import { download, downloadBlob } from '../../../ui/exchange/download'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { picture as draw } from './picture'
import { treeFileName } from './treeName'
import { useOpenTrees } from '../useOpenTrees'
import { ROOT, useSelection } from '../useSelection'

/** Exports trees: the outline as it is unfolded, or a subtree. */
export function useExport() {
  const openTrees = useOpenTrees()
  const selection = useSelection()
  const change = useMutation(useFailureToast())
  const toasts = useToasts()
  const { t } = useI18n()

  const name = (end: string) => treeFileName(openTrees.view.value!, end)

  async function taken(format: 'json' | 'text' | 'svg', levels = 0) {
    const tree = openTrees.view.value
    return tree && change(ask => ask('exportTree', { tree: tree.id, node: selection.active.value, levels, format }))
  }

  async function picture(form: 'svg' | 'png'): Promise<void> {
    const made = await taken('svg')
    if (!made) return
    if (form === 'svg') return download(name('svg'), 'image/svg+xml', made.text)
    const png = await draw(made.text)
    if (png) downloadBlob(name('png'), png)
    else
      toasts.show({
        kind: 'failure',
        title: t('tree.picture.what'),
        detail: t('tree.picture.why'),
        advice: t('tree.picture.now'),
      })
  }

  async function text(): Promise<void> {
    const made = await taken('text')
    if (made) download(name('txt'), 'text/plain', made.text)
  }

  /** The values are the evaluator's: of the whole tree, what the player's expert found begins the object, as in `lab tree --json`. */
  async function json(levels: number): Promise<void> {
    const fields = selection.active.value === ROOT ? expertAnswer(openTrees.view.value?.expert) : {}
    const made = await taken('json', levels)
    if (made) download(name('json'), 'application/json', withFields(fields, made.text))
  }

  return { picture, text, json }
}

/** Adds fields in front of those of an object that is written already. */
function withFields(fields: object, text: string): string {
  const front = JSON.stringify(fields).slice(0, -1)
  return front === '{' ? text : `${front},${text.slice(1)}`
}
