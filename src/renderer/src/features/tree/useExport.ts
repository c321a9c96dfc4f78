import { useI18n } from 'vue-i18n'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { download, downloadBlob } from '../../ui/download'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { picture as draw } from './picture'
import type { TreeDesk } from './useTreeDesk'

/** Takes trees out of the lab: the outline as it is unfolded, a subtree. */
export function useExport(desk: TreeDesk) {
  const lab = useLab()
  const attempt = attemptWith(useFailureToast())
  const toasts = useToasts()
  const { t } = useI18n()

  const name = (end: string) => `tree-${makePosition(desk.view.value!.root.board)}.${end}`

  async function ask(format: 'json' | 'text' | 'svg', levels = 0) {
    const tree = desk.view.value
    return tree && attempt(lab.call('exportTree', { tree: tree.id, node: desk.active.value, levels, format }))
  }

  async function picture(form: 'svg' | 'png'): Promise<void> {
    const made = await ask('svg')
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
    const made = await ask('text')
    if (made) download(name('txt'), 'text/plain', made.text)
  }

  async function json(levels: number): Promise<void> {
    const made = await ask('json', levels)
    if (made) download(name('json'), 'application/json', made.text)
  }

  return { picture, text, json }
}
