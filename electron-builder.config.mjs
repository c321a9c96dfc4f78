/** What `npm run package` builds, on each system: https://www.electron.build/configuration. docs/install.md says what it does there. */
import checksums from 'electron/checksums.json' with { type: 'json' }
import { afterPack, NODE_LICENCE } from './packaging/afterPack.mjs'
import { DEB_SCRIPTS } from './packaging/debScripts.mjs'

/** The Node of the terminal: the window's own cannot be used as one (fuse RunAsNode). On macOS it is the system's. */
const NODE = 'node_modules/node-${os}-${arch}'

const terminal = (/** @type {string} */ starter, /** @type {string} */ program) => [
  { from: `packaging/bin/${starter}`, to: `bin/${starter}` },
  { from: `${NODE}/bin/${program}`, to: `bin/${program}` },
  { from: `${NODE}/LICENSE`, to: NODE_LICENCE },
]

/** Files that the window writes, and studies, by their ending: they are opened as a dropped one is. */
const FILES = {
  '2048profile': { type: 'Profile', text: 'Weight profile of 2048 Lab' },
  '2048replay': { type: 'Replay', text: 'Replay of 2048 Lab' },
  '2048trace': { type: 'Tree', text: 'Recorded search tree of 2048 Lab' },
  '2048share': { type: 'Share', text: 'Shared place of 2048 Lab' },
  '2048study': { type: 'Study', text: 'Study of 2048 Lab' },
}

/** Name of the lab among the programs of Windows and macOS; src/main/index.ts gives it to the windows as well. */
const APP_ID = 'io.github.twenty48-lab'

/** @param {(file: { type: string, text: string }) => string} nameOf */
const associations = nameOf =>
  Object.entries(FILES).map(([ext, file]) => ({
    ext,
    name: nameOf(file),
    description: file.text,
    mimeType: `application/x-${ext}`,
    role: /** @type {const} */ ('Editor'),
  }))

/** @type {import('electron-builder').Configuration} */
export default {
  appId: APP_ID,
  copyright: 'Copyright © 2026 2048 Lab contributors, MIT licence',
  // a deb names a page of its project; there is none yet
  extraMetadata: { homepage: 'https://twenty48-lab.invalid' },
  directories: { output: 'dist', buildResources: 'packaging' },
  asar: true,
  files: ['package.json', 'out/{main,preload,renderer}/**', 'out/{kernel,wall-kernel}.wasm', 'resources/**', '!node_modules/**'],
  extraResources: [
    { from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
    // the terminal names pages and schemas
    { from: 'docs', to: 'docs', filter: ['**/*.{md,json}'] },
  ],
  // Chromium's own texts: the window has one language
  electronLanguages: ['en-US'],
  npmRebuild: false,
  // the sums that npm's package of Electron brings, which package-lock.json fixes
  electronDownload: { checksums },
  publish: null,
  afterPack,
  // the desktop file and macOS take it from here, packaging/installer.nsh writes it for Windows; the program itself registers nothing
  protocols: [{ name: '2048 Lab', schemes: ['lab2048'] }],
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'twenty48-lab',
    category: 'Education',
    fileAssociations: associations(({ text }) => text),
    syncDesktopName: true,
    synopsis: 'A laboratory for 2048 and game-tree search',
    extraResources: terminal('lab', 'node'),
    desktop: {
      entry: {
        Keywords: '2048;expectimax;minimax;alpha-beta;MCTS;search tree;game tree;particle swarm;',
        // X11 has the window's name, Wayland that of the desktop file
        StartupWMClass: '2048 Lab',
      },
    },
  },
  // the older tool starts every AppImage without Chromium's sandbox, and needs FUSE 2
  toolsets: { appimage: '1.0.3' },
  deb: { ...DEB_SCRIPTS, maintainer: 'The builder of this package <nobody@twenty48-lab.invalid>' },
  win: {
    target: ['nsis', 'zip'],
    // on Windows the name is the ProgID, one list for all programs; it may not begin with a digit
    fileAssociations: associations(({ type }) => `Twenty48Lab.${type}`),
    extraResources: terminal('lab.cmd', 'node.exe'),
  },
  // file associations of Windows need an installation for all users
  nsis: { oneClick: false, perMachine: true, allowToChangeInstallationDirectory: true },
  mac: {
    extraResources: [{ from: 'packaging/bin/lab.macos', to: 'bin/lab' }],
    target: ['dmg', 'zip'],
    category: 'public.app-category.education',
    fileAssociations: associations(({ text }) => text),
    // signed by nobody, but signed: the fuses break Electron's signature, and Apple's processors run no program without one
    identity: '-',
    hardenedRuntime: false,
  },
}
