import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { noteBundled } from './scripts/shipped.mjs'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Every npm package is bundled: what ships is out/ and resources/, without node_modules. */
const externalizeDeps = false

export default defineConfig(({ command }) => ({
  main: {
    // true in `npm run dev` alone: what stands behind it is not in a built lab
    define: { __DEVELOPMENT__: JSON.stringify(command === 'serve') },
    plugins: [noteBundled('main')],
    build: {
      externalizeDeps,
      outDir: path('out/main'),
      rolldownOptions: {
        input: {
          index: path('src/main/index.ts'),
          cli: path('src/main/cli.ts'),
          thread: path('src/main/compute/thread/thread.ts'),
          store: path('src/main/store/thread.ts'),
          reader: path('src/main/lab/imports/readerThread.ts'),
          training: path('src/main/compute/training/trainingThread.ts'),
          tree: path('src/main/compute/trees/treeThread.ts'),
        },
        // ws asks for the two native helpers and does without them; the list of the DevTools protocol, 1.3 MB, would only be
        // loaded by a connection that is not given one
        external: ['bufferutil', 'utf-8-validate', './protocol.json'],
        // its store in PostgreSQL and its other clients, 0.3 MB, are dropped: no module of it does anything when it is loaded
        treeshake: { moduleSideEffects: id => !id.includes('/node_modules/bullmq/') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [noteBundled('preload')],
    build: {
      externalizeDeps,
      outDir: path('out/preload'),
      rolldownOptions: {
        input: { index: path('src/preload/index.ts') },
        // a sandboxed preload cannot be an ES module
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('src/renderer'),
    plugins: [vue(), noteBundled('renderer')],
    define: {
      __VUE_I18N_FULL_INSTALL__: true,
      __VUE_I18N_LEGACY_API__: false,
      __INTLIFY_PROD_DEVTOOLS__: false,
      __INTLIFY_DROP_MESSAGE_COMPILER__: false,
    },
    build: {
      outDir: path('out/renderer'),
      minify: true,
      // the page's policy allows files of its own origin, not data: URLs
      assetsInlineLimit: 0,
      rolldownOptions: { input: path('src/renderer/index.html') },
    },
  },
}))
