/**
 * Required before the lab: lets a test kill a compute thread from outside, as a fault in it would. No part of the lab
 * offers that. SIGUSR2 kills the youngest; so does `globalThis.killThread()`.
 */
'use strict'
const { syncBuiltinESMExports } = require('node:module')
const threads = require('node:worker_threads')

if (threads.isMainThread) {
  const alive = []
  threads.Worker = class extends threads.Worker {
    constructor(...args) {
      super(...args)
      alive.push(this)
      this.once('exit', () => alive.splice(alive.indexOf(this), 1))
    }
  }
  syncBuiltinESMExports()
  globalThis.killThread = () => alive.at(-1)?.terminate()
  process.on('SIGUSR2', globalThis.killThread)
}
