/** What `npm run package` builds, on each system: https://www.electron.build/configuration. docs/install.md says what it does there. */
import { afterPack } from './packaging/afterPack.mjs'
import { DEB_SCRIPTS } from './packaging/debScripts.mjs'

/** The Node of the terminal: the window's own cannot be used as one (fuse RunAsNode). There is no package of it for macOS. */
const NODE = 'node_modules/node-${os}-${arch}'

/** Endings of the files that the window writes, and of studies: they are opened as a dropped one is. */
const ASSOCIATIONS = {
  '2048profile': 'Weight profile',
  '2048replay': 'Replay',
  trace: 'Recorded search tree',
  '2048share': 'Shared lecture or tree',
  '2048study': 'Study',
}

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'io.github.twenty48-lab',
  copyright: 'MIT licence',
  directories: { output: 'dist', buildResources: 'packaging' },
  asar: true,
  files: ['package.json', 'out/{main,preload,renderer}/**', 'out/*.wasm', 'resources/**', '!node_modules/**'],
  extraResources: [
    { from: 'packaging/bin', to: 'bin' },
    { from: 'out/sbom.cdx.json', to: 'sbom.cdx.json' },
  ],
  npmRebuild: false,
  publish: null,
  afterPack,
  fileAssociations: Object.entries(ASSOCIATIONS).map(([ext, name]) => ({
    ext,
    name,
    description: `${name} of 2048 Lab`,
    mimeType: `application/x-${ext}`,
    role: 'Editor',
  })),
  // the desktop file and macOS take it from here, packaging/installer.nsh writes it for Windows; the program itself registers nothing
  protocols: [{ name: '2048 Lab', schemes: ['lab2048'] }],
  linux: {
    target: ['dir', 'AppImage', 'deb'],
    executableName: 'twenty48-lab',
    category: 'Education',
    synopsis: 'A laboratory for 2048 and game-tree search',
    extraResources: [{ from: `${NODE}/bin/node`, to: 'bin/node' }],
    desktop: {
      entry: {
        Keywords: '2048;expectimax;minimax;alpha-beta;MCTS;search tree;game tree;particle swarm;',
        StartupWMClass: '2048 Lab',
      },
    },
  },
  deb: DEB_SCRIPTS,
  win: { target: ['nsis'], extraResources: [{ from: `${NODE}/bin/node.exe`, to: 'bin/node.exe' }] },
  // file associations of Windows need an installation for all users
  nsis: { oneClick: false, perMachine: true, allowToChangeInstallationDirectory: true },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.education', identity: null },
}
