import { useI18n } from 'vue-i18n'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { download, downloadBlob } from '../../ui/download'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { picture as draw } from './picture'
import type { TreeDesk } from './useTreeDesk'

/** Takes trees out of the lab: the outline as it is unfolded, a subtree, the whole of it. */
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

  /** The file that `lab tree show` and this screen open. It comes in parts. */
  async function file(): Promise<void> {
    const tree = desk.view.value
    if (!tree) return
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let fromStart = true; ; fromStart = false) {
      const answer = await attempt(lab.call('treePart', { tree: tree.id, fromStart }))
      if (!answer) return
      if (answer.part === '') break
      parts.push(bytesOf(answer.part))
    }
    downloadBlob(name('trace'), new Blob(parts))
  }

  return { picture, text, json, file }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}
