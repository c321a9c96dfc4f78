#!/usr/bin/env node
/** `npx lab`, `lab` after `npm install -g .`, `npm run lab`: the terminal, built first if necessary, on the bundled Node. */
import { onBundledNode } from './bundledNode.mjs'
import { runTerminal } from './terminal.mjs'

if (!onBundledNode()) await runTerminal(process.argv.slice(2))
