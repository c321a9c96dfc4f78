/** Required before the lab: makes the file that `HEARING_SIGNALS` names once the lab hears signals. One that comes earlier ends it as any process. */
'use strict'
const { writeFileSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

const file = process.env.HEARING_SIGNALS
// told before the listener is there, and the other signals follow in the same turn
if (isMainThread && file) process.on('newListener', name => name === 'SIGHUP' && setImmediate(() => writeFileSync(file, '')))
