/** Who may import whom, one rule for each thing that is not allowed. A comment says where the code should go instead. */

const ELECTRON = '^(node_modules/)?electron(/|$)'
const PACKAGES = '^node_modules/'
const THE_ELECTRON_FILES = '^src/main/(index[.]ts$|hosts/window/)'

const GROUND_FLOOR = '^src/main/(files/|(installation|scope|threadChannel)[.]ts$)'

/** From the ground up. Searchers, traces, matches and trees stand below the games: they work for any, by the types of `game`. */
const CORE_FLOORS = ['channel', 'stats', 'game', 'trace', 'search', 'match', 'tree', 'games', 'kernel', 'tuning', 'contract']

/** Rooms whose folders stand on each other, without a circle. */
const FLOORS = '^src/(core|main/(compute|lab)|renderer/src/(ui|commands))/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-folders',
      comment: 'ground never imports what stands on it: move what two folders share below both',
      severity: 'error',
      scope: 'folder',
      from: { path: FLOORS },
      to: { path: FLOORS, circular: true },
    },
    { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    { name: 'nothing-ships-tests', severity: 'error', from: { path: '^src/' }, to: { path: '^(tests|scripts)/' } },

    // core
    {
      name: 'core-is-pure',
      comment: 'core runs in every process: no Electron, Node, Vue or app code. Move the effect to main, or pass it in.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        pathNot: ['^src/core/', '^node_modules/(zod|simple-statistics|@json2csv/formatters|@noble/hashes|fastest-levenshtein)/'],
      },
    },
    {
      name: 'channel-knows-no-service',
      comment: 'a channel carries any questions over any port; what is asked belongs to the two ends',
      severity: 'error',
      from: { path: '^src/core/channel/' },
      to: { pathNot: '^src/core/(channel/|(errors|quoted)[.]ts$)' },
    },
    ...CORE_FLOORS.slice(0, -1).map((floor, i) => ({
      name: `core-${floor}-knows-no-floor-above`,
      comment: `the floors of core, from the ground up: ${CORE_FLOORS.join(', ')}; move what this needs down to it, or it up`,
      severity: 'error',
      from: { path: `^src/core/${floor}/` },
      to: { path: `^src/core/(${CORE_FLOORS.slice(i + 1).join('|')})/` },
    })),
    {
      name: 'core-files-know-no-floor',
      comment: 'the files of core itself are what its floors stand on',
      severity: 'error',
      from: { path: '^src/core/[^/]+$' },
      to: { path: '^src/core/[^/]+/' },
    },
    {
      name: 'games-know-no-other-game',
      comment: 'what two games share belongs in core/games; the adversarial 2048 has the board of 2048',
      severity: 'error',
      from: { path: '^src/core/games/([^/]+)/', pathNot: '^src/core/games/adversarial48/' },
      to: { path: '^src/core/games/', pathNot: '^src/core/games/($1/|(fields|grid|weightedHeuristic)[.]ts$)' },
    },
    {
      name: 'adversarial-2048-knows-the-board-of-2048',
      severity: 'error',
      from: { path: '^src/core/games/adversarial48/' },
      to: {
        path: '^src/core/games/',
        pathNot: '^src/core/games/(adversarial48/|fields[.]ts$|twenty48/(board|notation)[.]ts$)',
      },
    },
    {
      name: 'zod-only-in-the-contract',
      comment: 'untrusted data is checked where it enters, by schemas made with contract/zod.ts; behind that, types are enough',
      severity: 'error',
      from: { path: '^src/core/', pathNot: '^src/core/contract/zod[.]ts' },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'statistics-library-only-in-stats',
      comment: 'core/stats stands before the library; everything else asks core/stats',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/stats/' },
      to: { path: '^node_modules/simple-statistics/' },
    },
    {
      name: 'csv-library-only-in-csv',
      comment: 'core/csv.ts is the one dialect; everything else asks it',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/csv[.]ts$' },
      to: { path: '^node_modules/@json2csv/' },
    },
    {
      name: 'hash-library-only-in-the-content-hash',
      comment: 'core/contentHash.ts is the one hash that every process can compute; main has that of Node',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/core/contentHash[.]ts$' },
      to: { path: '^node_modules/@noble/' },
    },
    {
      name: 'core-ignores-the-assembly',
      comment: 'AssemblyScript is another language: its typed interface is core/kernel/port.ts, the program is out/kernel.wasm',
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
      name: 'ground-floor-knows-no-room',
      comment: 'what compute, store, services and hosts share knows none of them',
      severity: 'error',
      from: { path: GROUND_FLOOR },
      to: { path: '^src/', pathNot: ['^src/core/', GROUND_FLOOR] },
    },
    {
      name: 'services-know-no-host',
      comment: 'a service answers whoever calls; what it needs of a host is passed in',
      severity: 'error',
      from: { path: '^src/main/lab/' },
      to: { path: '^src/main/(hosts/|index[.]ts|cli[.]ts)' },
    },
    {
      name: 'services-know-no-lab',
      comment:
        'the files of lab itself open the services; what these share belongs in lab/ground, or in lab/context with its types',
      severity: 'error',
      from: { path: '^src/main/lab/[^/]+/' },
      to: { path: '^src/main/lab/[^/]+$' },
    },
    {
      name: 'app-root-opens-the-window',
      comment: 'the web host and the terminal begin in cli.ts',
      severity: 'error',
      from: { path: '^src/main/index[.]ts$' },
      to: { path: '^src/main/hosts/(web|terminal)/' },
    },
    {
      name: 'store-loads-no-shapes',
      comment:
        'with the shapes of the contract the thread of the store takes twice as long to start; take types, or a constant of a file that has no shapes',
      severity: 'error',
      from: { path: '^src/main/store/' },
      to: {
        path: '^src/core/contract/',
        pathNot: '^src/core/contract/(stored|files/profileImport)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'compute-and-store-know-no-service',
      comment: 'they are the floor the services stand on, and do not know each other',
      severity: 'error',
      from: { path: '^src/main/(compute|store)/' },
      to: { path: '^src/(main|preload|renderer)/', pathNot: ['^src/main/$1/', GROUND_FLOOR] },
    },
    {
      name: 'hosts-go-through-the-services',
      comment: 'a host carries calls; threads and files belong to the services',
      severity: 'error',
      from: { path: '^src/main/(hosts/|index[.]ts)' },
      to: { path: '^src/main/(compute|store)/' },
    },
    {
      name: 'terminal-asks-through-one-door',
      comment: 'commands ask the same services as pages, through lab/localLab.ts; which studies there are is read without it',
      severity: 'error',
      from: { path: '^src/main/hosts/terminal/' },
      to: { path: '^src/main/lab/', pathNot: '^src/main/lab/(localLab|openLab|reproduce/studyFiles)[.]ts$' },
    },
    {
      name: 'hosts-carry-calls',
      comment: 'window and web host carry the calls of an open lab; they know no service of it',
      severity: 'error',
      from: { path: '^src/main/hosts/(?!terminal/)' },
      to: { path: '^src/main/lab/', pathNot: '^src/main/lab/openLab[.]ts$' },
    },
    {
      name: 'terminal-without-electron',
      severity: 'error',
      from: { path: '^src/main/(cli[.]ts|hosts/(?!window/))' },
      to: { path: THE_ELECTRON_FILES },
    },
    {
      name: 'services-know-no-terminal',
      comment: 'arguments, progress bars and sockets belong to the hosts, but that to a tab of a browser',
      severity: 'error',
      from: {
        path: '^src/main/(lab|compute|store)/',
        pathNot: '^src/main/lab/remote/jsonRpc[.]ts$',
      },
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
      comment:
        'types, ranges, names, words and the table of UCB1 are fine; running a search or an optimiser in the window is not',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: '^src/core/(search|trace|tree|kernel|tuning)/',
        pathNot: '^src/core/(search/(settings|algorithms/mcts/ucb1)|trace/format|tree/(views|outlineText))[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'bridge-knows-only-the-contract',
      severity: 'error',
      from: { path: '^src/renderer/src/bridge/' },
      to: { path: '^src/', pathNot: ['^src/renderer/src/bridge/', '^src/core/(contract/|channel/|errors[.]ts)'] },
    },
    {
      name: 'ui-draws-what-it-is-given',
      comment:
        'ui and locales know no feature, no bridge and of core only the types; buttons, palette and key list show commands',
      severity: 'error',
      from: { path: '^src/renderer/src/(ui|locales)/' },
      to: { path: '^src/renderer/src/', pathNot: '^src/renderer/src/(ui|locales|commands)/' },
    },
    {
      name: 'commands-stand-under-the-page',
      comment: 'a list of data and who runs it: a screen offers its commands, and commands know no screen',
      severity: 'error',
      from: { path: '^src/renderer/src/commands/' },
      to: {
        path: '^src/',
        pathNot: ['^src/renderer/src/commands/', '^src/core/'],
      },
    },
    {
      name: 'ui-takes-types-of-core',
      comment:
        'and how a number, a table and a formula are read and written, one function for window and terminal; the ranges of settings, and which states of a run compute',
      severity: 'error',
      from: { path: '^src/renderer/src/(ui|locales|commands)/' },
      to: {
        path: '^src/core/',
        pathNot:
          '^src/core/(csv|numberText|game/limits|search/settings|games/twenty48/heuristics/family|contract/calls/runRow)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'features-are-islands',
      comment: 'what two features share belongs in ui, bridge or core',
      severity: 'error',
      from: { path: '^src/renderer/src/features/([^/]+)/' },
      to: {
        path: '^src/renderer/src/',
        pathNot: ['^src/renderer/src/features/$1/', '^src/renderer/src/(bridge|commands|games|ui|locales)/'],
      },
    },
    {
      name: 'drawn-games-know-their-game',
      comment: 'how a game is drawn and spoken of; what two games share belongs in ui',
      severity: 'error',
      from: { path: '^src/renderer/src/games/([^/]+)/' },
      to: {
        path: '^src/(renderer/src|core/games)/',
        pathNot: [
          '^src/(renderer/src|core)/games/$1/',
          '^src/renderer/src/(games/(gameView|boardPlaces|boardWords)[.]ts|ui/|locales/)',
          '^src/core/games/grid[.]ts$',
        ],
      },
    },
    {
      name: 'node-packages-not-in-the-page',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: {
        path: PACKAGES,
        pathNot:
          '^node_modules/(@?vue|@intlify|vue-i18n|pinia|reka-ui|@lucide/vue|tinykeys|chart[.]js|@sgratzl/(chartjs-chart-boxplot|boxplots)|svgcanvas|d3-(hierarchy|selection|zoom)|@types/d3-(hierarchy|selection|zoom)|@tanstack/(vue-virtual|virtual-core))',
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
