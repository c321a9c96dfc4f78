import i18n from '@intlify/eslint-plugin-vue-i18n'
import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import globals from 'globals'
import ts from 'typescript-eslint'
import { parser as vueScripts } from './scripts/vueProgram.mjs'

const PAGE = 'src/renderer/**'
const LOCALES = 'src/renderer/src/locales/*/*.json'

export default defineConfig(
  { ignores: ['out/', 'dist/', 'test-results/', 'src/core/kernel/assembly/', 'tests/golden/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  // Step 1. Components, with the types of their scripts. Plain TypeScript is oxlint's, with the same rules (.oxlintrc.jsonc): what
  // is below says what a folder forbids and which strings there are, for which its text is enough.
  {
    files: ['src/**/*.vue'],
    extends: [...ts.configs.strictTypeChecked, ...vue.configs['flat/recommended']],
    languageOptions: {
      parserOptions: { parser: vueScripts, project: 'tsconfig.web.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // `!` states what noUncheckedIndexedAccess cannot know: an index that was just checked, a cell of a full board
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `void promise` and `() => void effect()` are how this code says "on purpose"
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      // an async function may keep a promised interface without waiting for anything
      '@typescript-eslint/require-await': 'off',
      // blind to a flag that a callback sets between two awaits
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // a type parameter that appears once still names what the caller must state
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // interfaces here declare functions as methods; none of them uses `this`
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // the strings spread here are positions: one character a cell
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // an optional prop is `undefined` on purpose; the type says so
      'vue/require-default-prop': 'off',
    },
  },

  // those that a rule below is for; the others are not even read
  { files: ['src/{core,renderer}/**/*.ts', 'tests/e2e/**/*.e2e.ts'], extends: [ts.configs.base] },
  { files: [`${PAGE}/*.ts`], extends: [...vue.configs['flat/recommended']], languageOptions: { parser: ts.parser } },

  // Step 2. Plain JavaScript: scripts, configuration, the stand-in for Electron.
  {
    files: ['**/*.{js,mjs,cjs}'],
    extends: [ts.configs.base],
    languageOptions: { globals: globals.node },
    rules: { 'no-undef': 'error', 'no-unused-vars': 'error', 'prefer-const': 'error', eqeqeq: 'error', 'no-var': 'error' },
  },

  { files: ['tests/electron-shim/page/*.mjs', 'tests/remotePage/page.js'], languageOptions: { globals: globals.browser } },

  // Step 3. What a folder forbids.
  {
    files: ['src/core/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'pass in a Random: same inputs, same output' },
        { object: 'Date', property: 'now', message: 'pass in a clock' },
      ],
      'no-restricted-syntax': ['error', { selector: "NewExpression[callee.name='Date']", message: 'pass in a clock' }],
    },
  },
  {
    files: ['src/renderer/src/features/**/*.{ts,vue}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='call']",
          message:
            'by the time the answer comes it may be too late: ask through useLatest, useAskAbout, useMutation or useWindowed',
        },
        {
          selector: "VariableDeclarator[init.callee.name='useLab'] > ObjectPattern > Property[key.name='call']",
          message: 'ask through useLatest, useAskAbout, useMutation or useWindowed',
        },
      ],
    },
  },
  {
    files: ['tests/e2e/**/*.e2e.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { name: '@playwright/test', importNames: ['test'], message: 'use windowTest or webTest of ./launch: they skip loudly' },
      ],
    },
  },

  // Step 4. Every string of the window goes through vue-i18n, and every key exists.
  ...i18n.configs['flat/base'],
  {
    files: [PAGE],
    settings: {
      'vue-i18n': {
        localeDir: { pattern: `./${LOCALES}`, localeKey: 'path', localePattern: /^.*\/(?<locale>[a-z-]+)\/[^/]*\.json$/ },
        messageSyntaxVersion: '^11.0.0',
      },
    },
  },
  {
    files: [`${PAGE}/*.{ts,vue}`],
    rules: {
      '@intlify/vue-i18n/no-raw-text': [
        'error',
        {
          attributes: {
            '/.+/': ['title', 'placeholder', 'alt', 'label', 'heading', 'hint', 'text', 'aria-label', 'aria-description'],
          },
          // numbers, units of time and punctuation between them are the same in every language
          ignorePattern: '^[^\\p{L}]*$',
        },
      ],
      '@intlify/vue-i18n/no-missing-keys': 'error',
      // a key that is put together at run time hides from the two checks of missing and unused keys
      '@intlify/vue-i18n/no-dynamic-keys': 'error',
      '@intlify/vue-i18n/no-v-html': 'error',
    },
  },
  {
    files: [LOCALES],
    rules: {
      // not no-unused-keys, which parses every component once more for each key: scripts/locales.mjs looks for what nothing shows
      '@intlify/vue-i18n/no-missing-keys-in-other-locales': 'error',
      '@intlify/vue-i18n/no-html-messages': 'error',
      '@intlify/vue-i18n/valid-message-syntax': 'error',
      '@intlify/vue-i18n/no-duplicate-keys-in-locale': 'error',
    },
  },

  // Step 5. The layout is oxfmt's.
  { files: [`${PAGE}/*.{ts,vue}`], rules: layoutRulesOff() },
)

/** The plugin's rules of the layout of components. */
function layoutRulesOff() {
  const rules = Object.entries(vue.rules).filter(([, { meta }]) => meta.type === 'layout')
  return Object.fromEntries(rules.map(([name]) => [`vue/${name}`, 'off']))
}
