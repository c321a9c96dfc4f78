/**
 * `npm run sbom`: writes out/sbom.cdx.json, the packages that ship, as CycloneDX. npm lists all locked packages, Node its own parts.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, root } from './fresh.mjs'
import checksums from 'electron/checksums.json' with { type: 'json' }
import { readLock, unlistedLicences } from './licences.mjs'
import { shippedPackages } from './shipped.mjs'

const FILE = 'out/sbom.cdx.json'

ensureBuilt()
const lock = readLock()
const shipped = new Set(shippedPackages())

const problems = unlistedLicences(lock, undefined, path => shipped.has(path))
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

const bom = allLocked()
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const refs = new Set([...shipped].map(refOf))
const missing = [...refs].filter(ref => !bom.components.some(component => component['bom-ref'] === ref))
if (missing.length > 0) throw new Error(`bundled, but not in package-lock.json: ${missing.join(', ')}`)
const own = `${name}@${version}`
const list = {
  ...bom,
  metadata: { ...bom.metadata, lifecycles: [{ phase: 'build' }], component: { ...bom.metadata.component, name } },
  components: bom.components
    .filter(component => refs.has(component['bom-ref']))
    .map(component => ({ ...component, scope: 'required', properties: [], ...partsOf(component) })),
  dependencies: bom.dependencies
    .filter(({ ref }) => ref === own || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(each => refs.has(each)) })),
}
writeFileSync(join(root, FILE), JSON.stringify(list, undefined, 2) + '\n')
console.log(`wrote ${FILE}: ${list.components.length} packages`)

/** @param {string} path of a package, as in the lock file */
function refOf(path) {
  return `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock.packages[path]?.version}`
}

/**
 * What a package of Node contains, from its program, and the name under which lists of its weaknesses know it. For Electron the sum
 * of the archive that ships: npm's package only downloads it.
 * @param {Component} component
 */
function partsOf({ name, version }) {
  if (name === 'electron') {
    const archive = `electron-v${version}-${process.platform}-${process.arch}.zip`
    const content = Object.entries(checksums).find(([file]) => file === archive)?.[1]
    return content === undefined ? {} : { hashes: [{ alg: 'SHA-256', content }] }
  }
  if (!/^node-(linux|win)-/.test(name)) return {}
  const program = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const { stdout } = spawnSync(program, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' })
  const { node, ...parts } = JSON.parse(stdout)
  if (node !== version) throw new Error(`${program} is Node ${node}, and its package ${version}`)
  const components = Object.entries(parts).flatMap(([part, version]) =>
    version === '' ? [] : { type: 'library', 'bom-ref': `${name}/${part}@${version}`, name: part, version },
  )
  return { cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`, components }
}

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, scope?: string }} Component
 * @returns {{ metadata: { component: object }, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }}
 */
function allLocked() {
  const npm = process.env['npm_execpath']
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const { status, stdout, stderr } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm.replace(/npx-cli\.js$/, 'npm-cli.js'), ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}
