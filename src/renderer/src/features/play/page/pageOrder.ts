import { defineStore } from 'pinia'
import type { PageSpeed } from './pageSpeed'

interface PageOrder {
  address: string
  kind: 'own' | 'running'
  /** Of the browser that is started; absent before those of this machine are known. */
  program: string | undefined
  keepsProfile: boolean
  port: string
  speed: PageSpeed
  /** A selector file. */
  selectors: { readonly name: string; readonly text: string } | undefined
}

/** The last choices in the dialog of a game on a page. */
export const usePageOrder = defineStore('pageOrder', {
  state: (): PageOrder => ({
    ...{ address: '', kind: 'own', program: undefined, keepsProfile: false, port: '9222', speed: 4, selectors: undefined },
  }),
})
