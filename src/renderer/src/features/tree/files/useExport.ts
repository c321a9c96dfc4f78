import { useI18n } from 'vue-i18n'
import { expertAnswer } from '../../../../../core/games/twenty48/search/expertAnswer'
import { useMutation } from '../../../bridge/useMutation'
import { download, downloadBlob } from '../../../ui/exchange/files'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { useOpenTrees } from '../useOpenTrees'
import { ROOT, useSelection } from '../useSelection'
import type { TreeView } from '../../../../../core/contract/calls'
import { gameView } from '../../../games/gameViews'

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
    const exported = await taken('svg')
    if (!exported) return
    if (form === 'svg') return download(name('svg'), 'image/svg+xml', exported.text)
    const png = await pictureOf(exported.text)
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
    const exported = await taken('text')
    if (exported) download(name('txt'), 'text/plain', exported.text)
  }

  /** The values are the evaluator's: of the whole tree, what the player's expert found begins the object, as in `lab tree --json`. */
  async function json(levels: number): Promise<void> {
    const fields = selection.active.value === ROOT ? expertAnswer(openTrees.view.value?.expert) : {}
    const exported = await taken('json', levels)
    if (exported) download(name('json'), 'application/json', withFields(fields, exported.text))
  }

  return { picture, text, json }
}

/** Adds fields in front of those of an object that is written already. */
function withFields(fields: object, text: string): string {
  const front = JSON.stringify(fields).slice(0, -1)
  return front === '{' ? text : `${front},${text.slice(1)}`
}

const LONGEST = 40

/** File name of a tree, from its root. */
export function treeFileName({ game, root }: TreeView, end: string): string {
  const position = gameView(game)
    .title(root.state)
    .replaceAll(/[^\w.-]+/g, '-')
  return `tree-${position.slice(0, LONGEST)}.${end}`
}

/** Maximum pixels per side, the limit of browsers. */
const MOST_PIXELS = 16_000

/** An SVG as a PNG at twice its size, or as large as possible; `undefined` if it cannot be drawn. */
async function pictureOf(svg: string): Promise<Blob | undefined> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const scale = Math.min(2, MOST_PIXELS / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? undefined), 'image/png'))
}
