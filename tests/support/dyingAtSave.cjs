/** Required before the lab: kills it, as kill -9 does, the moment before a file that was written beside its place would be put there. */
'use strict'
const { syncBuiltinESMExports } = require('node:module')
const files = require('node:fs/promises')

files.rename = async () => process.kill(process.pid, 'SIGKILL')
syncBuiltinESMExports()
