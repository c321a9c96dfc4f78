/** What `import … from 'electron'` finds in the main process; as the default also for `import electron from 'electron'` and `require`. */
export * from './modules.mjs'
export * as default from './modules.mjs'
