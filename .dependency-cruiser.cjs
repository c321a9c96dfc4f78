/** Who may import whom, one rule for each thing that is not allowed. A comment says where the code should go instead. */

const ELECTRON = '^(node_modules/)?electron(/|$)'
const PACKAGES = '^node_modules/'
const THE_ELECTRON_FILES = '^src/main/(index|hosts/(window|menu|serve))[.]ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing-ships-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(tests|scripts)/' } },

    // core
    {
      name: 'core-is-pure',
      comment: 'core runs in every process: no Electron, Node, Vue or app code. Move the effect to main, or pass it in.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: ['^src/core/', '^node_modules/(zod|simple-statistics)/'] },
    },
    {
      name: 'zod-only-in-the-contract',
      comment: 'untrusted data is checked where it enters; behind that, types are enough',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '^src/core/contract/' },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'statistics-library-only-in-stats',
      comment: 'core/stats is the face of the library; everything else asks core/stats',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/stats/' },
      to: { path: '^node_modules/simple-statistics/' },
    },
    {
      name: 'core-ignores-the-assembly',
      comment: 'AssemblyScript is another language: the typed face is core/kernel/port.ts, the program is out/kernel.wasm',
      severity: 'error',
      from: { path: '^(src|tests)/', pathNot: '^src/core/kernel/assembly/' },
      to: { path: '^src/core/kernel/assembly/', pathNot: '^src/core/kernel/assembly/memory[.]ts$' },
    },

    // main
    {
      name: 'main-not-to-other-processes',
      severity: 'error',
      from: { path: '^src/main/' },
      to: { path: '^src/(preload|renderer)/' },
    },
    {
      name: 'electron-only-in-its-hosts',
      comment: 'lab services must run in the terminal and behind the web host too',
      severity: 'error',
      from: { path: '^src/main/', pathNot: THE_ELECTRON_FILES },
      to: { path: ELECTRON },
    },
    {
      name: 'services-know-no-host',
      comment: 'a service answers whoever calls; what it needs of a host is passed in',
      severity: 'error',
      from: { path: '^src/main/lab/' },
      to: { path: '^src/main/(hosts/|index[.]ts|cli[.]ts)' },
    },
    {
      name: 'compute-and-store-know-no-service',
      comment: 'they are the floor the services stand on, and do not know each other',
      severity: 'error',
      from: { path: '^src/main/(compute|store)/' },
      to: { path: '^src/(main|preload|renderer)/', pathNot: '^src/main/$1/' },
    },
    {
      name: 'hosts-go-through-the-services',
      comment: 'a host carries calls; threads and files belong to the services',
      severity: 'error',
      from: { path: '^src/main/(hosts/|index[.]ts)' },
      to: { path: '^src/main/(compute|store)/' },
    },
    {
      name: 'terminal-without-electron',
      severity: 'error',
      from: { path: '^src/main/(cli[.]ts|hosts/(?!window|menu|serve))' },
      to: { path: THE_ELECTRON_FILES },
    },
    {
      name: 'services-know-no-terminal',
      comment: 'arguments, progress bars and sockets belong to the hosts',
      severity: 'error',
      from: { path: '^src/main/(lab|compute|store)/' },
      to: { path: '^node_modules/(commander|cli-progress|ws)/' },
    },

    // preload
    {
      name: 'preload-knows-only-the-contract',
      comment: 'the sandboxed preload is a bridge: what it could compute belongs in main or in the page',
      severity: 'error',
      from: { path: '^src/preload/' },
      to: { pathNot: ['^src/preload/', '^src/core/(contract/|errors[.]ts)', ELECTRON] },
    },

    // page
    {
      name: 'renderer-not-to-main',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: ['^src/(main|preload)/', ELECTRON] },
    },
    { name: 'renderer-not-to-node', severity: 'error', from: { path: '^src/renderer/' }, to: { dependencyTypes: ['core'] } },
    {
      name: 'renderer-searches-through-the-bridge',
      comment: 'types are fine; running a search or an optimiser in the window is not',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/core/(search|kernel|tuning)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'bridge-knows-only-the-contract',
      severity: 'error',
      from: { path: '^src/renderer/src/bridge/' },
      to: { path: '^src/', pathNot: ['^src/renderer/src/bridge/', '^src/core/(contract/|errors[.]ts)'] },
    },
    {
      name: 'ui-draws-what-it-is-given',
      comment: 'ui and locales know no feature, no bridge and of core only the types',
      severity: 'error',
      from: { path: '^src/renderer/src/(ui|locales)/' },
      to: { path: '^src/renderer/src/', pathNot: '^src/renderer/src/(ui|locales)/' },
    },
    {
      name: 'ui-takes-types-of-core',
      severity: 'error',
      from: { path: '^src/renderer/src/(ui|locales)/' },
      to: { path: '^src/core/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-are-islands',
      comment: 'what two features share belongs in ui, bridge or core',
      severity: 'error',
      from: { path: '^src/renderer/src/features/([^/]+)/' },
      to: { path: '^src/renderer/src/', pathNot: ['^src/renderer/src/features/$1/', '^src/renderer/src/(bridge|ui|locales)/'] },
    },
    {
      name: 'node-packages-not-in-the-page',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: PACKAGES,
        pathNot:
          '^node_modules/(@?vue|@intlify|vue-i18n|pinia|reka-ui|@lucide/vue|tinykeys|chart[.]js|@tanstack/(vue-virtual|virtual-core))',
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.core.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
}
