#!/usr/bin/env node
/** `npx lab`, `lab` after `npm install -g .`, `npm run lab`: the terminal, built first if need be, on the Node that npm brought. */
import { onBundledNode } from './bundledNode.mjs'
import { runTerminal } from './terminal.mjs'

if (!onBundledNode()) await runTerminal(process.argv.slice(2))
